import base from './jest.config.js';

/**
 * The handlers' scenarios and verdicts in the sandbox and in moto, an AWS that others wrote, and what Cloud Custodian says
 * of the same account. Needs Python 3, and PyPI the first time.
 */
export default {
  ...base,
  roots: ['<rootDir>/test/conformance'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 120_000,
  maxWorkers: 1,
};
