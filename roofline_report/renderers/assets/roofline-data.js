/* roofline_report: turns the data of a page and the colours of its theme into the columns of the figure.
 *
 * Loaded by roofline.js on pages with a chart, before roofline-words.js and roofline-chart.js. Colours come from the
 * custom properties in the style sheet, so that every theme can have its own.
 */
(function () {
  "use strict";

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
        key: columns.key[i],
        level: level,
        label: columns.name[i] + " " + columns.value[i],
        value: columns.value[i],
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
      const row = (columns.row || kernels.row)[columns.row ? i : kernel];
      return {
        kernel: kernel,
        group: row === null ? "kernel " + kernel : "row " + row, // what is chosen together
        row: row,
        levelKey: level[0],
        x: columns.x[i],
        y: columns.y[i],
        color: kernels.color ? kernels.color[kernel] : null, // a kernel's own, instead of the level's
        marker: (kernels.marker && kernels.marker[kernel]) || level[2],
        size: kernels.size[kernel],
        name: kernels.name[kernel],
        full: kernels.full[kernel],
        level: level[1],
        intensity: columns.intensity[i],
        achieved: kernels.achieved[kernel],
        attainable: columns.attainable[i],
        share: columns.share[i],
        limiter: kernels.limiter[kernel],
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
    "x y marker size name full level intensity achieved attainable share limiter launches time".split(" ");
  const ROOF_COLUMNS = "x0 y0 x1 y1 dash width label hover".split(" ");

  /* The regions under the roofs, left and right of the ridge point, as far as anyone can zoom. */
  function shadesOf(data, palette) {
    if (!data.ridge) return { xs: [], ys: [], color: [] };
    const [x, y] = data.ridge;
    const far = 1e9;
    const slopes = data.roofs.level.map(function (level, i) {
      return level === "compute" ? 0 : data.roofs.y1[i] / data.roofs.x1[i];
    });
    const corner = Math.min(x, y / Math.max(y / x, ...slopes)); // where the fastest memory meets the flat roof
    return {
      xs: [
        [corner / far, corner, x, x],
        [x, x * far, x * far, x],
      ],
      ys: [
        [y / far, y, y, y / far],
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
      if (!data.connect && !state.groups.has(dot.group)) continue;
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

  function isFaded(state, roof) {
    return state.level !== null && roof.level !== "compute" && roof.level !== state.level;
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
      const ofLevel = palette.level(dot.levelKey);
      return dot.color ? plainColor(dot.color, ofLevel) : ofLevel;
    });
    const lines = columnsOf(roofs, ROOF_COLUMNS);
    lines.color = roofs.map(function (roof) {
      return palette.level(roof.level);
    });
    lines.alpha = roofs.map(function (roof) {
      return isFaded(state, roof) ? 0.18 : 1;
    });
    return {
      "roofline-dots": dots,
      "roofline-roofs": lines,
      "roofline-links": linksOf(data, state, view.shown, palette),
      "roofline-shades": shadesOf(data, palette),
      "roofline-ridge": ridgeOf(data, palette),
    };
  }

  Object.assign(window.RooflineReport.drawing, {
    readPalette: readPalette,
    COLORED: COLORED,
    roofsOf: roofsOf,
    dotsOf: dotsOf,
    linksOf: linksOf,
    sourcesOf: sourcesOf,
    column: column,
    isFaded: isFaded,
  });
})();
