/* roofline_report: places the words of a roofline: on the roofs, parallel to their line, inside the frame, not on one
 * another. Part of roofline-charts.js, before roofline-chart.js, which draws them.
 */
(function () {
  "use strict";

  const drawing = window.RooflineReport.drawing;
  const WORD_PX = 12;
  const SMALL_WORD_PX = 11;
  const NARROW_PX = 420; // a frame as narrow as this one is on a phone
  const GAP_PX = 4; // between a roof and the word on it
  const LEFT_OUT = { solid: 1000, dashed: 60, name: 70, gap: 90 }; // a word that covers as much is left out; the tooltip has it
  const ON_LINK = 20; // the cost of a word on the thin line between the dots of a kernel
  const LETTERS = [30, 20, 12]; // that the name of a kernel may have: fewer where there is no room for more
  const MINOR_SHARE = 0.05; // of the GPU time: such a kernel is not named where one with more has no room for its name
  const MOST_DOTS = 150; // that words keep clear of
  const CLEAR_PX = 8; // so much nearer than any other dot, at least, is a name to the dot of its own kernel
  const CLEAR_TIMES = 1.5; // and so many times nearer
  const pen = document.createElement("canvas").getContext("2d");

  /* ---- geometry, in pixels ---- */

  function clipped(line, frame) {
    let start = 0;
    let end = 1;
    const dx = line.x1 - line.x0;
    const dy = line.y1 - line.y0;
    for (const [p, q] of [
      [-dx, line.x0 - frame.x0],
      [dx, frame.x1 - line.x0],
      [-dy, line.y0 - frame.y0],
      [dy, frame.y1 - line.y0],
    ]) {
      if (p === 0 && q < 0) return null;
      if (p < 0) start = Math.max(start, q / p);
      if (p > 0) end = Math.min(end, q / p);
    }
    if (start >= end) return null;
    return {
      x0: line.x0 + start * dx,
      y0: line.y0 + start * dy,
      x1: line.x0 + end * dx,
      y1: line.y0 + end * dy,
    };
  }

  function box(x, y, width, height, angle) {
    const ux = Math.cos(angle);
    const uy = Math.sin(angle);
    return { x: x, y: y, w: width / 2, h: height / 2, ux: ux, uy: uy };
  }

  function corners(b) {
    const points = [];
    for (const [i, j] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ])
      points.push([b.x + i * b.w * b.ux - j * b.h * b.uy, b.y + i * b.w * b.uy + j * b.h * b.ux]);
    return points;
  }

  function isInside(b, frame) {
    return corners(b).every(function ([x, y]) {
      return x >= frame.x0 + 1 && x <= frame.x1 - 1 && y >= frame.y0 + 1 && y <= frame.y1 - 1;
    });
  }

  /* In the box's own directions. */
  function local(b, x, y) {
    const dx = x - b.x;
    const dy = y - b.y;
    return [dx * b.ux + dy * b.uy, -dx * b.uy + dy * b.ux];
  }

  function overlap(a, b) {
    const apart = function (one, other) {
      const points = corners(other).map(function ([x, y]) {
        return local(one, x, y);
      });
      return [one.w, one.h].some(function (half, axis) {
        const along = points.map(function (point) {
          return point[axis];
        });
        return Math.min(...along) > half || Math.max(...along) < -half;
      });
    };
    return !apart(a, b) && !apart(b, a);
  }

  function isCrossed(b, line) {
    const [x0, y0] = local(b, line.x0, line.y0);
    const [x1, y1] = local(b, line.x1, line.y1);
    return clipped({ x0: x0, y0: y0, x1: x1, y1: y1 }, { x0: -b.w, y0: -b.h, x1: b.w, y1: b.h }) !== null;
  }

  function coverCost(b, { taken, lines, links, dots }, { own, dotCost }) {
    let cost = 0;
    for (const link of links) if (isCrossed(b, link)) cost += ON_LINK;
    for (const other of taken) if (overlap(b, other)) cost += 1000;
    for (const line of lines) if (line && line !== own && isCrossed(b, line)) cost += 60;
    const reach = b.w + b.h;
    for (const dot of dots) {
      if (Math.abs(dot.x - b.x) > reach + dot.r || Math.abs(dot.y - b.y) > reach + dot.r) continue;
      const [x, y] = local(b, dot.x, dot.y);
      if (Math.abs(x) < b.w + dot.r && Math.abs(y) < b.h + dot.r) cost += dotCost;
    }
    return cost;
  }

  /* From the edge of a level box to that of a dot. */
  function distance(b, dot) {
    return Math.hypot(Math.max(Math.abs(dot.x - b.x) - b.w, 0), Math.max(Math.abs(dot.y - b.y) - b.h, 0)) - dot.r;
  }

  /* Whether a name there would be taken for that of another kernel. */
  function isAmbiguous(b, own, dots) {
    const least = Math.max(distance(b, own), 0) * CLEAR_TIMES + CLEAR_PX;
    return dots.some((dot) => dot.kernel !== own.kernel && distance(b, dot) < least);
  }

  /* The cheapest place for one word: tried along the whole line, above it and below. */
  function placeWord(width, height, line, frame, { costOf, better }) {
    const length = Math.hypot(line.x1 - line.x0, line.y1 - line.y0);
    const angle = Math.atan2(line.y1 - line.y0, line.x1 - line.x0);
    const isFlat = Math.abs(angle) < 0.02;
    const room = length - width - 8;
    const steps = Math.max(1, Math.floor(Math.max(room, 0) / 6));
    // A flat roof ends at the frame: a word that is longer than it reaches out over its beginning.
    const only = isFlat ? length - width / 2 - 4 : length / 2;
    let best = null;
    for (let i = 0; i <= steps; i++) {
      if (best !== null && (8 * i) / steps >= best.cost) break; // it gets no better further on
      const step = isFlat ? steps - i : i; // flat roofs have their words on the right, others low on the left
      const along = room > 0 ? width / 2 + 4 + (room * step) / steps : only;
      for (const side of [-1, 1]) {
        const away = (height / 2 + GAP_PX) * side;
        const x = line.x0 + along * Math.cos(angle) - away * Math.sin(angle);
        const y = line.y0 + along * Math.sin(angle) + away * Math.cos(angle);
        const place = box(x, y, width + 4, height + 3, angle);
        if (!isInside(place, frame)) continue;
        const cost = costOf(place) + (8 * i) / steps + (side === better ? 0 : 6) + (room < 0 ? 30 : 0);
        if (best === null || cost < best.cost) best = { cost: cost, place: place, angle: angle };
      }
    }
    return best;
  }

  /* "memory-bound" and "compute-bound" at the foot of the ridge, where both have room. */
  function placeRegions(plan, ridge) {
    if (!ridge) return;
    const { frame, toX, height, taken } = plan;
    const foot = toX(ridge[0]);
    for (const [texts, side, room] of [
      [["\u2190 memory-bound", "memory-bound"], -1, foot - frame.x0],
      [["compute-bound \u2192", "compute-bound"], 1, frame.x1 - foot],
    ]) {
      const text = texts.find((each) => pen.measureText(each).width + 12 <= room);
      if (text === undefined) continue;
      const width = pen.measureText(text).width;
      const place = box(foot + side * (width / 2 + 6), frame.y1 - 11, width + 4, height + 2, 0);
      taken.push(place);
      plan.words.push({ text: text, place: place, angle: 0, color: "muted" });
    }
  }

  /* The cheapest of some places for a level word; tells whether there is one that does not cover too much. */
  function placeLevel(plan, text, places, { below, named = null }) {
    const width = pen.measureText(text).width;
    let best = null;
    places(width).forEach(function ([x, y], i) {
      if (best !== null && i >= best.cost) return; // the best places come first
      const place = box(x, y, width + 4, plan.height + 3, 0);
      if (!isInside(place, plan.frame) || (named && isAmbiguous(place, named, plan.dots))) return;
      const cost = i + coverCost(place, plan, { own: null, dotCost: below });
      if (best === null || cost < best.cost) best = { cost: cost, place: place };
    });
    if (best === null || best.cost >= below) return false; // it may cross a line, and cover no dot
    plan.taken.push(best.place);
    plan.words.push({ text: text, place: best.place, angle: 0, color: "text" });
    return true;
  }

  /* Places around a dot: beside it, below and above it in the middle or flush with its sides, then all further away. */
  function around({ x, y, r }, height) {
    return function (width) {
      return [0, 14].flatMap(function (more) {
        const beside = r + GAP_PX + more + width / 2;
        const below = r + GAP_PX + more + height / 2;
        const flush = width / 2 - r;
        return [
          [x + beside, y],
          [x, y + below],
          [x - beside, y],
          [x, y - below],
          [x + flush, y + below],
          [x - flush, y + below],
          [x + flush, y - below],
          [x - flush, y - below],
        ];
      });
    };
  }

  function dotIn(plan, dot) {
    return { x: plan.toX(dot.x), y: plan.toY(dot.y), r: dot.size / 2, kernel: dot.kernel };
  }

  /* How far the chosen kernel is from its roof: beside the line that shows it, or where that is short at its dot. */
  function placeGap(plan, gap) {
    if (!gap) return;
    const { x0: x, y0: low, y1: high } = gapLine(plan, gap);
    const heights = [0.5, 0.65, 0.35, 0.8, 0.2].map((part) => high + (low - high) * part);
    const dot = dotIn(plan, gap.dot);
    const places = function (width) {
      const away = width / 2 + 8;
      return [...heights.flatMap((y) => [[x + away, y], [x - away, y]]), ...around(dot, plan.height)(width)];
    };
    // The number alone where there is no room for the name of the roof.
    for (const text of gap.texts) if (placeLevel(plan, text, places, { below: LEFT_OUT.gap })) return;
  }

  function gapLine(plan, gap) {
    const x = plan.toX(gap.x);
    return { x0: x, y0: plan.toY(gap.y0), x1: x, y1: plan.toY(gap.y1) };
  }

  /* Names of kernels at their dots: of the chosen one, or of those that take most of the time. */
  function placeNames(plan, chart, state) {
    if (chart.data.connect) return;
    const dotsOfKernels = new Map();
    for (const dot of chart.shown) {
      if (state.kernel !== null && dot.slug !== state.kernel) continue;
      if (!dotsOfKernels.has(dot.kernel)) dotsOfKernels.set(dot.kernel, []);
      dotsOfKernels.get(dot.kernel).push(dot);
    }
    const most = plan.frame.x1 - plan.frame.x0 < NARROW_PX ? 3 : 6;
    const kernels = [...dotsOfKernels.keys()].sort((a, b) => a - b); // they come with most GPU time first
    let isComplete = true;
    for (const kernel of kernels.slice(0, most)) {
      if (!isComplete && (chart.data.kernels.share[kernel] ?? 1) < MINOR_SHARE) continue;
      isComplete = placeName(plan, chart, dotsOfKernels.get(kernel)) && isComplete;
    }
  }

  /* At the dot that the verdict is about, else at the outermost one, else at any other. */
  function placeName(plan, chart, dots) {
    const { kernels, levels } = chart.data;
    const gap = kernels.gap[dots[0].kernel];
    const isNearest = (dot) => Number(gap !== null && dot.levelKey === levels[gap[0]][0]);
    const tried = [...dots].sort((a, b) => isNearest(b) - isNearest(a) || b.x - a.x);
    const { name } = dots[0];
    for (const text of new Set(LETTERS.map((most) => shortened(name, most))))
      for (const dot of tried.map((each) => dotIn(plan, each)))
        if (placeLevel(plan, text, around(dot, plan.height), { below: LEFT_OUT.name, named: dot })) return true;
    return false;
  }

  /* A name without its middle: kernels of a kind differ at their ends. */
  function shortened(name, most) {
    const head = (most - 1) >> 1;
    return name.length > most ? `${name.slice(0, head)}\u2026${name.slice(head + 1 - most)}` : name;
  }

  function placeRoofs(plan, chart, state) {
    chart.roofs.forEach(function (roof, i) {
      const line = plan.lines[i];
      if (!line || drawing.isFaded(state, roof)) return;
      const rules = {
        costOf: (place) => coverCost(place, plan, { own: line, dotCost: 12 }),
        better: roof.dash === "solid" ? -1 : 1, // a measured roof lies just below the theoretical one, and so do its words
      };
      // The number alone for a roof that is too short for its name.
      for (const text of [roof.label, roof.value]) {
        const best = placeWord(pen.measureText(text).width, plan.height, line, plan.frame, rules);
        if (best === null || best.cost >= LEFT_OUT[roof.dash]) continue;
        plan.taken.push(best.place);
        plan.words.push({ text: text, place: best.place, angle: best.angle, color: roof.level });
        return;
      }
    });
  }

  /* The lines between the dots of a kernel, from dot to dot. */
  function linksIn({ toX, toY }, { xs, ys }) {
    return xs.flatMap(function (line, i) {
      return line.slice(1).map(function (x, end) {
        return { x0: toX(line[end]), y0: toY(ys[i][end]), x1: toX(x), y1: toY(ys[i][end + 1]) };
      });
    });
  }

  function planOf(chart) {
    const { x_scale: xScale, y_scale: yScale, bbox } = chart.figure.frame;
    const frame = { x0: bbox.x0, y0: bbox.y0, x1: bbox.x1, y1: bbox.y1 };
    const toX = (x) => xScale.compute(x);
    const toY = (y) => yScale.compute(y);
    return {
      frame: frame,
      toX: toX,
      toY: toY,
      height: bbox.width < NARROW_PX ? SMALL_WORD_PX : WORD_PX,
      dots: [],
      links: [],
      lines: chart.roofs.map((roof) =>
        clipped({ x0: toX(roof.x0), y0: toY(roof.y0), x1: toX(roof.x1), y1: toY(roof.y1) }, frame)
      ),
      taken: [],
      words: [],
    };
  }

  /* Roofs come first: the gap and the kernels have more places to choose from. */
  function wordsOf(chart, state) {
    const { palette } = chart;
    const plan = planOf(chart);
    // The largest come first; thousands of small ones leave no room to choose from, and would take long.
    plan.dots = chart.shown.slice(0, MOST_DOTS).map((dot) => dotIn(plan, dot));
    pen.font = plan.height + "px " + palette.font;
    const gap = drawing.gapOf(chart, state);
    plan.links = linksIn(plan, drawing.linksOf(chart, state));
    if (gap) plan.lines.push(gapLine(plan, gap));
    placeRegions(plan, chart.data.ridge);
    placeRoofs(plan, chart, state);
    placeGap(plan, gap);
    placeNames(plan, chart, state);
    const { x_scale: xScale, y_scale: yScale } = chart.figure.frame;
    const { words } = plan;
    return {
      x: words.map((word) => xScale.invert(word.place.x)),
      y: words.map((word) => yScale.invert(word.place.y)),
      text: words.map((word) => word.text),
      angle: words.map((word) => -word.angle), // the screen counts clockwise
      color: words.map((word) => palette[word.color] || palette.level(word.color)),
      halo: words.map(() => palette.background),
      size: words.map(() => plan.height + "px"),
    };
  }

  drawing.wordsOf = wordsOf;
})();
