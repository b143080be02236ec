/* roofline_report: draws one roofline out of its template and the data of the page.
 *
 * Loaded by roofline.js on pages with a chart. The template is a Bokeh figure without data and without colours; models
 * that are filled here are found by name. Colours come from the custom properties in roofline.css.
 */
(function () {
  "use strict";

  const report = window.RooflineReport;
  const { readPalette, COLORED, roofsOf, dotsOf, linksOf, sourcesOf, column, wordsOf } = report.drawing;
  const pen = document.createElement("canvas").getContext("2d");

  /* ---- filling the template before it is embedded: no second paint, no flash ---- */

  /* On a narrow page the unit of the axis goes to a second line. */
  function axisLabel(text, room, font) {
    pen.font = "13px " + font;
    return pen.measureText(text).width > room ? text.replace(/ (?=[([])/, "\n") : text;
  }

  function namedAttributes(data, element, palette) {
    const range = function (axis) {
      return { start: axis[1], end: axis[2], bounds: [axis[1], axis[2]] };
    };
    return {
      "roofline-x": range(data.x),
      "roofline-y": range(data.y),
      "roofline-x-axis": { axis_label: axisLabel(data.x[0], element.clientWidth - 120, palette.font) },
      "roofline-y-axis": { axis_label: axisLabel(data.y[0], element.clientHeight - 60, palette.font) },
    };
  }

  function fill(node, named, palette) {
    if (Array.isArray(node)) {
      for (const part of node) fill(part, named, palette);
      return;
    }
    if (node === null || typeof node !== "object") return;
    if (node.type === "object") {
      node.attributes = node.attributes || {};
      Object.assign(node.attributes, named[node.attributes.name]);
      if (COLORED[node.name]) Object.assign(node.attributes, COLORED[node.name](palette));
      if (node.name === "Text") node.attributes.text_font = { type: "value", value: palette.font };
    }
    for (const key of Object.keys(node)) if (key !== "entries") fill(node[key], named, palette);
  }

  /* ---- embedding ---- */

  /* BokehJS 3.9 never removes its listener on visualViewport, which would keep every chart of the visit alive. */
  async function embed(bokeh, item, element, undo) {
    const viewport = window.visualViewport;
    const isOwn = viewport && Object.prototype.hasOwnProperty.call(viewport, "addEventListener");
    if (viewport && !isOwn) {
      viewport.addEventListener = function (type, listener, options) {
        undo.push(function () {
          viewport.removeEventListener(type, listener, options);
        });
        return EventTarget.prototype.addEventListener.call(viewport, type, listener, options);
      };
    }
    try {
      return await bokeh.embed.embed_item(item, element);
    } finally {
      if (viewport && !isOwn) delete viewport.addEventListener;
    }
  }

  function isIdle(doc) {
    return new Promise(function (resolve) {
      if (doc.is_idle) resolve();
      else doc.idle.connect(resolve);
    });
  }

  async function draw(element, data, { bokeh, template }) {
    const view = {
      data: data,
      roofs: roofsOf(data),
      dots: dotsOf(data),
      shown: [],
      state: { level: null, groups: new Set(), pinned: new Set() },
      figure: null,
    };
    const undo = [];
    let palette = readPalette(element);
    const named = namedAttributes(data, element, palette);
    for (const [name, columns] of Object.entries(sourcesOf(view, palette)))
      named[name] = { data: { type: "map", entries: Object.entries(columns) } };
    const item = JSON.parse(template);
    fill(item.doc.roots, named, palette);
    const views = await embed(bokeh, item, element, undo);
    const figure = views.roots.find(function (root) {
      return root.frame;
    });
    const doc = figure.model.document;
    view.figure = figure;
    const find = function (name) {
      return doc.get_model_by_name(name);
    };

    function dispose() {
      views.clear();
      doc.clear();
      for (const step of undo.splice(0)) step();
      const place = bokeh.documents.indexOf(doc);
      if (place >= 0) bokeh.documents.splice(place, 1);
    }

    try {
      await isIdle(doc);
      if (!element.isConnected) return { dispose: dispose };
      const source = find("roofline-dots");
      const linked = linkedTable(element);

      function showWords() {
        find("roofline-words").data = wordsOf(view, palette);
      }

      function refresh() {
        for (const [name, columns] of Object.entries(sourcesOf(view, palette))) find(name).data = columns;
        applySelection();
        showWords();
      }

      let applying = false;

      function applySelection() {
        applying = true;
        const indices = [];
        view.shown.forEach(function (dot, i) {
          if (view.state.groups.has(dot.group)) indices.push(i);
        });
        source.selected.indices = indices;
        applying = false;
        find("roofline-links").data = linksOf(data, view.state, view.shown, palette);
        linked.mark(rowsOf(view.state.pinned), rowsOf(view.state.groups));
      }

      function rowsOf(groups) {
        const chosen = view.dots.filter(function (dot) {
          return dot.row !== null && groups.has(dot.group);
        });
        return new Set(column(chosen, "row"));
      }

      function groupsOf(row) {
        const chosen = view.dots.filter(function (dot) {
          return dot.row === row;
        });
        return new Set(column(chosen, "group"));
      }

      function pin(groups) {
        view.state.pinned = groups;
        view.state.groups = groups;
        applySelection();
      }

      source.selected.properties.indices.change.connect(function () {
        if (applying) return;
        const chosen = source.selected.indices.map(function (i) {
          return view.shown[i].group;
        });
        pin(new Set(chosen));
      });

      linked.listen(undo, {
        glance: function (row) {
          const groups = row === null ? null : groupsOf(row);
          view.state.groups = groups && groups.size ? groups : view.state.pinned;
          applySelection();
        },
        pin: function (row) {
          const groups = groupsOf(row);
          const isPinned = [...groups].every(function (group) {
            return view.state.pinned.has(group);
          });
          pin(isPinned ? new Set() : groups);
        },
      });

      const legend = makeLegend(element, undo, function (level) {
        view.state.level = level;
        refresh();
      });

      /* Zooming and resizing turn the lines, and with them the words. */
      let wordsAsked = 0;
      const askWords = function () {
        if (!wordsAsked)
          wordsAsked = requestAnimationFrame(function () {
            wordsAsked = 0;
            if (element.isConnected && views.roots.length) showWords();
          });
      };
      for (const name of ["roofline-x", "roofline-y"])
        for (const end of ["start", "end"]) find(name).properties[end].change.connect(askWords);
      let settled = 0;
      const resizing = new ResizeObserver(function () {
        clearTimeout(settled);
        settled = setTimeout(askWords, 120); // BokehJS lays out in its own time
        const fitting = namedAttributes(data, element, palette);
        for (const name of ["roofline-x-axis", "roofline-y-axis"]) find(name).setv(fitting[name]);
      });
      resizing.observe(element);
      undo.push(function () {
        resizing.disconnect();
        clearTimeout(settled);
        cancelAnimationFrame(wordsAsked);
      });

      if (document.fonts && document.fonts.status !== "loaded") document.fonts.ready.then(askWords);
      showWords();

      return {
        view: view,
        figure: figure,
        dispose: dispose,
        clear: function () {
          legend.clear();
          pin(new Set());
        },
        recolor: function (options) {
          palette = readPalette(element);
          for (const model of figure.model.references())
            if (COLORED[model.type]) model.setv(COLORED[model.type](palette));
          refresh();
          if (options && options.atOnce) {
            figure.invalidate_painters();
            figure.paint();
          }
        },
      };
    } catch (error) {
      dispose();
      throw error;
    }
  }

  /* ---- legend: a click shows one level alone, a second click brings all back ---- */

  function makeLegend(element, undo, show) {
    const figure = element.closest("figure");
    const entries = figure ? [...figure.querySelectorAll(".roofline-entry[data-level]")] : [];
    let chosen = null;
    function choose(level) {
      if (level === chosen) return;
      chosen = level;
      for (const entry of entries)
        entry.firstElementChild.setAttribute("aria-pressed", String(entry.dataset.level === chosen));
      if (figure) figure.classList.toggle("roofline-isolated", chosen !== null);
      show(chosen);
    }
    if (entries.length > 1)
      for (const entry of entries) {
        const button = document.createElement("button");
        button.type = "button";
        button.title = "Show this level alone";
        button.setAttribute("aria-pressed", "false");
        button.append(...entry.childNodes);
        entry.append(button);
        button.addEventListener("click", function () {
          choose(entry.dataset.level === chosen ? null : entry.dataset.level);
        });
        undo.push(function () {
          entry.replaceChildren(...button.childNodes);
        });
      }
    return {
      clear: function () {
        if (entries.length > 1) choose(null);
      },
    };
  }

  /* ---- the table that belongs to the chart ---- */

  function linkedTable(element) {
    const id = element.dataset.rooflineTable;
    const table = id ? document.getElementById(id) : null;
    if (!table) return { mark: function () {}, listen: function () {} };
    const rows = function () {
      return table.querySelectorAll("tr[data-row]");
    };
    const rowOf = function (event) {
      const row = event.target.closest("tr[data-row]");
      return row ? Number(row.dataset.row) : null;
    };
    return {
      mark: function (pinned, glanced) {
        for (const row of rows()) {
          row.classList.toggle("roofline-on", pinned.has(Number(row.dataset.row)));
          row.classList.toggle("roofline-near", glanced.has(Number(row.dataset.row)));
        }
      },
      listen: function (undo, { glance, pin }) {
        const over = function (event) {
          glance(rowOf(event));
        };
        const leave = function () {
          glance(null);
        };
        const click = function (event) {
          const row = rowOf(event);
          if (row !== null && !event.target.closest("a, button, input, summary")) pin(row);
        };
        // Removed with the chart: Material keeps old pages in memory, and a listener would keep the chart too.
        for (const [type, listener] of [
          ["mouseover", over],
          ["mouseleave", leave],
          ["focusin", over],
          ["focusout", leave],
          ["click", click],
        ]) {
          table.addEventListener(type, listener);
          undo.push(function () {
            table.removeEventListener(type, listener);
          });
        }
      },
    };
  }

  report.draw = draw;
})();
