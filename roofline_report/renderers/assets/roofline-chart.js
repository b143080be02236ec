/* roofline_report: draws one roofline out of its template and the data of the page.
 *
 * Loaded by roofline.js on pages with a chart. The template is a Bokeh figure without data and without colours; models
 * that are filled here are found by name. Colours come from the custom properties in roofline.css.
 */
(function () {
  "use strict";

  const report = window.RooflineReport;

  /* ---- colours ---- */

  const pen = document.createElement("canvas").getContext("2d");

  function plainColor(text, fallback) {
    pen.fillStyle = fallback;
    pen.fillStyle = text; // a text that is no colour leaves the fallback
    return pen.fillStyle;
  }

  function readPalette(element) {
    const style = getComputedStyle(element);
    const color = function (name, fallback) {
      return plainColor(style.getPropertyValue("--roofline-" + name).trim(), fallback || "#666666");
    };
    return {
      font: style.fontFamily,
      text: color("text"),
      muted: color("muted"),
      line: color("line"),
      grid: color("grid"),
      background: color("background", "#ffffff"),
      shades: [color("shade-memory", "#00000000"), color("shade-compute", "#00000000")],
      level: function (key) {
        return color(key);
      },
    };
  }

  function axisColors(palette) {
    return {
      axis_label_text_color: palette.text,
      axis_label_text_font: palette.font,
      major_label_text_color: palette.muted,
      major_label_text_font: palette.font,
      axis_line_color: palette.line,
      major_tick_line_color: palette.line,
      minor_tick_line_color: palette.grid,
    };
  }

  const COLORED = {
    LogAxis: axisColors,
    LinearAxis: axisColors,
    Grid: function (palette) {
      return { grid_line_color: palette.grid };
    },
  };

  /* ---- from page data to the columns of the figure ---- */

  function roofsOf(data) {
    const columns = data.roofs;
    return columns.level.map(function (level, i) {
      return {
        level: level,
        label: columns.label[i],
        hover: columns.hover[i],
        dash: columns.dashed[i] ? "dashed" : "solid",
        width: columns.dashed[i] ? 1.75 : 2.25,
        x0: columns.x0[i],
        y0: columns.y0[i],
        x1: columns.x1[i],
        y1: columns.y1[i],
      };
    });
  }

  function dotsOf(data) {
    const columns = data.points;
    const kernels = data.kernels;
    return columns.kernel.map(function (kernel, i) {
      const level = data.levels[columns.level[i]];
      return {
        kernel: kernel,
        levelKey: level[0],
        x: columns.x[i],
        y: columns.y[i],
        marker: level[2],
        size: kernels.size[kernel],
        name: kernels.name[kernel],
        full: kernels.full[kernel],
        level: level[1],
        intensity: columns.intensity[i],
        achieved: columns.achieved[i],
        attainable: columns.attainable[i],
        share: columns.share[i],
        limiter: columns.limiter[i],
        launches: kernels.launches[kernel],
        time: kernels.time[kernel],
      };
    });
  }

  function column(items, name) {
    return items.map(function (item) {
      return item[name];
    });
  }

  function columnsOf(items, names) {
    return Object.fromEntries(
      names.map(function (name) {
        return [name, column(items, name)];
      })
    );
  }

  const DOT_COLUMNS =
    "x y marker size name full level intensity achieved attainable share limiter launches time kernel".split(" ");
  const ROOF_COLUMNS = "x0 y0 x1 y1 dash width label hover".split(" ");

  /* The regions under the roof, left and right of the ridge point, as far as anyone can zoom. */
  function shadesOf(data, palette) {
    if (!data.ridge) return { xs: [], ys: [], color: [] };
    const [x, y] = data.ridge;
    const far = 1e9;
    return {
      xs: [
        [x / far, x, x],
        [x, x * far, x * far, x],
      ],
      ys: [
        [y / far, y, y / far],
        [y, y, y / far, y / far],
      ],
      color: palette.shades,
    };
  }

  function ridgeOf(data, palette) {
    if (!data.ridge) return { x0: [], y0: [], x1: [], y1: [], color: [] };
    const [x, y] = data.ridge;
    return { x0: [x], y0: [y / 1e9], x1: [x], y1: [y], color: [palette.line] };
  }

  /* Thin lines between the dots of a kernel, from the core outwards. */
  function linksOf(data, state, dots, palette) {
    const byKernel = new Map();
    for (const dot of dots) {
      if (!data.connect && !state.kernels.has(dot.kernel)) continue;
      if (!byKernel.has(dot.kernel)) byKernel.set(dot.kernel, []);
      byKernel.get(dot.kernel).push(dot);
    }
    const lines = [...byKernel.values()].filter(function (line) {
      return line.length > 1;
    });
    return {
      xs: lines.map(function (line) {
        return column(line, "x");
      }),
      ys: lines.map(function (line) {
        return column(line, "y");
      }),
      color: lines.map(function () {
        return palette.muted;
      }),
    };
  }

  /* All sources but the words, which need to know how large the frame is. */
  function sourcesOf(view, palette) {
    const { data, state, roofs } = view;
    view.shown = view.dots
      .filter(function (dot) {
        return state.level === null || dot.levelKey === state.level;
      })
      .sort(function (a, b) {
        return b.size - a.size; // a small dot lies on a large one, not under it
      });
    const dots = columnsOf(view.shown, DOT_COLUMNS);
    dots.color = view.shown.map(function (dot) {
      return palette.level(dot.levelKey);
    });
    const lines = columnsOf(roofs, ROOF_COLUMNS);
    lines.color = roofs.map(function (roof) {
      return palette.level(roof.level);
    });
    lines.alpha = roofs.map(function (roof) {
      return report.isFaded(state, roof) ? 0.18 : 1;
    });
    return {
      "roofline-dots": dots,
      "roofline-roofs": lines,
      "roofline-links": linksOf(data, state, view.shown, palette),
      "roofline-shades": shadesOf(data, palette),
      "roofline-ridge": ridgeOf(data, palette),
    };
  }

  /* ---- filling the template before it is embedded: no second paint, no flash ---- */

  /* On a narrow page the unit of the axis goes to a second line. */
  function axisLabel(text, room, font) {
    pen.font = "13px " + font;
    return pen.measureText(text).width > room ? text.replace(" (", "\n(") : text;
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
      state: { level: null, kernels: new Set(), pinned: new Set() },
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
        find("roofline-words").data = report.wordsOf(view, palette);
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
          if (view.state.kernels.has(dot.kernel)) indices.push(i);
        });
        source.selected.indices = indices;
        applying = false;
        find("roofline-links").data = linksOf(data, view.state, view.shown, palette);
        linked.mark(rowsOf(view.state.pinned), rowsOf(view.state.kernels));
      }

      function rowsOf(kernels) {
        return new Set(
          [...kernels]
            .map(function (kernel) {
              return data.kernels.row[kernel];
            })
            .filter(function (row) {
              return row !== null;
            })
        );
      }

      function kernelsOf(row) {
        const kernels = new Set();
        data.kernels.row.forEach(function (other, kernel) {
          if (other === row) kernels.add(kernel);
        });
        return kernels;
      }

      function pin(kernels) {
        view.state.pinned = kernels;
        view.state.kernels = kernels;
        applySelection();
      }

      function glance(kernels) {
        view.state.kernels = kernels && kernels.size ? kernels : view.state.pinned;
        applySelection();
      }

      source.selected.properties.indices.change.connect(function () {
        if (applying) return;
        const kernels = new Set(
          source.selected.indices.map(function (i) {
            return view.shown[i].kernel;
          })
        );
        pin(kernels);
      });

      linked.listen(undo, {
        glance: function (row) {
          glance(row === null ? null : kernelsOf(row));
        },
        pin: function (row) {
          const kernels = kernelsOf(row);
          const isPinned = [...kernels].every(function (kernel) {
            return view.state.pinned.has(kernel);
          });
          pin(kernels.size && !isPinned ? kernels : new Set());
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
    const entries = figure ? [...figure.querySelectorAll(".roofline-key[data-level]")] : [];
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
