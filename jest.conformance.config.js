import base from './jest.config.js';

/** The handlers' scenarios against the sandbox and against moto, an AWS that others wrote. Needs Python 3 for moto. */
export default {
  ...base,
  roots: ['<rootDir>/test/conformance'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 120_000,
  maxWorkers: 1,
};
