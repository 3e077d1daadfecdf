"""What every test may use, and which tests run in one process."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.ledger_coverage", "tests.games.course_steps", "pytester"]

OF_A_MODULE = ("module", "package")

# How fast this machine is decides nothing.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that share a world as one group of pytest-xdist, so that no second process builds that world.

    With `--dist loadgroup` groups come first, the one with the most tests before the others; all other tests are
    dealt out one by one and level out what the groups took.
    """
    for item in items:
        if not isinstance(item, pytest.Function) or item.get_closest_marker("xdist_group"):
            continue
        if group := group_of(item):
            item.add_marker(pytest.mark.xdist_group(group))


def group_of(item: pytest.Function) -> str:
    """Return the group of a test, "" if it shares nothing.

    Tests of one parameter of a module's fixture are a group of their own. If the parameter is a name, such as a
    recording's, tests of other modules with the same name belong to it.
    """
    fixtures = item._fixtureinfo.name2fixturedefs
    shared = [
        name for name, found in fixtures.items() if found[-1].scope in OF_A_MODULE and _is_ours(found[-1].func)
    ]
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    names = [parameters[name] for name in shared if isinstance(parameters.get(name), str)]
    if names:
        return str(names[0])
    return item.module.__name__ if shared or _has_cached_results(item.module) else ""


def _is_ours(function: object) -> bool:
    return str(getattr(function, "__module__", "")).startswith("tests.")


def _has_cached_results(module: ModuleType) -> bool:
    """True if the module has or imports a function of the tests with functools.cache."""
    return any(hasattr(each, "cache_info") and _is_ours(each) for each in vars(module).values())
