/* roofline_report: tables that can be sorted, and those that are wider than their place.
 *
 * Part of roofline-pages.js, which roofline.js loads on pages with a table or a chart.
 */
(function () {
  "use strict";

  const report = window.RooflineReport;
  const orders = new WeakMap(); // table -> its rows as they came, and their order
  const AROUND_PX = 8; // room for the ring around what has the focus
  let collator = null; // made when a name is first sorted by: it takes a browser longer than all else here

  function makeSortable(table) {
    if (orders.has(table) || !table.tHead || !table.tBodies.length) return;
    orders.set(table, { rows: [...table.tBodies[0].rows], order: orderOf(table) });
    for (const header of table.tHead.querySelectorAll("th[data-sort]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "roofline-sort";
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener("click", function () {
        choose(table, header);
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

  /* Browsers leave what is seen in part where it is, and do not know of the names that stay in front of it. */
  function bringIntoView(box, element) {
    const { left, right } = element.getBoundingClientRect();
    const place = box.getBoundingClientRect();
    const names = box.querySelector("th");
    const start = names && !element.closest("th:first-child") ? names.getBoundingClientRect().right : place.left;
    if (right > place.right) box.scrollLeft += right - place.right + AROUND_PX;
    else if (left < start) box.scrollLeft -= start - left + AROUND_PX;
  }

  /* ---- orders: "use descending" is that by the column "Use"; null is the one that the rows came in ---- */

  function keyOf(header) {
    const title = header.querySelector(".roofline-heading") || header;
    return title.textContent.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-");
  }

  function orderOf(table) {
    const sorted = table.tHead.querySelector("th[aria-sort]");
    return sorted && `${keyOf(sorted)} ${sorted.getAttribute("aria-sort")}`;
  }

  /* The heading of the column that an order is by; none where a table has no such column, or is not sorted at all. */
  function headerOf(table, order) {
    const [key, direction] = (order || "").split(" ");
    if (!orders.has(table) || !["ascending", "descending"].includes(direction)) return undefined;
    return [...table.tHead.querySelectorAll("th[data-sort]")].find((header) => keyOf(header) === key);
  }

  report.canSort = function (table, order) {
    return headerOf(table, order) !== undefined;
  };

  function choose(table, header) {
    const isNumber = header.dataset.sort === "number";
    const first = isNumber ? "descending" : "ascending"; // the largest number is what one looks for
    const other = isNumber ? "ascending" : "descending";
    const wanted = `${keyOf(header)} ${header.getAttribute("aria-sort") === first ? other : first}`;
    const order = wanted === orders.get(table).order ? null : wanted;
    if (!report.chooseOrder(table, order)) report.sort(table, order);
  }

  report.sort = function (table, order) {
    const came = orders.get(table);
    if (!came || orderOf(table) === (order || came.order)) return;
    const header = headerOf(table, order || came.order);
    const direction = (order || came.order || "").split(" ")[1];
    for (const sorted of table.tHead.querySelectorAll("th[aria-sort]")) sorted.removeAttribute("aria-sort");
    if (header) header.setAttribute("aria-sort", direction);
    // The caption tells the order that the rows came in, for as long as it is theirs.
    for (const told of table.querySelectorAll(".roofline-order")) told.hidden = order !== null && order !== came.order;
    const rows = order === null ? came.rows : sorted(table, header, direction);
    table.tBodies[0].append(...rows);
  };

  function sorted(table, header, direction) {
    const isNumber = header.dataset.sort === "number";
    const sign = direction === "ascending" ? 1 : -1;
    if (!isNumber && !collator) collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
    const keyed = [...table.tBodies[0].rows].map(function (row) {
      return { row: row, key: sortKey(row.cells[header.cellIndex], isNumber) };
    });
    keyed.sort(function (a, b) {
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null); // the missing stay last
      return sign * (isNumber ? a.key - b.key : collator.compare(a.key, b.key));
    });
    return keyed.map((entry) => entry.row);
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

  report.arrange = function () {
    for (const table of document.querySelectorAll(".roofline-table table[data-sortable]")) makeSortable(table);
    for (const box of document.querySelectorAll(".roofline-table:not([data-roofline-watched])")) watchWidth(box);
  };
})();
