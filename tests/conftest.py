import signal

import pytest
from hypothesis import settings

from nonocsp.common import plugins

# No test depends on how fast the machine is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# A shell starts its background jobs with Ctrl-C ignored, and so would be every process of the tests
# of interrupts, which would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """Files of plugins that a test loads are not sent along with the jobs of later tests."""
    before = dict(plugins._sources)
    try:
        return (yield)
    finally:
        plugins._sources.clear()
        plugins._sources.update(before)
