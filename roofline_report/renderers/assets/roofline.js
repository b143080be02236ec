/* roofline_report: the script that every page loads.
 *
 * On pages with tables it fetches what those need from its own folder, and on pages with a chart BokehJS and what draws.
 * No inline code, no eval, no fetch(): it works under file://, in a sub path and under a strict content security policy.
 * A chart is <div class="roofline-chart" data-roofline='{...}'>; its state is in data-roofline-state.
 */
(function () {
  "use strict";

  if (window.RooflineReport) {
    window.RooflineReport.scan();
    return;
  }

  const BASE = new URL(".", document.currentScript.src).href;
  const root = document.documentElement;
  const UNDRAWN = ".roofline-chart[data-roofline]:not([data-roofline-state])";
  const NEAR_PX = 400; // from the window: charts as near as this are drawn
  // The build says which files there are, and which version of BokehJS.
  const { library, version, pageScript, chartScript } = {};
  const FAILED = "The chart could not be drawn. This is a picture of it; the table below has the numbers.";
  const live = new Map(); // element -> {element, chart}
  const scripts = new Map(); // address -> promise
  let templates = {}; // figures without data, by name
  let queue = Promise.resolve();

  /* ---- scripts ---- */

  function loadScript(name) {
    if (!scripts.has(name)) {
      scripts.set(
        name,
        new Promise(function (resolve, reject) {
          const script = document.createElement("script");
          script.src = BASE + name;
          script.async = false; // fetched together, run in the order of their names
          script.onload = resolve;
          script.onerror = function () {
            scripts.delete(name);
            script.remove();
            reject(new Error("cannot load " + script.src));
          };
          document.head.appendChild(script);
        })
      );
    }
    return scripts.get(name);
  }

  async function fetchBokeh() {
    const theirs = window.Bokeh; // a page may use a BokehJS of its own
    if (theirs && theirs.version === version) return theirs;
    await loadScript(library);
    const ours = window.Bokeh;
    if (theirs) window.Bokeh = theirs;
    else ours.logger.set_level("warn"); // it would tell the console when a chart is idle
    return ours;
  }

  let bokeh = null; // promise: a second fetch would take the page's own BokehJS for ours

  function loadBokeh() {
    if (!bokeh)
      bokeh = fetchBokeh().catch(function (error) {
        bokeh = null;
        throw error;
      });
    return bokeh;
  }

  /* All at once: none has to wait for the name of another. */
  async function loadParts() {
    return (await Promise.all([loadBokeh(), loadScript(pageScript), loadScript(chartScript)]))[0];
  }

  /* ---- charts: drawn one after another, so that the listeners of each are known ---- */

  function mount(element) {
    if (live.has(element)) return;
    if (near) near.unobserve(element);
    const record = { element: element, chart: null };
    live.set(element, record);
    queue = queue
      .then(function () {
        return draw(record);
      })
      .then(settle);
  }

  /* From now on the browser lays out all of the page: a chart that is seen at once was drawn before. */
  function settle() {
    root.dataset.rooflineSettled = "";
  }

  async function draw(record) {
    const element = record.element;
    try {
      const bokeh = await loadParts();
      if (!element.isConnected || live.get(element) !== record) {
        forget(record);
        return;
      }
      const before = colorings;
      arrange(); // the view that the chart belongs to may be as new as the chart
      record.chart = await report.draw(element, { bokeh: bokeh, templates: templates });
      if (live.get(element) !== record || !element.isConnected) {
        unmount(record);
        return;
      }
      if (colorings !== before) record.chart.recolor(); // the scheme changed while it was drawn
      element.dataset.rooflineState = "ready";
    } catch (error) {
      console.warn("roofline_report:", error);
      const isAwaited = live.get(element) !== record; // by another drawing of the element
      unmount(record);
      if (isAwaited) return;
      const line = document.createElement("p");
      line.textContent = FAILED;
      element.append(line);
      element.dataset.rooflineState = "error";
    }
  }

  /* An element that was taken out and put back has another record by now, which stays. Tells whether it was this one. */
  function forget(record) {
    return live.get(record.element) === record && live.delete(record.element);
  }

  function unmount(record) {
    if (forget(record)) delete record.element.dataset.rooflineState;
    if (record.chart) record.chart.dispose();
    record.chart = null;
  }

  const near =
    "IntersectionObserver" in window
      ? new IntersectionObserver(
          function (entries) {
            for (const entry of entries) {
              if (entry.isIntersecting) mount(entry.target);
            }
          },
          { rootMargin: NEAR_PX + "px" }
        )
      : null;

  /* What is seen at once does not wait until the browser has painted the page. */
  function isNear(element) {
    const { top, bottom } = element.getBoundingClientRect();
    return isSeen(element) && top < innerHeight + NEAR_PX && bottom > -NEAR_PX;
  }

  function isSeen(element) {
    return element.checkVisibility ? element.checkVisibility() : element.clientWidth > 0;
  }

  /* ---- what charts and tables of a page do together: roofline-views.js, and roofline-tables.js for tables ---- */

  function enliven() {
    if (!document.querySelector(".roofline-figure, .roofline-table, .roofline-controls")) return;
    hideUntold(true);
    const isDrawing = document.querySelector(UNDRAWN) !== null; // it takes the longest, and is what readers wait for
    loadScript(pageScript)
      .then(isDrawing ? idle : null)
      .then(arrange)
      .catch(function (error) {
        hideUntold(false);
        console.warn("roofline_report:", error);
      });
  }

  function arrange() {
    report.arrange();
    report.enliven();
  }

  /* Of several models the first is shown, unless the address names another: at once, so that nothing jumps later. */
  function hideUntold(isAlive) {
    for (const controls of document.querySelectorAll(".roofline-controls, .roofline-status")) controls.hidden = !isAlive;
    const parts = [...document.querySelectorAll(".roofline-model:not(.roofline-switched)")];
    const models = parts.map((part) => part.dataset.rooflineModel);
    const named = models.find((model) => location.hash.startsWith(`#roofline:model=${model}`));
    for (const part of parts) part.hidden = isAlive && part.dataset.rooflineModel !== (named || models[0]);
    root.dataset.rooflineTold = ""; // until now the style sheet hid all but the first
  }

  function scan() {
    enliven();
    for (const [element, record] of [...live]) if (!element.isConnected) unmount(record);
    for (const element of document.querySelectorAll(UNDRAWN)) {
      if (live.has(element)) continue;
      if (near && !isNear(element)) near.observe(element);
      else mount(element);
    }
    if (!live.size || (location.hash && !location.hash.startsWith("#roofline:"))) settle(); // a heading is scrolled to
    if (!live.size && document.querySelector("link[data-roofline-early]")) loadEarly();
  }

  /* What the page had fetched is run before anybody scrolls to its charts, and browsers do not call it unused. */
  function loadEarly() {
    idle()
      .then(loadParts)
      .catch((error) => console.warn("roofline_report:", error));
  }

  /* When nothing else is to be done, or after a second. */
  function idle() {
    return new Promise(function (resolve) {
      if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 1000 });
      else setTimeout(resolve, 200);
    });
  }

  /* ---- light and dark ---- */

  const darkWanted = window.matchMedia("(prefers-color-scheme: dark)");
  const SCHEMES = ["data-md-color-scheme", "data-bs-theme", "data-theme"];

  /* A theme that names no scheme is dark where its page is: style sheets cannot ask for that, so it is told to them. */
  function tellScheme() {
    const named = SCHEMES.some(function (name) {
      return root.hasAttribute(name) || document.body.hasAttribute(name);
    });
    if (!named && (isDark(document.body) || isDark(root))) root.dataset.rooflineScheme = "dark";
    else delete root.dataset.rooflineScheme;
  }

  function isDark(element) {
    const rgb = (getComputedStyle(element).backgroundColor.match(/[\d.]+/g) || []).map(Number);
    const opaque = rgb.length === 3 || rgb[3] > 0.5;
    return rgb.length >= 3 && opaque && 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2] < 128;
  }

  let colorings = 0; // counts changes of colours

  function recolor() {
    colorings += 1;
    tellScheme();
    for (const record of live.values()) if (record.chart) record.chart.recolor();
  }

  /* ---- the one name on the page ---- */

  const report = (window.RooflineReport = {
    live: live,
    scan: scan,
    draw: null, // by roofline-chart.js, a part of the script for charts
    enliven: null, // by roofline-views.js, a part of that for pages
    arrange: null, // by roofline-tables.js, another
    drawing: {}, // what the parts that draw lend one another
    provide: function (loaded) {
      templates = loaded;
    },
  });

  function start() {
    tellScheme();
    let asked = 0;
    const observer = new MutationObserver(function () {
      if (!asked)
        asked = requestAnimationFrame(function () {
          asked = 0;
          recolor();
        });
    });
    const watched = { attributes: true, attributeFilter: [...SCHEMES, "data-md-color-primary", "class", "style"] };
    observer.observe(root, watched);
    observer.observe(document.body, watched);
    darkWanted.addEventListener("change", recolor);
    scan();
  }

  // What stands above this script needs not wait for what stands below it.
  if (document.querySelector(UNDRAWN) || document.readyState !== "loading") start();
  else document.addEventListener("DOMContentLoaded", start);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", follow);
  else follow();

  /* Material's instant navigation swaps the content without a page load. Its observable comes with the theme's script,
   * maybe after this one, and is silent under file://, so that the scan is needed as well; scanning twice does nothing. */
  function follow() {
    scan();
    if (window.document$ && window.document$.subscribe) window.document$.subscribe(scan);
  }
})();
