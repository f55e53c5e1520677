/** One wrong implementation per law and per permit clause; each must turn a named test red and the oracle too. */
import base from './jest.config.js';

export default {
  ...base,
  roots: ['<rootDir>/test/sabotage'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 180_000,
  // One file that starts processes of its own; in band, so that its table is printed as it is.
  maxWorkers: 1,
};
