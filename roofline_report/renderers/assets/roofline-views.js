/* roofline_report: what a reader chose to see, in charts and tables alike, and in the address of the page.
 *
 * Part of roofline-pages.js, which roofline.js loads on pages with a table or a chart. A view is the charts and tables
 * that belong together: those of all models of a run or of a kernel, or one figure with its table. Its state stands in
 * the address behind "#roofline:", so that a copied link opens the same view. Other hashes belong to headings and leave
 * the view as it is.
 */
(function () {
  "use strict";

  const report = window.RooflineReport;
  const PREFIX = "#roofline:";
  const START = Object.freeze({
    model: null,
    kernel: null,
    level: null,
    roof: null,
    find: "",
    least: 0,
    zoom: null,
    sort: null,
  });
  const MANY_ROWS = 200; // to hide or to show them takes a browser longer than a chart to answer
  const HINT = "Click a dot, a line or a name below to see it alone.";
  const { elementsOf, groups, isOf, kernelsOf, modelsOf } = report.parts;
  let views = []; // of the page, in order

  /* ---- the address ---- */

  function isSame(one, other) {
    return Object.keys(START).every(function (key) {
      return String(one[key]) === String(other[key]);
    });
  }

  function written(view) {
    const { state, prefix } = view;
    return Object.keys(START)
      .filter(function (key) {
        return String(state[key]) !== String(START[key]);
      })
      .map(function (key) {
        return [prefix + key, Array.isArray(state[key]) ? state[key].join(" ") : String(state[key])];
      });
  }

  function remember(isReplaced) {
    const hash = new URLSearchParams(views.flatMap(written)).toString();
    const address = hash ? PREFIX + hash : location.pathname + location.search;
    if ((hash ? PREFIX + hash : "") === location.hash) return;
    try {
      // With the state that is there: Material keeps in it how far the page was scrolled.
      history[isReplaced ? "replaceState" : "pushState"](history.state, "", address);
    } catch {
      // A browser may not allow it from a disk, or so often: the view changes all the same.
    }
  }

  function readAddress() {
    if (location.hash && !location.hash.startsWith(PREFIX)) return;
    const wanted = new URLSearchParams(location.hash.slice(PREFIX.length));
    for (const view of views) {
      const next = known(view, wanted);
      if (isSame(next, view.state)) continue;
      view.state = next;
      show(view);
    }
  }

  /* The state that an address asks for: what it does not say, and what is not there any more, is as at the start. */
  function known(view, wanted) {
    const next = { ...START };
    const ask = function (key) {
      return wanted.get(view.prefix + key);
    };
    const models = modelsOf(view);
    if (models.indexOf(ask("model")) > 0) next.model = ask("model");
    if (view.kernels.has(ask("kernel"))) next.kernel = ask("kernel");
    const figures = view.figures.filter(function (figure) {
      return isOf(view, figure, next.model);
    });
    const has = function (kind, key) {
      return key !== null && figures.some((figure) => figure.querySelector(`[data-${kind}="${CSS.escape(key)}"]`));
    };
    if (has("level", ask("level"))) next.level = ask("level");
    else if (has("roof", ask("roof"))) next.roof = ask("roof");
    if (view.find) next.find = (ask("find") || "").trim().slice(0, 200);
    if (view.least && [...view.least.options].some((option) => option.value === ask("least")))
      next.least = Number(ask("least"));
    next.zoom = zoomOf(ask("zoom"));
    if (view.tables.some((table) => report.canSort(table, ask("sort")))) next.sort = ask("sort");
    return next;
  }

  function zoomOf(text) {
    const ends = (text || "").split(" ").map(Number);
    const isRange = function (start, end) {
      return start > 0 && end > start && Number.isFinite(end);
    };
    return ends.length === 4 && isRange(ends[0], ends[1]) && isRange(ends[2], ends[3]) ? ends : null;
  }

  function makeView(group) {
    const { controls } = group;
    const view = {
      ...group,
      elements: elementsOf(group),
      prefix: "", // of its keys in the address, where it is not the first
      kernels: kernelsOf(group),
      find: controls && controls.querySelector(".roofline-find"),
      least: controls && controls.querySelector(".roofline-least"),
      state: { ...START },
      glanced: null, // the kernel, or the level, of the row that is pointed at
      marked: { on: [], near: [] }, // rows that stand out
      hidden: new Set(), // slugs of kernels that the filters leave out
      isShown: false, // whether it was shown before
      isAsked: false, // whether rows are to be hidden after the next frame
      ended: new AbortController(), // ends what listens for it: Material keeps old pages in memory
      change: function (patch, options) {
        change(view, patch, options);
      },
      glance: function (key) {
        glance(view, key);
      },
    };
    for (const section of view.sections) section.classList.add("roofline-switched");
    report.listen(view);
    return view;
  }

  /* ---- what is chosen ---- */

  function change(view, patch, options) {
    const next = { ...view.state, ...patch };
    if (patch.level) next.roof = null;
    if (patch.roof) next.level = null;
    if (patch.model !== undefined) {
      if (patch.model === modelsOf(view)[0]) next.model = null;
      next.zoom = null;
      next.roof = null;
    }
    if (isSame(next, view.state)) return;
    view.state = next;
    remember(Boolean(options && options.isReplaced));
    show(view);
  }

  /* As it is printed: what is told as 0.1 % is not under 0.1 %. */
  function percent(share) {
    return Number((share * 100).toFixed(1));
  }

  /* The slugs of the kernels that the filters leave out; a share that is not known is not known to be small. */
  function leftOut(view) {
    const { find, least } = view.state;
    const words = find.toLowerCase().split(/\s+/);
    return [...view.kernels]
      .filter(function ([, { text, share }]) {
        return !words.every((word) => text.includes(word)) || (least > 0 && share !== null && percent(share) < least);
      })
      .map(([slug]) => slug);
  }

  /* ---- showing it ---- */

  function show(view) {
    const hidden = leftOut(view);
    // The same set where nothing changed: charts then draw no dot anew.
    if (hidden.length !== view.hidden.size || !hidden.every((slug) => view.hidden.has(slug))) {
      view.hidden = new Set(hidden);
      if (view.kernels.size < MANY_ROWS || !view.isShown) hideRows(view);
      else hideRowsAfterFrame(view);
    }
    view.isShown = true;
    showModels(view);
    showRows(view);
    for (const table of view.tables) report.sort(table, report.canSort(table, view.state.sort) ? view.state.sort : null);
    showFilters(view);
    for (const figure of view.figures) showStatus(view, figure);
    showCharts(view);
  }

  function hideRows(view) {
    for (const [slug, { rows }] of view.kernels)
      for (const row of rows) if (row.hidden !== view.hidden.has(slug)) row.hidden = !row.hidden;
  }

  /* Once for all that was chosen by then: who types fast waits for no table in between. */
  function hideRowsAfterFrame(view) {
    if (view.isAsked) return;
    view.isAsked = true;
    requestAnimationFrame(function () {
      setTimeout(function () {
        view.isAsked = false;
        hideRows(view);
      });
    });
  }

  function showCharts(view) {
    for (const { chart, element } of report.live.values()) {
      // Those of another model are shown when they are chosen.
      const isSeen = chart && chart.show && !element.closest(".roofline-model[hidden]");
      if (isSeen && view.figures.includes(element.closest(".roofline-figure"))) chart.show();
    }
  }

  /* What a pointer is over stands out for as long as it is there. */
  function glance(view, key) {
    if (view.glanced === key) return;
    view.glanced = key;
    showRows(view);
    showCharts(view);
  }

  function showModels(view) {
    for (const section of view.sections) section.hidden = !isOf(view, section, view.state.model);
    if (!view.controls) return;
    const model = view.state.model || modelsOf(view)[0];
    for (const button of view.controls.querySelectorAll("[data-roofline-model]"))
      button.setAttribute("aria-pressed", String(button.dataset.rooflineModel === model));
  }

  function rowsOf(view, key) {
    if (key === null) return [];
    if (view.kernels.has(key)) return view.kernels.get(key).rows;
    const level = `tr[data-level="${CSS.escape(key)}"]`;
    return view.tables.flatMap((table) => [...table.querySelectorAll(level)]);
  }

  /* There may be thousands of rows: only those that change are touched. */
  function showRows(view) {
    const { state, glanced, marked } = view;
    const next = { on: [...rowsOf(view, state.kernel), ...rowsOf(view, state.level)], near: rowsOf(view, glanced) };
    for (const row of marked.on) mark(row, false);
    for (const row of marked.near) row.classList.remove("roofline-near");
    for (const row of next.on) mark(row, true);
    for (const row of next.near) row.classList.add("roofline-near");
    view.marked = next;
  }

  function mark(row, isOn) {
    row.classList.toggle("roofline-on", isOn);
    const pick = row.querySelector(".roofline-pick");
    if (pick) pick.setAttribute("aria-pressed", String(isOn));
  }

  function showFilters(view) {
    const { state, controls } = view;
    if (view.find && view.find.value.trim() !== state.find) view.find.value = state.find;
    if (view.least) view.least.value = String(state.least);
    const count = controls && controls.querySelector(".roofline-count");
    const all = view.kernels.size;
    const isFiltered = state.find !== "" || state.least > 0;
    const told = isFiltered ? `${all - view.hidden.size} of ${all} kernels` : "";
    if (count && count.textContent !== told) count.textContent = told;
  }

  function showStatus(view, figure) {
    const { state } = view;
    const status = figure.querySelector(".roofline-status");
    if (!status) return;
    const isolated = [aloneText(view, figure), filteredText(view, figure)].filter(Boolean);
    const isAtStart = !isolated.length && !state.zoom;
    status.querySelector(".roofline-all").hidden = isAtStart;
    const told = isolated.length ? `Shown: ${isolated.join(", ")}.` : state.zoom ? "A part of the chart." : HINT;
    const line = status.firstElementChild;
    if (line.textContent !== told) line.textContent = told;
    for (const entry of figure.querySelectorAll(".roofline-entry > button")) {
      const { level, roof } = entry.parentElement.dataset;
      const isOn = level ? level === state.level : roof === state.roof;
      entry.setAttribute("aria-pressed", String(isOn));
    }
    figure.classList.toggle("roofline-isolated", state.level !== null || state.roof !== null);
  }

  function filteredText(view, figure) {
    if (!view.state.find && !view.state.least) return "";
    if (view.hidden.size === view.kernels.size) return "no kernel, all are left out by the filters";
    const { slug } = report.dataOf(figure.querySelector(".roofline-chart")).kernels;
    return slug.every((each) => view.hidden.has(each)) ? "filtered, and what is left has no dot here" : "filtered";
  }

  /* What is shown alone in a figure, in words: the kernel with its verdict, the level or the roof. */
  function aloneText(view, figure) {
    const { kernel, level, roof } = view.state;
    const parts = [];
    if (kernel !== null) {
      const { kernels } = report.dataOf(figure.querySelector(".roofline-chart"));
      const at = kernels.slug.indexOf(kernel);
      const entry = view.kernels.get(kernel);
      const known = at < 0 ? "not drawn here" : kernels.limiter[at] + gapText(kernels.gap[at]);
      const told = view.hidden.has(kernel) ? "left out by the filters" : known;
      parts.push(`${at < 0 ? entry.label : kernels.name[at]} (${told})`);
    }
    const chosen = level !== null ? ["level", level] : roof !== null ? ["roof", roof] : null;
    const entry = chosen && figure.querySelector(`.roofline-entry[data-${chosen[0]}="${CSS.escape(chosen[1])}"]`);
    if (entry) parts.push(entry.textContent.trim());
    return parts.join(", ");
  }

  /* How far a kernel is from its roof. The lines of a run are at the highest clock that any of its kernels had. */
  function gapText(gap) {
    if (!gap) return "";
    const [, , , isAtOwnClock, text] = gap;
    return `, ${text}${isAtOwnClock ? " at its clock" : ""}`;
  }

  /* ---- life ---- */

  /* The view that a chart belongs to. */
  report.viewOf = function (element) {
    const figure = element.closest(".roofline-figure");
    return views.find((view) => view.figures.includes(figure));
  };

  /* Sorts all tables of the view that a table belongs to; tells whether it belongs to one. */
  report.chooseOrder = function (table, order) {
    const view = views.find((each) => each.tables.includes(table));
    if (view) view.change({ sort: order });
    return view !== undefined;
  };

  /* What is alone in any view of the page is joined by the rest again. */
  report.showAll = function () {
    for (const view of views) view.change({ kernel: null, level: null, roof: null });
  };

  function isView(view, group) {
    const elements = elementsOf(group);
    return elements.length === view.elements.length && elements.every((each, i) => each === view.elements[i]);
  }

  /* Called whenever anything may have come to the page or left it. */
  report.enliven = function () {
    const before = views;
    views = groups().map(function (group, place) {
      const view = before.find((each) => isView(each, group)) || makeView(group);
      view.prefix = place ? `${place + 1}.` : "";
      return view;
    });
    for (const view of before) if (!views.includes(view)) view.ended.abort();
    const fresh = views.filter((view) => !before.includes(view));
    if (!fresh.length) return;
    for (const view of fresh) show(view);
    readAddress();
  };

  window.addEventListener("popstate", readAddress);
  window.addEventListener("hashchange", readAddress);
})();
