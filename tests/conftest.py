"""What all tests share: the sample game is registered."""

import tests.sample.registered  # noqa: F401
