import signal

from hypothesis import settings

# No test depends on how fast the machine is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# A shell starts its background jobs with Ctrl-C ignored, and so would be every process of the tests
# of interrupts, which would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
