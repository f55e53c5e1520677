/** Mail and pages in a real browser, from the mailbox on. Needs Chromium: Debian's `chromium`, or $CHROMIUM_PATH. */
import base from './jest.config.js';

export default {
  ...base,
  globalSetup: '<rootDir>/test/browser/globalSetup.ts',
  globalTeardown: '<rootDir>/test/browser/globalTeardown.ts',
  roots: ['<rootDir>/test/browser'],
  testPathIgnorePatterns: ['/node_modules/'],
  // For two processors: beside a daemon and a browser, most suites wait for mails and for surveys.
  maxWorkers: 2,
};
