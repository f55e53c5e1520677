import './globalSetup.ts';

export default async function endBrowser(): Promise<void> {
  await globalThis.browserOfTheRun?.close();
}
