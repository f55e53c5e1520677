/** The machine's own Chromium, shut in: it reaches nothing but loopback, and leaves nothing behind. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @throws Error that names the package to install, when there is none */
function binary(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, where nothing is`);
  }
  const path = KNOWN_PATHS.find(existsSync);
  if (path !== undefined) return path;
  throw new Error(
    `these tests need Chromium or Chrome: install it ("apt-get install chromium"), or set CHROMIUM_PATH to it. ` +
      `Looked for ${KNOWN_PATHS.join(', ')}`,
  );
}

export interface RunningBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** The browser of the whole run; `close` ends the connection to it, with all its windows. */
export async function startBrowser(): Promise<RunningBrowser> {
  const endpoint = process.env.HOLYSTONE_TEST_BROWSER;
  if (endpoint === undefined) throw new Error('these tests run with jest.browser.config.js, which starts Chromium');
  const browser = await chromium.connect(endpoint);
  return { browser, close: () => browser.close() };
}

export interface BrowserServer {
  /** Of its WebSocket. */
  readonly endpoint: string;
  close(): Promise<void>;
}

export async function startServer(): Promise<BrowserServer> {
  const executablePath = binary();
  const home = await mkdtemp(join(tmpdir(), 'holystone-browser-'));
  const { NODE_OPTIONS: _jests, ...inherited } = process.env;
  const removeHome = () => rm(home, { recursive: true, force: true, maxRetries: 5 });
  try {
    const server = await chromium.launchServer({
      executablePath,
      host: '127.0.0.1',
      headless: true,
      // Chromium's own sandbox does not start as root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1', '--force-color-profile=srgb'],
      // Settings, caches and crash reports as well as the profile.
      env: { ...inherited, HOME: home, TMPDIR: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    });
    return { endpoint: server.wsEndpoint(), close: () => server.close().finally(removeHome) };
  } catch (error) {
    await removeHome();
    throw error;
  }
}
