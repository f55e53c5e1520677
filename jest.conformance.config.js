import base from './jest.config.js';

const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true';

/**
 * The handlers' scenarios in the sandbox and in moto, an AWS that others wrote. In the nightly run also the verdicts, and
 * what Cloud Custodian says of the same account. Needs Python 3, and PyPI the first time.
 */
export default {
  ...base,
  testEnvironment: 'node',
  roots: ['<rootDir>/test/conformance'],
  testPathIgnorePatterns: ['/node_modules/', ...(isExhaustive ? [] : ['<rootDir>/test/conformance/verdicts.test.ts'])],
  testTimeout: 120_000,
  maxWorkers: 1,
};
