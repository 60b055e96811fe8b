"""small_files.py BYTES COMMAND...: runs the command where no file can be larger, as on a full disk.

FILE+BYTES: than FILE is and so many bytes.
"""
import os
import resource
import signal
import sys

name, _, more = sys.argv[1].rpartition("+")
limit = int(more) + (os.path.getsize(name) if name else 0)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
os.execv(sys.argv[2], sys.argv[2:])
