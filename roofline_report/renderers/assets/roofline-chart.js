/* roofline_report: draws one roofline out of its template and the data of the page.
 *
 * Part of roofline-charts.js, which roofline.js loads on pages with a chart. The template is a Bokeh figure without data
 * and without colours; models that are filled here are found by name. Colours come from the custom properties in
 * roofline.css.
 */
(function () {
  "use strict";

  const report = window.RooflineReport;
  const drawing = report.drawing; // filled by the parts before this one
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
      "roofline-x-ticker": drawing.ticksOf(data.x[1], data.x[2]),
      "roofline-y-ticker": drawing.ticksOf(data.y[1], data.y[2]),
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

  function makeChart(element, data) {
    return {
      element: element,
      data: data,
      roofs: drawing.roofsOf(data),
      dots: drawing.dotsOf(data),
      shown: [], // the dots in the order of the source
      drawn: null, // the state that the sources were made for
      palette: drawing.readPalette(element),
      undo: [], // what to take back when the chart goes
      figure: null,
      find: null, // name -> model
    };
  }

  function filledItem(chart, template) {
    const named = namedAttributes(chart.data, chart.element, chart.palette);
    chart.drawn = drawing.stateOf(chart);
    for (const [name, columns] of Object.entries(drawing.sourcesOf(chart, chart.drawn)))
      named[name] = { data: { type: "map", entries: Object.entries(columns) } };
    const item = JSON.parse(template);
    fill(item.doc.roots, named, chart.palette);
    return item;
  }

  async function draw(element, { bokeh, templates }) {
    const data = report.dataOf(element);
    const chart = makeChart(element, data);
    const views = await embed(bokeh, filledItem(chart, templates[data.template]), element, chart.undo);
    chart.figure = views.roots.find((root) => root.frame);
    const doc = chart.figure.model.document;
    chart.find = (name) => doc.get_model_by_name(name);

    function dispose() {
      views.clear();
      doc.clear();
      for (const step of chart.undo.splice(0)) step();
      const place = bokeh.documents.indexOf(doc);
      if (place >= 0) bokeh.documents.splice(place, 1);
    }

    try {
      await isIdle(doc);
      return Object.assign(element.isConnected ? enliven(chart) : {}, { dispose: dispose });
    } catch (error) {
      dispose();
      throw error;
    }
  }

  /* ---- what a drawn chart can do ---- */

  function enliven(chart) {
    const shower = makeShower(chart);
    listenToClicks(chart, shower);
    listenToRanges(chart, shower);
    keepOneTooltip(chart);
    keepTicksInPlace(chart);
    keepWordsInPlace(chart, shower);
    keepFrameForKeyboards(chart.figure);
    nameParts(chart);
    shower.show(); // a reader may have chosen something while it was drawn
    return {
      view: chart,
      figure: chart.figure,
      show: shower.show,
      recolor: function () {
        chart.palette = drawing.readPalette(chart.element);
        for (const model of chart.figure.model.references())
          if (drawing.COLORED[model.type]) model.setv(drawing.COLORED[model.type](chart.palette));
        shower.showAgain();
      },
    };
  }

  /* Brings the figure in line with the view, and touches only what changed: a pointer over a row must not move dots. */
  function makeShower(chart) {
    const selected = chart.find("roofline-dots").selected;
    let worded = null; // what the words were made for
    let zoomed = null;
    const shower = { isApplying: false, show: show, showAgain: showAgain, showWords: showWords };

    function isAsBefore(before, state, keys) {
      return before !== null && keys.every((key) => before[key] === state[key]);
    }

    function show() {
      const state = drawing.stateOf(chart);
      for (const [name, columns] of Object.entries(changed(state))) chart.find(name).data = columns;
      chart.drawn = state;
      shower.isApplying = true;
      selected.indices = [...chart.shown.keys()].filter((i) => state.lit && state.isLit(chart.shown[i], state.lit));
      if (state.zoom !== zoomed) zoomTo(state.zoom);
      zoomed = state.zoom;
      shower.isApplying = false;
      if (!isAsBefore(worded, state, ["level", "roof", "hidden", "kernel"])) showWords();
    }

    /* The sources that are not for this state yet. */
    function changed(state) {
      if (chart.drawn === null) return drawing.sourcesOf(chart, state);
      const isSame = (...keys) => isAsBefore(chart.drawn, state, keys);
      const sources = {};
      if (!isSame("level", "roof", "hidden", "isAbsent")) sources["roofline-dots"] = drawing.dotColumns(chart, state);
      if (!isSame("level", "roof")) sources["roofline-roofs"] = drawing.roofColumns(chart, state);
      if (!isSame("level", "roof", "hidden", "kernel", "lit")) Object.assign(sources, drawing.choiceOf(chart, state));
      return sources;
    }

    function showWords() {
      worded = drawing.stateOf(chart);
      chart.find("roofline-words").data = drawing.wordsOf(chart, worded);
    }

    function showAgain() {
      chart.drawn = null;
      worded = null;
      show();
    }

    function zoomTo(zoom) {
      const { x, y } = chart.data;
      const [x0, x1, y0, y1] = zoom || [x[1], x[2], y[1], y[2]];
      chart.find("roofline-x").setv({ start: Math.max(x0, x[1]), end: Math.min(x1, x[2]) });
      chart.find("roofline-y").setv({ start: Math.max(y0, y[1]), end: Math.min(y1, y[2]) });
    }

    shower.zoomed = function (zoom) {
      zoomed = zoom; // the reader did it in the chart: nothing is left to do
    };
    return shower;
  }

  /* Bokeh draws a frame around a chart that was clicked; it is for those who came by keyboard. */
  function keepFrameForKeyboards(figure) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".bk-events:focus:not(:focus-visible){outline:none}");
    const shadow = figure.canvas_view.shadow_el;
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  }

  /* BokehJS makes all that can have the focus of plain divs. A screen reader is told what they are, and which is on. */
  function nameParts(chart) {
    const frame = chart.figure.canvas_view.events_el;
    const title = chart.element.closest(".roofline-figure").querySelector(".roofline-title");
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", title ? title.textContent.trim() : "Chart");
    for (const tool of focusable(chart.figure.el)) {
      if (tool === frame) continue;
      const tell = function () {
        tool.setAttribute("aria-pressed", String(tool.classList.contains("bk-active")));
      };
      tool.setAttribute("role", "button");
      tool.setAttribute("aria-label", tool.title || "More tools");
      if (!tool.classList.contains("bk-OnOffButton")) continue;
      tell();
      const watching = new MutationObserver(tell);
      watching.observe(tool, { attributes: true, attributeFilter: ["class"] });
      chart.undo.push(() => watching.disconnect());
    }
  }

  function focusable(element) {
    const inside = [...element.children, ...(element.shadowRoot ? element.shadowRoot.children : [])].flatMap(focusable);
    return element.tabIndex === 0 ? [element, ...inside] : inside;
  }

  /* Zooming and resizing turn the lines, and with them the words. */
  function keepWordsInPlace(chart, shower) {
    const { element, find, undo } = chart;
    let asked = 0;
    let settled = 0;
    let isGone = false;
    const ask = function () {
      if (asked || isGone) return;
      asked = requestAnimationFrame(function () {
        asked = 0;
        shower.showWords();
      });
    };
    onRanges(chart, ask);
    const resizing = new ResizeObserver(function () {
      clearTimeout(settled);
      settled = setTimeout(ask, 120); // BokehJS lays out in its own time
      const fitting = namedAttributes(chart.data, element, chart.palette);
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

  /* Where a dot lies on a roof, its tooltip would stand on that of the roof. */
  function keepOneTooltip(chart) {
    const [dots, roofs] = ["roofline-dots", "roofline-roofs"].map(chart.find);
    const shown = [...chart.figure.tool_views.values()].flatMap((tool) => [...(tool.ttmodels || [])]);
    const ofRoofs = shown.filter(([renderer]) => renderer.data_source === roofs).map(([, tooltip]) => tooltip);
    const hide = function () {
      if (dots.inspected.indices.length) for (const tooltip of ofRoofs) tooltip.clear();
    };
    dots.inspect.connect(hide);
    roofs.inspect.connect(() => queueMicrotask(hide)); // its own tooltip is shown first
  }

  /* Numbers for the part of the chart that is seen. */
  function keepTicksInPlace(chart) {
    onRanges(chart, function () {
      for (const axis of ["roofline-x", "roofline-y"]) {
        const { start, end } = chart.find(axis);
        chart.find(`${axis}-ticker`).setv(drawing.ticksOf(start, end));
      }
    });
  }

  function onRanges(chart, listener) {
    for (const name of ["roofline-x", "roofline-y"])
      for (const end of ["start", "end"]) chart.find(name).properties[end].change.connect(listener);
  }

  /* A part of the chart that the reader zoomed to belongs to what a link shows. */
  function listenToRanges(chart, shower) {
    let settled = 0;
    onRanges(chart, function () {
      if (shower.isApplying) return;
      clearTimeout(settled);
      settled = setTimeout(tell, 300);
    });
    chart.undo.push(() => clearTimeout(settled));

    function tell() {
      const view = report.viewOf(chart.element);
      if (!view) return;
      const { x, y } = chart.data;
      const ends = ["roofline-x", "roofline-y"].flatMap((name) => [chart.find(name).start, chart.find(name).end]);
      const isWhole = [x[1], x[2], y[1], y[2]].every((end, i) => Math.abs(Math.log10(ends[i] / end)) < 1e-3);
      const zoom = isWhole ? null : ends.map((end) => Number(end.toPrecision(4)));
      shower.zoomed(zoom);
      view.change({ zoom: zoom }, { isReplaced: true });
    }
  }

  /* ---- clicks: on a dot, on a roof, on nothing ---- */

  function listenToClicks(chart, shower) {
    const { element, find, undo } = chart;
    const dots = find("roofline-dots").selected;
    const roofs = find("roofline-targets").selected;
    let hasHit = false;

    dots.properties.indices.change.connect(function () {
      const dot = shower.isApplying ? null : chart.shown[dots.indices[0]];
      const view = report.viewOf(element);
      if (!dot || !view) return;
      hasHit = true;
      if (chart.data.connect) view.change({ level: dot.levelKey, roof: null });
      else view.change({ kernel: dot.slug });
      shower.show(); // all dots of the kernel, not only the one that was hit
    });
    roofs.properties.indices.change.connect(function () {
      const roof = chart.roofs[roofs.indices[0]];
      if (!roof) return;
      roofs.indices = [];
      queueMicrotask(function () {
        const view = report.viewOf(element);
        if (hasHit || !view) return; // a dot lies on the roof
        hasHit = true;
        view.change({ roof: view.state.roof === roof.key ? null : roof.key, level: null });
      });
    });
    listenToNothing();

    /* A click that hits nothing brings all back; one that ends a drag is none. */
    function listenToNothing() {
      let from = null;
      const press = function (event) {
        from = [event.clientX, event.clientY];
        hasHit = false;
      };
      const click = function (event) {
        const isDrag = from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 4;
        const isOnFrame = event.composedPath().some((each) => each.classList && each.classList.contains("bk-events"));
        if (isDrag || !isOnFrame) return;
        setTimeout(function () {
          const view = report.viewOf(element);
          if (!hasHit && view) view.change({ kernel: null, level: null, roof: null });
        });
      };
      element.addEventListener("pointerdown", press, true);
      element.addEventListener("click", click);
      undo.push(function () {
        element.removeEventListener("pointerdown", press, true);
        element.removeEventListener("click", click);
      });
    }
  }

  report.draw = draw;
})();
