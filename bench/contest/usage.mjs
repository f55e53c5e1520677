// `node --import` this: at its end the process writes its usage into $HOLYSTONE_BENCH_USAGE.
import { writeFileSync } from 'node:fs';

const startedAt = performance.now();
// The program leaves itself only the variables that it reads.
const { HOLYSTONE_BENCH_USAGE } = process.env;
process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = {
    wallMs: performance.now() - startedAt,
    cpuMs: (user + system) / 1000,
    // Kilobytes; libuv converts the units of each platform.
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
  writeFileSync(HOLYSTONE_BENCH_USAGE, JSON.stringify(usage));
});
