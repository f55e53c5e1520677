/** The clocks of the machine whose code runs: `Date`, `performance.now`, `os.uptime`. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { here } from './current.ts';
import { real } from './real.ts';

const require = createRequire(import.meta.url);

/** Once, before the program is imported. */
export function installClocks(): void {
  globalThis.Date = new Proxy(real.Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [nowMs()] : given, newTarget) as object,
    apply: () => new real.Date(nowMs()).toString(),
    get: (target, name, receiver) => (name === 'now' ? nowMs : Reflect.get(target, name, receiver)),
  });
  performance.now = () => here()?.machine.monotonicMs() ?? real.now();
  const os = require('node:os');
  const uptime = os.uptime as () => number;
  os.uptime = () => {
    const machine = here()?.machine;
    return machine ? machine.uptimeMs() / 1_000 : uptime();
  };
  syncBuiltinESMExports();
}

function nowMs(): number {
  return here()?.machine.wallMs() ?? real.Date.now();
}
