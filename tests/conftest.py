"""For all tests: no example fails because the machine is slow."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("meantree", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("meantree")
