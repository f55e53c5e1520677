/** One wrong implementation per law and per permit clause; each must turn a named test red and the oracle too. */
import base from './jest.config.js';

export default {
  ...base,
  roots: ['<rootDir>/test/sabotage'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 180_000,
};
