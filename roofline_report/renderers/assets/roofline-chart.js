/* roofline_report: draws one roofline out of its template and the data of the page.
 *
 * Loaded by roofline.js on pages with a chart. The template is a Bokeh figure without data and without colours; models
 * that are filled here are found by name. Colours come from the custom properties in roofline.css.
 */
(function () {
  "use strict";

  const report = window.RooflineReport;
  const drawing = report.drawing; // filled by the other scripts, maybe later than this one
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
      if (drawing.COLORED[node.name]) Object.assign(node.attributes, drawing.COLORED[node.name](palette));
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

  /* A chart that was hidden while it was drawn may never call itself idle; others must not wait for it for ever. */
  function isIdle(doc) {
    return new Promise(function (resolve) {
      if (doc.is_idle) resolve();
      else doc.idle.connect(resolve);
      setTimeout(resolve, 5000);
    });
  }

  function makeView(element, data) {
    return {
      element: element,
      data: data,
      roofs: drawing.roofsOf(data),
      dots: drawing.dotsOf(data),
      shown: [], // the dots in the order of the source
      state: { level: null, groups: new Set(), pinned: new Set() },
      palette: drawing.readPalette(element),
      undo: [], // what to take back when the chart goes
      figure: null,
      find: null, // name -> model
    };
  }

  function filledItem(view, template) {
    const named = namedAttributes(view.data, view.element, view.palette);
    for (const [name, columns] of Object.entries(drawing.sourcesOf(view, view.palette)))
      named[name] = { data: { type: "map", entries: Object.entries(columns) } };
    const item = JSON.parse(template);
    fill(item.doc.roots, named, view.palette);
    return item;
  }

  async function draw(element, data, { bokeh, template }) {
    const view = makeView(element, data);
    const views = await embed(bokeh, filledItem(view, template), element, view.undo);
    view.figure = views.roots.find(function (root) {
      return root.frame;
    });
    const doc = view.figure.model.document;
    view.find = function (name) {
      return doc.get_model_by_name(name);
    };

    function dispose() {
      views.clear();
      doc.clear();
      for (const step of view.undo.splice(0)) step();
      const place = bokeh.documents.indexOf(doc);
      if (place >= 0) bokeh.documents.splice(place, 1);
    }

    try {
      await isIdle(doc);
      return Object.assign(element.isConnected ? enliven(view) : {}, { dispose: dispose });
    } catch (error) {
      dispose();
      throw error;
    }
  }

  /* ---- what a drawn chart can do ---- */

  function enliven(view) {
    const selection = makeSelection(view);
    const showWords = function () {
      view.find("roofline-words").data = drawing.wordsOf(view, view.palette);
    };
    const refresh = function () {
      const sources = drawing.sourcesOf(view, view.palette);
      for (const [name, columns] of Object.entries(sources)) view.find(name).data = columns;
      selection.apply();
      showWords();
    };
    const legend = makeLegend(view, refresh);
    keepWordsInPlace(view, showWords);
    keepFrameForKeyboards(view.figure);
    showWords();
    return {
      view: view,
      figure: view.figure,
      clear: function () {
        legend.clear();
        selection.pin(new Set());
      },
      recolor: function (options) {
        view.palette = drawing.readPalette(view.element);
        for (const model of view.figure.model.references())
          if (drawing.COLORED[model.type]) model.setv(drawing.COLORED[model.type](view.palette));
        refresh();
        if (options && options.atOnce) paintAtOnce(view.figure);
      },
    };
  }

  /* Printing waits for promises that are settled, and for nothing else: BokehJS takes new colours of its data over by
   * promises, and asks for a frame to paint them. */
  function paintAtOnce(figure) {
    const settled = figure.model.renderers.map(function (renderer) {
      return figure.views.get_one(renderer).set_data();
    });
    Promise.all(settled).then(function () {
      figure.invalidate_painters();
      figure.paint();
    });
  }

  /* Bokeh draws a frame around a chart that was clicked; it is for those who came by keyboard. */
  function keepFrameForKeyboards(figure) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".bk-events:focus:not(:focus-visible){outline:none}");
    const shadow = figure.canvas_view.shadow_el;
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  }

  /* Zooming and resizing turn the lines, and with them the words. */
  function keepWordsInPlace(view, showWords) {
    const { element, find, undo } = view;
    let asked = 0;
    let settled = 0;
    let isGone = false;
    const ask = function () {
      if (asked || isGone) return;
      asked = requestAnimationFrame(function () {
        asked = 0;
        showWords();
      });
    };
    for (const name of ["roofline-x", "roofline-y"])
      for (const end of ["start", "end"]) find(name).properties[end].change.connect(ask);
    const resizing = new ResizeObserver(function () {
      clearTimeout(settled);
      settled = setTimeout(ask, 120); // BokehJS lays out in its own time
      const fitting = namedAttributes(view.data, element, view.palette);
      for (const name of ["roofline-x-axis", "roofline-y-axis"]) find(name).setv(fitting[name]);
    });
    resizing.observe(element);
    if (document.fonts && document.fonts.status !== "loaded") document.fonts.ready.then(ask);
    undo.push(function () {
      isGone = true;
      resizing.disconnect();
      clearTimeout(settled);
      cancelAnimationFrame(asked);
    });
  }

  /* Dots are chosen in groups: all dots of a table row, or of a kernel that has no row. A pointer over a row chooses for
   * as long as it is there; a click, on a row or a dot, until the next click or Escape. */
  function makeSelection(view) {
    const { state, dots } = view;
    const selected = view.find("roofline-dots").selected;
    const linked = linkedTable(view.element);
    let isApplying = false;

    function rowsOf(groups) {
      const chosen = dots.filter(function (dot) {
        return dot.row !== null && groups.has(dot.group);
      });
      return new Set(drawing.column(chosen, "row"));
    }

    function groupsOf(row) {
      const chosen = dots.filter(function (dot) {
        return dot.row === row;
      });
      return new Set(drawing.column(chosen, "group"));
    }

    function apply() {
      isApplying = true;
      selected.indices = [...view.shown.keys()].filter(function (i) {
        return state.groups.has(view.shown[i].group);
      });
      isApplying = false;
      view.find("roofline-links").data = drawing.linksOf(view.data, state, view.shown, view.palette);
      linked.mark(rowsOf(state.pinned), rowsOf(state.groups));
    }

    function pin(groups) {
      state.pinned = groups;
      state.groups = groups;
      apply();
    }

    selected.properties.indices.change.connect(function () {
      if (isApplying) return;
      const chosen = selected.indices.map(function (i) {
        return view.shown[i].group;
      });
      pin(new Set(chosen));
    });
    linked.listen(view.undo, {
      glance: function (row) {
        const groups = row === null ? new Set() : groupsOf(row);
        state.groups = groups.size ? groups : state.pinned;
        apply();
      },
      pin: function (row) {
        const groups = groupsOf(row);
        const isPinned = [...groups].every(function (group) {
          return state.pinned.has(group);
        });
        pin(isPinned ? new Set() : groups);
      },
    });
    return { apply: apply, pin: pin };
  }

  /* ---- legend: a click shows one level alone, a second click brings all back ---- */

  function makeLegend(view, refresh) {
    const figure = view.element.closest("figure");
    const entries = figure ? [...figure.querySelectorAll(".roofline-entry[data-level]")] : [];
    let chosen = null;
    function choose(level) {
      if (level === chosen) return;
      chosen = level;
      for (const entry of entries)
        entry.firstElementChild.setAttribute("aria-pressed", String(entry.dataset.level === chosen));
      if (figure) figure.classList.toggle("roofline-isolated", chosen !== null);
      view.state.level = chosen;
      refresh();
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
        view.undo.push(function () {
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

  const marked = new WeakMap(); // table -> chart -> rows: charts that share a table keep their marks apart

  function marksOf(table) {
    if (!marked.has(table)) marked.set(table, new Map());
    return marked.get(table);
  }

  function linkedTable(element) {
    const id = element.dataset.rooflineTable;
    const table = id ? document.getElementById(id) : null;
    const me = {}; // what this chart's marks go by
    if (!table) return { mark: function () {}, listen: function () {} };
    const rows = function () {
      return table.querySelectorAll("tr[data-row]");
    };
    const showMarks = function () {
      const marks = [...marksOf(table).values()];
      const isMarked = function (row, kind) {
        return marks.some(function (mark) {
          return mark[kind].has(Number(row.dataset.row));
        });
      };
      for (const row of rows()) {
        row.classList.toggle("roofline-on", isMarked(row, "pinned"));
        row.classList.toggle("roofline-near", isMarked(row, "glanced"));
      }
    };
    const rowOf = function (event) {
      const row = event.target.closest("tr[data-row]");
      return row ? Number(row.dataset.row) : null;
    };
    return {
      mark: function (pinned, glanced) {
        marksOf(table).set(me, { pinned: pinned, glanced: glanced });
        showMarks();
      },
      listen: function (undo, { glance, pin }) {
        undo.push(function () {
          marksOf(table).delete(me);
          showMarks();
        });
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
