// Measures and prints; asserts nothing. `npm run bench -- NAME… [--quick]` with the names below. Needs dist/.
import { cdk, templates } from './cdk.mjs';
import { clusters } from './clusters.mjs';
import { deletion } from './delete.mjs';
import { entries } from './entries.mjs';
import { growth } from './growth.mjs';
import { loop } from './loop.mjs';
import { marks } from './marks.mjs';
import { objects } from './objects.mjs';
import { plan } from './plan.mjs';
import { repositories } from './repositories.mjs';
import { snapshots } from './snapshots.mjs';
import { soak } from './soak.mjs';
import { state } from './state.mjs';
import { sweep } from './sweep.mjs';
import { units } from './units.mjs';

const benches = {
  cdk,
  clusters,
  delete: deletion,
  entries,
  growth,
  loop,
  marks,
  objects,
  plan,
  repositories,
  snapshots,
  soak,
  state,
  sweep,
  templates,
  units,
};
const [name = '', ...flags] = process.argv.slice(2);
const bench = benches[name];
const known = flags.every((flag) => flag === '--quick');
if (bench && known) await bench({ quick: flags.includes('--quick') });
else {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')} [--quick]`);
  process.exitCode = 2;
}
