/** Mail and pages in a real browser, from the mailbox on. Needs Chromium: Debian's `chromium`, or $CHROMIUM_PATH. */
import base from './jest.config.js';

export default {
  ...base,
  globalSetup: '<rootDir>/test/browser/globalSetup.ts',
  globalTeardown: '<rootDir>/test/browser/globalTeardown.ts',
  testEnvironment: 'node',
  roots: ['<rootDir>/test/browser'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 900_000,
  // A daemon and a browser both want a processor.
  maxWorkers: 1,
};
