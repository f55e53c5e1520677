// Measures and prints; asserts nothing. `npm run bench -- state [--quick]`. Needs dist/.
import { state } from './state.mjs';

const benches = { state };
const [name = '', ...flags] = process.argv.slice(2);
const bench = benches[name];
const known = flags.every((flag) => flag === '--quick');
if (bench && known) await bench({ quick: flags.includes('--quick') });
else {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')} [--quick]`);
  process.exitCode = 2;
}
