/**
 * One wrong implementation per law and per permit clause: each must turn a named test red, and in the nightly run it must
 * make the demo's oracle find something.
 */
import base from './jest.config.js';

const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true';

/** The suites whose tests must notice a sabotage; test/sabotage/coverage.test.ts compares them with the sabotages. */
const SUITES = [
  'cli/restore',
  'kubernetes/lifecycle',
  'kubernetes/otherCluster',
  'lifecycle/cdkAssets',
  'lifecycle/clockAhead',
  'lifecycle/clusterGone',
  'lifecycle/delete',
  'lifecycle/families',
  'lifecycle/fleet',
  'lifecycle/fleetMember',
  'lifecycle/forgedRedis',
  'lifecycle/holds',
  'lifecycle/idleEndpoints',
  'lifecycle/idleGateways',
  'lifecycle/imagesWithSnapshots',
  'lifecycle/laws',
  'lifecycle/linkedBalancers',
  'lifecycle/lostDecisions',
  'lifecycle/mark',
  'lifecycle/mentioned',
  'lifecycle/model',
  'lifecycle/notify',
  'lifecycle/onceADay',
  'lifecycle/ownerResponses',
  'lifecycle/patience',
  'lifecycle/quarantine',
  'lifecycle/recalculate',
  'lifecycle/record',
  'lifecycle/renamedAccount',
  'lifecycle/replayedRedis',
  'lifecycle/volumes',
  'lifecycle/volumesOfClusters',
  'queue/manager',
  'queue/turns',
  'state/durability',
  'state/forgedControl',
  'state/forgedOptOuts',
  'state/groupOptOuts',
  'state/lostRedis',
  'state/permits',
  'state/rollBack',
  'state/stages',
  'tags/changedMeanwhile',
  'tags/lifecycle',
  'tags/newest',
];

export default {
  ...base,
  testMatch: [
    ...SUITES.map((suite) => `<rootDir>/test/integration/${suite}.test.ts`),
    '<rootDir>/test/sabotage/*.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', ...(isExhaustive ? [] : ['<rootDir>/test/sabotage/demos.test.ts'])],
  testEnvironment: '<rootDir>/test/sabotage/environment.mjs',
  setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/sabotage/register.ts'],
  testTimeout: 120_000,
  reporters: [...base.reporters, '<rootDir>/test/sabotage/score.mjs'],
  verbose: true,
};
