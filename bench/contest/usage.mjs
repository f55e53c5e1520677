// `node --import` this: at its end the process writes its usage into $HOLYSTONE_BENCH_USAGE.
import { writeFileSync } from 'node:fs';

const startedAt = performance.now();
process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = {
    wallMs: performance.now() - startedAt,
    cpuMs: (user + system) / 1000,
    // Kilobytes; libuv converts the units of each platform.
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
  writeFileSync(process.env.HOLYSTONE_BENCH_USAGE, JSON.stringify(usage));
});
