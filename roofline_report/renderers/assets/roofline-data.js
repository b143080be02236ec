/* roofline_report: turns the data of a page and the colours of its theme into the columns of the figure.
 *
 * Part of roofline-charts.js, before roofline-words.js and roofline-chart.js. Colours come from the
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

  const LEVELS = ["l1", "shared", "l2", "dram", "compute"];

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
      levels: Object.fromEntries(LEVELS.map((key) => [key, color(key)])), // read once: each look lays the page out
      level: function (key) {
        return this.levels[key] || "#666666";
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

  /* ---- axes ---- */

  const MOST_DECADES = 8; // with a number at each

  /* All numbers of an axis that are a power of ten times one of some factors. */
  function multiples(start, end, factors, stride = 1) {
    const found = [];
    for (let power = Math.floor(Math.log10(start)); power <= Math.ceil(Math.log10(end)); power += stride)
      for (const factor of factors) found.push(Number(`${factor}e${power}`));
    return found.filter((value) => value >= start * (1 - 1e-9) && value <= end * (1 + 1e-9));
  }

  /* Of a part of a decade: as on a plain axis. */
  function evenly(start, end) {
    const rough = (end - start) / 8;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    const first = Math.ceil(start / step);
    return Array.from({ length: Math.floor(end / step) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  }

  /* Where an axis has its numbers: at decades, or between them where fewer than two are seen. */
  function ticksOf(start, end) {
    const span = Math.log10(end / start);
    const minor = multiples(start, end, [2, 3, 4, 5, 6, 7, 8, 9]);
    if (span >= 2 - 1e-9) {
      const stride = Math.ceil(span / MOST_DECADES);
      return { ticks: multiples(start, end, [1], stride), minor_ticks: stride > 1 ? [] : minor };
    }
    if (span < 0.6) return { ticks: evenly(start, end), minor_ticks: [] };
    return { ticks: multiples(start, end, span > 0.9 ? [1, 2, 5] : [1, 2, 3, 4, 5, 6, 8]), minor_ticks: minor };
  }

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
    const dots = columns.kernel.map(function (kernel, i) {
      const level = data.levels[columns.level[i]];
      return {
        kernel: kernel,
        slug: kernels.slug[kernel],
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
    return dots.sort((a, b) => b.size - a.size); // a small dot lies on a large one, not under it
  }

  /* What a chart shows of its view. In the chart of one kernel a row is a level, and a dot is chosen by its level. */
  function stateOf(chart) {
    const view = window.RooflineReport.viewOf(chart.element);
    const { kernel, level, roof, zoom } = view ? view.state : {};
    const key = chart.data.connect ? "levelKey" : "slug";
    const chosen = chart.data.connect ? level : kernel;
    return {
      view: view,
      zoom: zoom || null, // of the model that is shown
      level: level || null,
      roof: chart.roofs.find((each) => each.key === roof) || null,
      kernel: chart.data.connect ? chart.data.kernels.slug[0] || null : kernel || null,
      chosen: chosen || null,
      lit: (view && view.glanced) || chosen || null, // what stands out: pointed at, or chosen
      isLit: (dot, lit) => dot[key] === lit,
      isAbsent: Boolean(chosen) && !chart.dots.some((dot) => dot[key] === chosen),
      hidden: view ? view.hidden : new Set(),
    };
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
    "x y marker size name full level intensity achieved attainable share limiter launches time note".split(" ");
  const FADED_FILL = 0.1;
  const FADED_LINE = "29"; // of "#rrggbbaa"
  const MANY_DOTS = 1500; // their outlines would be more than half of what drawing them costs
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
  function linksOf(chart, state) {
    const byKernel = new Map();
    for (const dot of chart.dots) {
      if (!isShown(state, dot) || !(chart.data.connect || state.isLit(dot, state.lit))) continue;
      if (!byKernel.has(dot.kernel)) byKernel.set(dot.kernel, []);
      byKernel.get(dot.kernel).push(dot);
    }
    const lines = [...byKernel.values()].filter((line) => line.length > 1);
    return {
      xs: lines.map((line) => column(line, "x")),
      ys: lines.map((line) => column(line, "y")),
      color: lines.map(() => chart.palette.muted),
    };
  }

  /* The way from the chosen kernel to its nearest roof, where the dot that it begins at is shown. */
  function gapOf(chart, state) {
    const { kernels, levels } = chart.data;
    const at = kernels.slug.indexOf(state.kernel);
    const gap = at < 0 ? null : kernels.gap[at];
    if (!gap) return null;
    const dot = chart.shown.find((each) => each.kernel === at && each.levelKey === levels[gap[0]][0]);
    return dot ? { dot: dot, x: dot.x, y0: gap[1], y1: gap[2], texts: gap.slice(4) } : null;
  }

  function gapColumns(chart, state) {
    const gap = gapOf(chart, state);
    if (!gap) return { x: [], y0: [], y1: [], color: [] };
    return { x: [gap.x], y0: [gap.y0], y1: [gap.y1], color: [chart.palette.text] };
  }

  /* Memory whose dots are shown alone: that of a level or of one of its roofs; a flat roof is for all of them. */
  function loneLevel(state) {
    if (state.roof) return state.roof.level === "compute" ? null : state.roof.level;
    return state.level;
  }

  function isShown(state, dot) {
    const level = loneLevel(state);
    return (level === null || dot.levelKey === level) && !state.hidden.has(dot.slug);
  }

  function isFaded(state, roof) {
    if (state.roof) return roof.key !== state.roof.key;
    return state.level !== null && roof.level !== "compute" && roof.level !== state.level;
  }

  /* Where the numbers of a dot stand: a table holds no more rows than the settings allow. */
  function noteOf(state, dot) {
    const kernel = state.view && state.view.kernels.get(dot.slug);
    const isCut = state.view && state.view.tables.length > 0 && kernel && !kernel.rows.length;
    return isCut ? "Not in the table: its numbers are in the download." : "";
  }

  function dotColumns(chart, state) {
    const { palette } = chart;
    chart.shown = chart.dots.filter((dot) => isShown(state, dot));
    const dots = columnsOf(chart.shown, DOT_COLUMNS);
    const isCrowded = chart.shown.length > MANY_DOTS;
    dots.fill = chart.shown.map(() => (state.isAbsent ? FADED_FILL : isCrowded ? 0.85 : 0.6));
    dots.edge = chart.shown.map(() => (isCrowded ? 0 : 1.25));
    dots.note = chart.shown.map((dot) => (chart.data.connect ? "" : noteOf(state, dot)));
    dots.color = chart.shown.map(function (dot) {
      const ofLevel = palette.level(dot.levelKey);
      const color = dot.color ? plainColor(dot.color, ofLevel) : ofLevel;
      // What is alone has no dot here, so that Bokeh knows of nothing to fade.
      return state.isAbsent && color.length === 7 ? color + FADED_LINE : color;
    });
    return dots;
  }

  function roofColumns(chart, state) {
    const lines = columnsOf(chart.roofs, ROOF_COLUMNS);
    lines.color = chart.roofs.map((roof) => chart.palette.level(roof.level));
    lines.alpha = chart.roofs.map((roof) => (isFaded(state, roof) ? 0.18 : 1));
    return lines;
  }

  /* All sources but the words, which need to know how large the frame is. */
  function sourcesOf(chart, state) {
    return {
      "roofline-dots": dotColumns(chart, state),
      "roofline-roofs": roofColumns(chart, state),
      ...choiceOf(chart, state),
      "roofline-targets": columnsOf(chart.roofs, ["x0", "y0", "x1", "y1"]),
      "roofline-shades": shadesOf(chart.data, chart.palette),
      "roofline-ridge": ridgeOf(chart.data, chart.palette),
    };
  }

  /* What is drawn for the kernel that is chosen or pointed at; it asks which dots are shown. */
  function choiceOf(chart, state) {
    return { "roofline-links": linksOf(chart, state), "roofline-gap": gapColumns(chart, state) };
  }

  Object.assign(window.RooflineReport.drawing, {
    readPalette: readPalette,
    COLORED: COLORED,
    ticksOf: ticksOf,
    roofsOf: roofsOf,
    dotsOf: dotsOf,
    stateOf: stateOf,
    sourcesOf: sourcesOf,
    dotColumns: dotColumns,
    roofColumns: roofColumns,
    choiceOf: choiceOf,
    linksOf: linksOf,
    gapOf: gapOf,
    isFaded: isFaded,
  });
})();
