/* roofline_report: tables that can be sorted, and those that are wider than their place.
 *
 * Loaded by roofline.js on pages with a table or a chart.
 */
(function () {
  "use strict";

  const AROUND_PX = 8; // room for the ring around what has the focus
  let collator = null; // made when a name is first sorted by: it takes a browser longer than all else here

  function makeSortable(table) {
    if (table.dataset.rooflineSorted !== undefined || !table.tHead || !table.tBodies.length) return;
    table.dataset.rooflineSorted = "";
    for (const header of table.tHead.querySelectorAll("th[data-sort]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "roofline-sort";
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener("click", function () {
        sort(table, header);
      });
    }
  }

  /* A table that is wider than its place says so, and can be scrolled by keyboard. */
  function watchWidth(box) {
    box.dataset.rooflineWatched = "";
    const tell = function () {
      const isWide = box.scrollWidth > box.clientWidth + 1;
      box.classList.toggle("roofline-more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
      if (isWide) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    };
    box.addEventListener("scroll", tell, { passive: true });
    box.addEventListener("focusin", function (event) {
      if (event.target !== box) bringIntoView(box, event.target);
    });
    if ("ResizeObserver" in window) new ResizeObserver(tell).observe(box);
    else tell();
  }

  /* The caption tells the order that the rows came in, for as long as it is theirs. */
  function tellOrder(table, header, direction) {
    const told = table.querySelector(".roofline-order");
    const came = table.tHead.querySelector("th[aria-sort]");
    if (!told || !came) return;
    if (!told.dataset.by) told.dataset.by = `${came.cellIndex} ${came.getAttribute("aria-sort")}`;
    told.hidden = told.dataset.by !== `${header.cellIndex} ${direction}`;
  }

  /* Browsers leave what is seen in part where it is, and do not know of the names that stay in front of it. */
  function bringIntoView(box, element) {
    const { left, right } = element.getBoundingClientRect();
    const place = box.getBoundingClientRect();
    const names = box.querySelector("th");
    const start = names && !element.closest("th:first-child") ? names.getBoundingClientRect().right : place.left;
    if (right > place.right) box.scrollLeft += right - place.right + AROUND_PX;
    else if (left < start) box.scrollLeft -= start - left + AROUND_PX;
  }

  function sort(table, header) {
    const isNumber = header.dataset.sort === "number";
    const before = header.getAttribute("aria-sort");
    const first = isNumber ? "descending" : "ascending"; // the largest number is what one looks for
    const other = isNumber ? "ascending" : "descending";
    const direction = before === first ? other : first;
    tellOrder(table, header, direction);
    for (const sorted of table.tHead.querySelectorAll("th[aria-sort]")) sorted.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", direction);
    const sign = direction === "ascending" ? 1 : -1;
    if (!isNumber && !collator) collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
    const body = table.tBodies[0];
    const keyed = [...body.rows].map(function (row) {
      return { row: row, key: sortKey(row.cells[header.cellIndex], isNumber) };
    });
    keyed.sort(function (a, b) {
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null); // the missing stay last
      return sign * (isNumber ? a.key - b.key : collator.compare(a.key, b.key));
    });
    body.append(
      ...keyed.map(function (entry) {
        return entry.row;
      })
    );
  }

  function sortKey(cell, isNumber) {
    if (!cell) return null;
    const shown = (isNumber && cell.title) || cell.textContent; // the exact number is what a pointer over it shows
    const text = (cell.dataset.value !== undefined ? cell.dataset.value : shown).trim();
    if (text === "") return null;
    if (!isNumber) return text;
    const number = Number(text);
    return Number.isFinite(number) ? number : null;
  }

  window.RooflineReport.arrange = function () {
    for (const table of document.querySelectorAll(".roofline-table table[data-sortable]")) makeSortable(table);
    for (const box of document.querySelectorAll(".roofline-table:not([data-roofline-watched])")) watchWidth(box);
  };
})();
