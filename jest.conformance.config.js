import base from './jest.config.js';

const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true';

/** A run of these tests by name waits for the build of a whole API server; otherwise a kept one runs. */
if (process.argv.some((argument) => /(^|\/)kubernetes(\.test\.ts)?$/.test(argument))) {
  process.env.HOLYSTONE_BUILD_CONTROL_PLANE = 'true';
}

/** Slow and seldom red: run in the nightly run, and where a run names them. */
const NIGHTLY = ['verdicts', 'api', 'money'].filter(
  (name) =>
    !isExhaustive && !process.argv.some((argument) => new RegExp(`(^|/)${name}(\\.test(\\.ts)?)?$`).test(argument)),
);

/**
 * The handlers' scenarios in the sandbox and in moto, an AWS that others wrote. In the nightly run also the verdicts, and
 * what Cloud Custodian says of the same account. Needs Python 3, and PyPI the first time.
 */
export default {
  ...base,
  globalSetup: '<rootDir>/test/conformance/globalSetup.ts',
  roots: ['<rootDir>/test/conformance'],
  testPathIgnorePatterns: ['/node_modules/', ...NIGHTLY.map((name) => `<rootDir>/test/conformance/${name}.test.ts`)],
  // For two processors: suites wait for servers of others to start, and for objects to be a second old.
  maxWorkers: 3,
};
