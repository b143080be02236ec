"""The page of a kernel: verdict, hierarchical roofline, levels; its arithmetic folded; what it stands beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers import words
from roofline_report.renderers.addresses import VERDICT_HELP, device_path, kernel_path, run_path
from roofline_report.renderers.escaping import shortened
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.access import access_fragments
from roofline_report.renderers.pages.configurations import configurations_html
from roofline_report.renderers.pages.kernel_facts import kernel_facts
from roofline_report.renderers.pages.kernel_numbers import number_fragments
from roofline_report.renderers.pages.kernel_rooflines import roofline_fragments
from roofline_report.renderers.pages.notices import notices_html
from roofline_report.renderers.pages.parts import facts_html, verdict_block
from roofline_report.renderers.pages.provenance import kernel_provenance_html
from roofline_report.renderers.pages.surroundings import surroundings_fragments
from roofline_report.renderers.search_words import search_words
from roofline_report.renderers.templating import render_html, render_markdown

if TYPE_CHECKING:
    from roofline_report.domain.problem import Problem
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.surroundings import Surroundings

_MOST_NAME_CHARACTERS = 2000
_MOST_DESCRIPTION_CHARACTERS = 160


def render_kernel(run: RunReport, kernel: KernelReport, *, around: Surroundings) -> Page:
    """Return the page of one kernel.

    Args:
        run: Its run.
        kernel: The kernel.
        around: What it stands beside, in its run and in others.
    """
    sentence = words.verdict_sentence(kernel, run.device)
    fragments = _fragments(run, kernel, around=around)
    return Page(
        path=kernel_path(run, kernel),
        title=f"{kernel.label} in {run.title}",
        description=shortened(sentence, _MOST_DESCRIPTION_CHARACTERS),
        markdown=render_markdown(
            "kernel",
            label=kernel.label,
            run=run.title,
            run_file="index.md",
            verdict_help=f"../../{VERDICT_HELP}",
            device=run.device.name,
            device_file=None if run.device.slug is None else f"../../{device_path(run.device.slug)}",
            verdict=verdict_block(kernel.verdict, sentence),
            has_name=kernel.kernel.name != kernel.label,
            parts=[name for name, html in fragments.items() if html],
        ),
        fragments=fragments,
        parent=run_path(run),
        has_chart=any(report.is_drawn(run.levels) for report in kernel.models),
        search_words=search_words(kernel.kernel.name),
    )


def _fragments(run: RunReport, kernel: KernelReport, *, around: Surroundings) -> dict[str, str]:
    """Return what fills the slots of the page; there is nothing for what is not known."""
    problems = [problem for problem in run.problems if _concerns(problem, kernel)]
    return {
        "facts": facts_html(kernel_facts(run, kernel)),
        "notices": notices_html(problems),
        **roofline_fragments(run, kernel, told=problems),
        "configurations": configurations_html(kernel),
        **number_fragments(run, kernel, told=problems),
        "name": render_html("kernel_name", name=shortened(kernel.kernel.name, _MOST_NAME_CHARACTERS)),
        **access_fragments(kernel),
        **surroundings_fragments(run, kernel, around=around),
        "provenance": kernel_provenance_html(run, kernel),
    }


def _concerns(problem: Problem, kernel: KernelReport) -> bool:
    # What the readers found holds for every launch configuration of a kernel, what the report found for one.
    return problem.kernel in (kernel.kernel.name, kernel.key)
