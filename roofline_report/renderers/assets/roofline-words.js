/* roofline_report: places the words of a roofline: on the roofs, parallel to their line, inside the frame, not on one
 * another. Part of roofline-charts.js, before roofline-chart.js, which draws them.
 */
(function () {
  "use strict";

  const drawing = window.RooflineReport.drawing;
  const { box, clipped, covers, distance, isCrossed, isInside, leader, overlap, touches } = drawing.boxes;
  const WORD_PX = 12;
  const SMALL_WORD_PX = 11;
  const NARROW_PX = 420; // a frame as narrow as this one is on a phone
  const GAP_PX = 4; // between a roof and the word on it
  const ON_WORD = 1000; // the cost of a word on another
  const ON_LINE = 60; // on a line
  const ON_LINK = 80; // on the thin line between the dots of a kernel
  const ON_DOT = 12; // of the word of a roof on a dot
  const LEFT_OUT = { name: 70, gap: 90 }; // a word that covers as much is left out; the tooltip has it
  const LETTERS = [30, 20, 12]; // that the name of a kernel may have: fewer where there is no room for more
  const MINOR_SHARE = 0.05; // of the GPU time: such a kernel is not named where one with more has no room for its name
  const MOST_DOTS = 150; // that words keep clear of
  const CLEAR_PX = 8; // so much nearer than any other dot, at least, is a name to the dot of its own kernel
  const CLEAR_TIMES = 1.5; // and so many times nearer
  const FURTHER_PX = [16, 32, 48, 72]; // from its dot: a name that a line joins to it
  const pen = document.createElement("canvas").getContext("2d");

  function coverCost(b, { taken, lines, links, dots }, { own, dotCost }) {
    let cost = 0;
    for (const link of links) if (isCrossed(b, link)) cost += ON_LINK;
    for (const other of taken) if (overlap(b, other)) cost += ON_WORD;
    for (const line of lines) if (line && line !== own && isCrossed(b, line)) cost += ON_LINE;
    for (const dot of dots) if (covers(b, dot)) cost += dotCost;
    return cost;
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

  /* The cheapest of some places for a level word that may stand there; null where each covers too much. */
  function cheapest(plan, text, places, { below, may }) {
    const width = pen.measureText(text).width;
    let best = null;
    places(width).forEach(function ([x, y], i) {
      if (best !== null && i >= best.cost) return; // the best places come first
      const place = box(x, y, width + 4, plan.height + 3, 0);
      if (!isInside(place, plan.frame) || !may(place)) return;
      const cost = i + coverCost(place, plan, { own: null, dotCost: below });
      if (best === null || cost < best.cost) best = { cost: cost, place: place };
    });
    return best === null || best.cost >= below ? null : best.place; // it may cross a line, and cover no dot
  }

  /* Tells whether it could. */
  function placeLevel(plan, text, places, { below, may, leaderTo = () => null }) {
    const place = cheapest(plan, text, places, { below: below, may: may });
    if (place === null) return false;
    const leader = leaderTo(place);
    if (leader) plan.lines.push(leader);
    plan.taken.push(place);
    plan.words.push({ text: text, place: place, angle: 0, color: "text", leader: leader });
    return true;
  }

  /* ---- names that a line joins to their dot ---- */

  /* Whether the line from a dot to its name meets no other kernel's dot and no word, and none of them is close to it. */
  function isLed(plan, b, own) {
    const line = leader(own, b);
    const others = plan.dots.filter((dot) => dot.kernel !== own.kernel);
    return (
      others.every((dot) => distance(b, dot) >= CLEAR_PX && !touches(line, dot)) &&
      plan.taken.every((word) => !isCrossed(word, line))
    );
  }

  /* Places around a dot: beside it, below and above it in the middle or flush with its sides; then all further away. */
  function around({ x, y, r }, height, further = [0]) {
    return function (width) {
      return further.flatMap(function (more) {
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
      return [...heights.flatMap((y) => [[x + away, y], [x - away, y]]), ...around(dot, plan.height, [0, 14])(width)];
    };
    // The number alone where there is no room for the name of the roof.
    for (const text of gap.texts) if (placeLevel(plan, text, places, { below: LEFT_OUT.gap, may: () => true })) return;
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
    const shares = chart.data.kernels.share;
    // Of what is left by filters, or of a kernel alone, none is minor because there is more.
    const isPart = state.kernel !== null || state.hidden.size > 0;
    const all = isPart ? kernels.reduce((sum, kernel) => sum + (shares[kernel] ?? 0), 0) : 1;
    let isComplete = true;
    for (const kernel of kernels.slice(0, most)) {
      const isMinor = (shares[kernel] ?? 1) < MINOR_SHARE * all;
      if (isMinor && !isComplete) continue;
      isComplete = placeName(plan, chart, dotsOfKernels.get(kernel), !isMinor) && isComplete;
    }
  }

  /* At the dot that the verdict is about, else at the outermost one, else at any other; else away from them. */
  function placeName(plan, chart, dots, mayBeLed) {
    const { kernels, levels } = chart.data;
    const gap = kernels.gap[dots[0].kernel];
    const isNearest = (dot) => Number(gap !== null && dot.levelKey === levels[gap[0]][0]);
    const ordered = [...dots].sort((a, b) => isNearest(b) - isNearest(a) || b.x - a.x);
    const tried = ordered.map((each) => dotIn(plan, each));
    const texts = [...new Set(LETTERS.map((most) => shortened(dots[0].name, most)))];
    const beside = (text, dot) =>
      placeLevel(plan, text, around(dot, plan.height), {
        below: LEFT_OUT.name,
        may: (place) => !isAmbiguous(place, dot, plan.dots),
      });
    const led = (text, dot, further) =>
      placeLevel(plan, text, around(dot, plan.height, [further]), {
        below: ON_LINE,
        may: (place) => isLed(plan, place, dot),
        leaderTo: (place) => leader(dot, place),
      });
    const isPlaced = texts.some((text) => tried.some((dot) => beside(text, dot)));
    if (isPlaced || !mayBeLed) return isPlaced;
    return texts.some((text) => FURTHER_PX.some((further) => tried.some((dot) => led(text, dot, further))));
  }

  /* A name without its middle: kernels of a kind differ at their ends. */
  function shortened(name, most) {
    const head = (most - 1) >> 1;
    return name.length > most ? `${name.slice(0, head)}\u2026${name.slice(head + 1 - most)}` : name;
  }

  /* Theoretical roofs come first. A word that a line crosses is hard to read: then the number alone has another place, or
   * stands all the same at a theoretical roof. */
  function placeRoofs(plan, chart, state) {
    const isMeasured = (roof) => Number(roof.dash !== "solid");
    const numbered = chart.roofs.map((roof, i) => [roof, plan.lines[i]]);
    for (const [roof, line] of numbered.sort(([one], [other]) => isMeasured(one) - isMeasured(other))) {
      if (!line || drawing.isFaded(state, roof)) continue;
      const rules = {
        costOf: (place) => coverCost(place, plan, { own: line, dotCost: ON_DOT }),
        better: isMeasured(roof) ? 1 : -1, // a measured roof lies just below the theoretical one, and so do its words
      };
      const tries = [roof.label, roof.value].map((text) => [text, ON_LINE]);
      if (!isMeasured(roof)) tries.push([roof.value, ON_WORD]);
      for (const [text, limit] of tries) {
        const best = placeWord(pen.measureText(text).width, plan.height, line, plan.frame, rules);
        if (best === null || best.cost >= limit) continue;
        plan.taken.push(best.place);
        plan.words.push({ text: text, place: best.place, angle: best.angle, color: roof.level });
        break;
      }
    }
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
    const ends = words.map(({ leader: line }) => line || { x0: NaN, y0: NaN, x1: NaN, y1: NaN });
    return {
      x: words.map((word) => xScale.invert(word.place.x)),
      y: words.map((word) => yScale.invert(word.place.y)),
      text: words.map((word) => word.text),
      angle: words.map((word) => -word.angle), // the screen counts clockwise
      color: words.map((word) => palette[word.color] || palette.level(word.color)),
      halo: words.map(() => palette.background),
      size: words.map(() => plan.height + "px"),
      x0: ends.map((line) => xScale.invert(line.x0)),
      y0: ends.map((line) => yScale.invert(line.y0)),
      x1: ends.map((line) => xScale.invert(line.x1)),
      y1: ends.map((line) => yScale.invert(line.y1)),
    };
  }

  drawing.wordsOf = wordsOf;
})();
