"""A server of the page in a process of its own."""

import re
import subprocess
import sys
from contextlib import contextmanager


def begun(*arguments, **streams):
    """The process of a server, and its port."""
    command = [sys.executable, "-m", "nonocsp", "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **streams)
    line = process.stdout.readline()
    found = re.match(r"nonocsp is at http://.*:(\d+)/", line)
    assert found, f"the server did not start: {line}"
    return process, int(found[1])


@contextmanager
def serving(*arguments):
    """A server that is ended with the block; gives the process and its port."""
    process, port = begun(*arguments)
    try:
        yield process, port
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
