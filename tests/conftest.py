"""For all tests: a few examples of each property, or many with ``--hypothesis-profile=thorough``; no time limits."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from meantree.work import use_one_thread

use_one_thread()  # as the programs do

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
settings.register_profile("quick", PATIENT, max_examples=10)
settings.register_profile("thorough", PATIENT, max_examples=200)
settings.load_profile("quick")
