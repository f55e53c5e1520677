/** Jest runs the TypeScript sources as ES modules through swc; the processes that tests spawn run dist/. */
const swc = (jsc) => ['@swc/jest', { jsc: { ...jsc, target: 'es2023' }, module: { type: 'es6' }, sourceMaps: true }];
const ts = swc({ parser: { syntax: 'typescript' } });
/** As tsconfig.json has it. */
const tsx = swc({
  parser: { syntax: 'typescript', tsx: true },
  transform: { react: { runtime: 'automatic', importSource: 'preact' } },
});

/** What is slow and seldom red; `.ci/nightly` runs it too. */
const nightly =
  process.env.HOLYSTONE_EXHAUSTIVE === 'true'
    ? []
    : ['<rootDir>/test/integration/state/topologies.test.ts', '<rootDir>/test/e2e/mixedVersions.test.ts'];

export default {
  roots: ['<rootDir>/test'],
  globalSetup: '<rootDir>/test/support/globalSetup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/seed.ts'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/conformance/',
    '<rootDir>/test/sabotage/',
    ...nightly,
  ],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ts, '^.+\\.tsx$': tsx },
  runtime: '<rootDir>/test/support/keptModules.mjs',
  testEnvironment: '<rootDir>/test/support/leakGuard.mjs',
  reporters: ['default', '<rootDir>/test/support/runFolders.mjs'],
  // Ends only a test that hangs: on a loaded machine each takes many times as long.
  testTimeout: 900_000,
  testSequencer: '<rootDir>/test/support/longestFirst.mjs',
  // For two processors: most suites wait half of their time for Redis, for a disk or for processes.
  maxWorkers: 5,
  // A worker keeps its modules; the heap is measured before it is swept.
  workerIdleMemoryLimit: '1GB',
};
