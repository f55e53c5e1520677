/** Mail and pages in a real browser, from the mailbox on. Needs Chromium: Debian's `chromium`, or $CHROMIUM_PATH. */
import base from './jest.config.js';

export default {
  ...base,
  testEnvironment: 'node',
  roots: ['<rootDir>/test/browser'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 240_000,
  // Each file has a daemon and a browser of its own, and both want a processor.
  maxWorkers: 1,
};
