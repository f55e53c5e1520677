/** For `npm run test:mutation`: only the tests that it names, each with modules of its own, because each run has another mutant. */
import jest from './jest.config.js';

const { runtime, testEnvironment, reporters, testSequencer, workerIdleMemoryLimit, ...common } = jest;

export default {
  ...common,
  testEnvironment: 'jest-environment-node',
  testMatch: (process.env.HOLYSTONE_MUTATION_TESTS ?? '').split(',').map((path) => `<rootDir>/${path}`),
  testPathIgnorePatterns: [],
  maxWorkers: 1,
};
