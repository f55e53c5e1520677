# Runs a command, and writes what it used into $HOLYSTONE_BENCH_USAGE, as usage.mjs does.
import json, os, resource, subprocess, sys, time

started = time.monotonic()
code = subprocess.call(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
kilobytes = used.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
usage = {
    "wallMs": (time.monotonic() - started) * 1000,
    "cpuMs": (used.ru_utime + used.ru_stime) * 1000,
    "peakBytes": int(kilobytes * 1024),
}
with open(os.environ["HOLYSTONE_BENCH_USAGE"], "w") as file:
    json.dump(usage, file)
sys.exit(code)
