# limit_file.py FILE MORE COMMAND...: runs the command; no file may grow beyond FILE and MORE bytes.
import os
import resource
import sys

limit = os.path.getsize(sys.argv[1]) + int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
os.execvp(sys.argv[3], sys.argv[3:])
