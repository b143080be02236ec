"""The workflows, our own and the one that users paste, are valid, pinned and hold no more rights than they need."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.browser.page_kinds import FOLDER_OF_PICTURES
from tests.pipeline.folders import PROJECT, write

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = PROJECT / ".github" / "workflows"
PASTED = "docs/publishing.md"


def pasted_workflow() -> str:
    page = (PROJECT / PASTED).read_text(encoding="utf-8")
    (workflow,) = re.findall(r"^```yaml\n(name: .*?)^```", page, re.MULTILINE | re.DOTALL)
    return str(workflow)


WORKFLOWS = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yml"))}
WORKFLOWS[PASTED] = pasted_workflow()
each_workflow = pytest.mark.parametrize("name", WORKFLOWS)


def check(text: str, *, schema: str, folder: Path) -> subprocess.CompletedProcess[str]:
    write(folder, {"checked.yml": text})
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(folder / "checked.yml")]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def jobs_of(name: str) -> dict[str, dict[str, Any]]:
    jobs: dict[str, dict[str, Any]] = yaml.safe_load(WORKFLOWS[name])["jobs"]
    return jobs


def steps_of(name: str) -> list[dict[str, Any]]:
    return [step for job in jobs_of(name).values() for step in job["steps"]]


def test_all_workflows_are_looked_at() -> None:
    assert set(WORKFLOWS) == {"pages.yml", "test.yml", PASTED}


@each_workflow
def test_it_is_valid(name: str, tmp_path: Path) -> None:
    result = check(WORKFLOWS[name], schema="vendor.github-workflows", folder=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr


def test_one_that_is_not_valid_is_found(tmp_path: Path) -> None:
    result = check(
        WORKFLOWS["test.yml"].replace("runs-on:", "runs-at:"), schema="vendor.github-workflows", folder=tmp_path
    )
    assert result.returncode == 1
    assert "runs-at" in result.stdout


def test_the_file_of_dependabot_is_valid(tmp_path: Path) -> None:
    text = (PROJECT / ".github" / "dependabot.yml").read_text(encoding="utf-8")
    assert check(text, schema="vendor.dependabot", folder=tmp_path).returncode == 0


@each_workflow
def test_every_action_is_pinned_by_its_commit_with_the_version_beside_it(name: str) -> None:
    uses = re.findall(r"^ *(?:- )?uses: *(.*)$", WORKFLOWS[name], re.MULTILINE)
    assert uses
    for action in uses:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_all_workflows_use_the_same_commit_of_an_action() -> None:
    uses = {line for text in WORKFLOWS.values() for line in re.findall(r"uses: *(.*)$", text, re.MULTILINE)}
    actions = [line.partition("@")[0] for line in uses]
    assert len(actions) == len(set(actions))


@each_workflow
def test_every_target_of_make_exists(name: str) -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    called = {word for step in steps_of(name) for word in re.findall(r"\bmake ([\w-]+)", step.get("run", ""))}
    assert called <= targets
    assert bool(called) is (name != PASTED)


@each_workflow
def test_nothing_may_write_but_the_job_that_deploys(name: str) -> None:
    workflow = yaml.safe_load(WORKFLOWS[name])
    granted = {"": workflow["permissions"]} | {
        job: content["permissions"] for job, content in workflow["jobs"].items() if "permissions" in content
    }
    writes = {(job, scope) for job, scopes in granted.items() for scope, access in scopes.items() if access != "read"}
    assert writes <= {("deploy", "pages"), ("deploy", "id-token")}


@each_workflow
def test_no_step_keeps_the_credentials_of_the_repository(name: str) -> None:
    checkouts = [step for step in steps_of(name) if step.get("uses", "").startswith("actions/checkout@")]
    assert checkouts
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


@each_workflow
def test_every_job_ends_some_time(name: str) -> None:
    assert all(0 < job["timeout-minutes"] <= 60 for job in jobs_of(name).values())


def test_the_tests_run_with_every_python_that_is_promised() -> None:
    project = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    assert jobs_of("test.yml")["test"]["strategy"]["matrix"]["python"] == promised


def test_the_pictures_that_the_tests_take_are_kept() -> None:
    (kept,) = [step for step in steps_of("test.yml") if step.get("uses", "").startswith("actions/upload-artifact@")]
    assert PROJECT / kept["with"]["path"] == FOLDER_OF_PICTURES
    assert kept["if"] == "${{ !cancelled() }}", "of a failed run they are looked at first"
    assert "/artifacts/" in (PROJECT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_the_pasted_workflow_needs_nothing_of_this_repository() -> None:
    commands = [step["run"] for step in steps_of(PASTED) if "run" in step]
    assert len(commands) == 2
    assert commands[0].startswith('pip install "roofline-report[material] @ git+https://')
    assert commands[1] == "mkdocs build --strict"
