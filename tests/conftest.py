"""What all tests share: the sample game is registered, and made-up examples are the same in every run."""

from hypothesis import settings

import tests.sample.registered  # noqa: F401

settings.register_profile("paddock", deadline=None, derandomize=True)
settings.load_profile("paddock")
