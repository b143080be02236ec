/* roofline_report: buttons, filters, rows and keys by which a reader chooses what to see.
 *
 * Part of roofline-pages.js, before roofline-views.js, which shows what was chosen.
 */
(function () {
  "use strict";

  const report = window.RooflineReport;

  /* Whatever listens for a view ends with it. */
  function on(view, target, type, listener) {
    target.addEventListener(type, listener, { signal: view.ended.signal });
  }

  function listenToControls(view) {
    if (!view.controls) return;
    for (const button of view.controls.querySelectorAll("[data-roofline-model]"))
      on(view, button, "click", function () {
        view.change({ model: button.dataset.rooflineModel });
      });
    if (!view.find) return;
    on(view, view.find, "input", function () {
      view.change({ find: view.find.value.trim() }, { isReplaced: true });
    });
    on(view, view.least, "change", function () {
      view.change({ least: Number(view.least.value) });
    });
  }

  /* A level or a roof of the legend, which a click shows alone, and a second click brings all back. */
  function listenToLegend(view, figure) {
    const all = figure.querySelector(".roofline-all");
    if (all)
      on(view, all, "click", function () {
        view.change({ kernel: null, level: null, roof: null, find: "", least: 0, zoom: null });
        figure.querySelector(".roofline-status").focus({ preventScroll: true }); // the button is gone
      });
    for (const entry of figure.querySelectorAll(".roofline-entry")) {
      const button = buttonIn(entry);
      const { level, roof } = entry.dataset;
      on(view, button, "click", function () {
        const { state } = view;
        if (level) view.change({ level: state.level === level ? null : level, roof: null });
        else view.change({ roof: state.roof === roof ? null : roof, level: null });
      });
    }
  }

  function buttonIn(entry) {
    const there = entry.querySelector("button");
    if (there) return there;
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Show it alone";
    button.setAttribute("aria-pressed", "false");
    button.append(...entry.childNodes);
    entry.append(button);
    return button;
  }

  /* ---- rows ---- */

  function keyOf(row) {
    return row.dataset.kernel === undefined ? row.dataset.level : row.dataset.kernel;
  }

  function pick(view, row) {
    const { state } = view;
    const { kernel, level } = row.dataset;
    if (kernel !== undefined) view.change({ kernel: state.kernel === kernel ? null : kernel });
    else view.change({ level: state.level === level ? null : level, roof: null });
  }

  function addPick(row) {
    if (row.querySelector(".roofline-pick")) return;
    const heading = row.cells[0];
    const button = document.createElement("button");
    button.type = "button";
    button.className = "roofline-pick";
    button.title = "Show it alone in the chart";
    const name = (heading.querySelector("code") || heading.firstChild || heading).textContent.trim();
    button.setAttribute("aria-label", `Show ${name || heading.textContent.trim()} alone`);
    button.setAttribute("aria-pressed", "false");
    heading.prepend(button);
  }

  function listenToRows(view, table) {
    const rowOf = function (event) {
      return event.target.closest("tr[data-kernel], tr[data-level]");
    };
    const over = function (event) {
      const row = rowOf(event);
      view.glance(row ? keyOf(row) : null);
    };
    const leave = function () {
      view.glance(null);
    };
    for (const type of ["mouseover", "focusin"]) on(view, table, type, over);
    for (const type of ["mouseleave", "focusout"]) on(view, table, type, leave);
    on(view, table, "click", function (event) {
      const row = rowOf(event);
      if (!row || event.target.closest("a, button:not(.roofline-pick), input, summary")) return;
      if (String(window.getSelection())) return; // somebody marks a text
      pick(view, row);
    });
    if (view.figures.length) for (const row of table.querySelectorAll("tr[data-kernel], tr[data-level]")) addPick(row);
  }

  report.listen = function (view) {
    listenToControls(view);
    for (const figure of view.figures) listenToLegend(view, figure);
    for (const table of view.tables) listenToRows(view, table);
  };

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && !event.defaultPrevented) report.showAll();
  });
})();
