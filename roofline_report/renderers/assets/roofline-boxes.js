/* roofline_report: lines, dots and turned boxes in pixels, and whether they get in one another's way; y counts downwards.
 *
 * Part of roofline-charts.js, before roofline-words.js, which places the words of a chart by it. charts/boxes.py does the
 * same for pictures, under the same names.
 */
(function () {
  "use strict";

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

  /* Whether a box lies on a dot, taken as the square around it. */
  function covers(b, dot) {
    const reach = b.w + b.h + dot.r;
    if (Math.abs(dot.x - b.x) > reach || Math.abs(dot.y - b.y) > reach) return false; // most are as far away
    const [x, y] = local(b, dot.x, dot.y);
    return Math.abs(x) < b.w + dot.r && Math.abs(y) < b.h + dot.r;
  }

  /* From the edge of a level box to that of a dot. */
  function distance(b, dot) {
    return Math.hypot(Math.max(Math.abs(dot.x - b.x) - b.w, 0), Math.max(Math.abs(dot.y - b.y) - b.h, 0)) - dot.r;
  }

  /* The line from the edge of a dot to a level box further away. */
  function leader(dot, b) {
    const x = Math.min(Math.max(dot.x, b.x - b.w), b.x + b.w);
    const y = Math.min(Math.max(dot.y, b.y - b.h), b.y + b.h);
    const edge = dot.r / Math.hypot(x - dot.x, y - dot.y);
    return { x0: dot.x + (x - dot.x) * edge, y0: dot.y + (y - dot.y) * edge, x1: x, y1: y };
  }

  /* Whether a line comes to a dot. */
  function touches(line, dot) {
    const dx = line.x1 - line.x0;
    const dy = line.y1 - line.y0;
    const along = ((dot.x - line.x0) * dx + (dot.y - line.y0) * dy) / (dx * dx + dy * dy || 1);
    const part = Math.min(Math.max(along, 0), 1);
    return Math.hypot(line.x0 + part * dx - dot.x, line.y0 + part * dy - dot.y) < dot.r;
  }

  window.RooflineReport.drawing.boxes = {
    box: box,
    clipped: clipped,
    covers: covers,
    distance: distance,
    isCrossed: isCrossed,
    isInside: isInside,
    leader: leader,
    overlap: overlap,
    touches: touches,
  };
})();
