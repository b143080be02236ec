/* roofline_report: which charts, tables and controls of a page belong together, and which kernels they show.
 *
 * Part of roofline-pages.js, before roofline-views.js, which shows what a reader chose.
 */
(function () {
  "use strict";

  const report = window.RooflineReport;
  const parsed = new WeakMap(); // chart element -> its data

  report.dataOf = function (element) {
    if (!parsed.has(element)) parsed.set(element, JSON.parse(element.dataset.roofline));
    return parsed.get(element);
  };

  function modelsOf(view) {
    return [...new Set(view.sections.map((section) => section.dataset.rooflineModel))];
  }

  /* Whether an element is part of what is shown while a model is chosen. */
  function isOf(view, element, model) {
    const section = element.closest(".roofline-model");
    return section === null || section.dataset.rooflineModel === (model || modelsOf(view)[0]);
  }

  function tableOf(figure) {
    const chart = figure.querySelector(".roofline-chart");
    const id = chart && chart.dataset.rooflineTable;
    return id ? document.getElementById(id) : null;
  }

  /* Figures that share a table show the same. */
  function byTable(figures) {
    const shared = new Map();
    for (const figure of figures) {
      const key = tableOf(figure) || figure;
      shared.set(key, [...(shared.get(key) || []), figure]);
    }
    return [...shared.values()];
  }

  /* The parts of each view: those of all models are one. */
  function groups() {
    const sections = [...document.querySelectorAll(".roofline-model")];
    const inSections = sections.flatMap((section) => [...section.querySelectorAll(".roofline-figure")]);
    const alone = [...document.querySelectorAll(".roofline-figure")].filter((figure) => !inSections.includes(figure));
    const found = byTable(alone).map((figures) => ({ sections: [], figures: figures }));
    if (sections.length) found.unshift({ sections: sections, figures: inSections });
    const controls = document.querySelector(".roofline-controls");
    if (!found.length && controls) found.push({ sections: [], figures: [] });
    return found.map(function (group, place) {
      const tables = [
        ...group.figures.map(tableOf),
        ...group.sections.map((section) => section.querySelector("table:has(tr[data-kernel], tr[data-level])")),
        // Without a chart nothing leads to the table but the controls above it.
        ...(place === 0 && controls ? [document.getElementById("roofline-kernels")] : []),
      ];
      return { ...group, tables: [...new Set(tables)].filter(Boolean), controls: place === 0 ? controls : null };
    });
  }

  function elementsOf(group) {
    return [...group.sections, ...group.figures, ...group.tables, group.controls].filter(Boolean);
  }

  /* Kernels by slug, with what they are found by. A table says most of them, charts have those that it leaves out. */
  function kernelsOf(group) {
    const kernels = new Map();
    const entryOf = function (slug) {
      if (!kernels.has(slug)) kernels.set(slug, { rows: [], label: "", text: "", share: null });
      return kernels.get(slug);
    };
    for (const row of group.tables.flatMap((table) => [...table.querySelectorAll("tr[data-kernel]")])) {
      const entry = entryOf(row.dataset.kernel);
      const heading = row.cells[0];
      entry.rows.push(row);
      entry.label = heading.textContent.trim();
      entry.text = `${entry.label} ${heading.title}`.toLowerCase();
      if (row.dataset.share !== undefined) entry.share = Number(row.dataset.share);
    }
    for (const figure of group.figures) {
      const data = report.dataOf(figure.querySelector(".roofline-chart"));
      data.kernels.slug.forEach(function (slug, i) {
        const entry = entryOf(slug);
        if (entry.rows.length) return;
        entry.label = data.kernels.name[i];
        entry.text = `${data.kernels.name[i]} ${data.kernels.full[i]}`.toLowerCase();
        entry.share = data.kernels.share[i];
      });
    }
    return kernels;
  }

  report.parts = {
    elementsOf: elementsOf,
    groups: groups,
    isOf: isOf,
    kernelsOf: kernelsOf,
    modelsOf: modelsOf,
  };
})();
