/**
 * Jest's order of the test files, but the longest come first: one that began late would keep a single worker busy at the
 * end. Without times of an earlier run, as on a fresh clone, Jest knows only the sizes of the files, and some of the
 * longest are small. Suites that wait for processes and suites that compute alternate, so that the processors always
 * have work.
 *
 * Before them the walks: a debugger steps through them, and looks at every module that the worker keeps.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// A part of Jest's own; this package does not depend on it directly.
const jest = createRequire(createRequire(import.meta.url).resolve('@jest/core'));
const { default: Sequencer } = jest('@jest/test-sequencer');

const FIRST = [
  'integration/walks',
  'unit/scripts/users',
  'e2e/twoPrograms',
  'e2e/fleet',
  'integration/examples',
  'e2e/package',
  'integration/lifecycle/lessEvidenceOfClusters',
  'integration/lifecycle/chainAttacks',
  'integration/lifecycle/forgedRedis',
  'integration/lifecycle/readFaults',
  'e2e/plan',
  'integration/lifecycle/properties',
  'integration/cli/look',
  'integration/lifecycle/cdkDeletions',
  'e2e/serve',
  'integration/handlers/kits',
  'integration/lifecycle/clusterFaults',
  'e2e/onceADay',
  'e2e/tenMinutes',
  'integration/permit/lostReply',
  'integration/handlers/readFaults',
  'e2e/killed',
  'integration/lifecycle/delete',
  'integration/lifecycle/transports',
  'integration/lifecycle/clusterGone',
  'integration/lifecycle/transportsOptOut',
  'integration/lifecycle/model',
  'integration/permit/stopped',
  'integration/lifecycle/lessEvidence',
  'e2e/demo',
  'integration/lifecycle/askedFor',
  'integration/tags/askedFor',
  'integration/gettingStarted',
  'e2e/metrics',
  'integration/kubernetes/lifecycle',
  'e2e/run',
  'integration/lifecycle/patience',
  'integration/permit/race',
  'integration/lifecycle/clusterChain',
  'integration/handlers/iamPolicy',
  'integration/lifecycle/cdkAssets',
  'integration/http/scanners',
  'integration/kubernetes/attacks',
  'integration/lifecycle/quarantine',
  'integration/lifecycle/holds',
  'integration/state/optOuts',
  'integration/lifecycle/mark',
  'integration/http/message',
  'integration/handlers/fleets',
  'unit/config/editorSchema',
  'integration/lifecycle/quarantineVolumes',
  'integration/state/marks',
  'e2e/optOut',
  'e2e/program',
  'integration/lifecycle/ownerResponses',
  'integration/handlers/evidence',
  'integration/handlers/ssmParameters',
  'integration/lifecycle/volumes',
  'integration/lifecycle/lessEvidenceOfChains',
  'integration/handlers/restore',
  'integration/http/signIn',
  'integration/kubernetes/plan',
  'e2e/redisUser',
  'e2e/planLarge',
  'integration/queue/killed',
  'conformance/handlers',
  'conformance/kubernetes',
  'conformance/kubernetesAttacks',
  'conformance/cdkGc',
  'conformance/roles',
  'conformance/cdkMoto',
  'conformance/kubernetesDeletion',
  'browser/decide',
  'browser/console',
  'browser/manyMarks',
].map((name) => fileURLToPath(new URL(`../${name}.test.ts`, import.meta.url)));

const lost = FIRST.filter((path) => !existsSync(path));
if (lost.length > 0) throw new Error(`the test files of this order do not exist: ${lost.join(', ')}`);

export default class LongestFirst extends Sequencer {
  /** @override */
  sort(tests) {
    const sorted = super.sort(tests);
    const rankOf = ({ path }) => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
