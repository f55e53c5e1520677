import setUp from '../support/globalSetup.ts';
import { type BrowserServer, startServer } from './chromium.ts';

declare global {
  /** From the set-up of the run to its end. */
  var browserOfTheRun: BrowserServer | undefined;
}

/** One Chromium for all files: each window of a test is a context of its own, with its own cookies and storage. */
export default async function setUpBrowser(): Promise<void> {
  await setUp();
  globalThis.browserOfTheRun = await startServer();
  process.env.HOLYSTONE_TEST_BROWSER = globalThis.browserOfTheRun.endpoint;
}
