/** A person before a screen: a browser window of one width and one taste, and everything that went wrong in it. */
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';

export const WIDTHS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
} as const;
export type Width = keyof typeof WIDTHS;
export type Scheme = 'light' | 'dark';

export interface Look {
  readonly width?: Width;
  readonly scheme?: Scheme;
  readonly javaScript?: boolean;
  /** The token that a person types when the browser asks; absent = the browser does not ask. */
  readonly token?: string;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the console, broken policies, exceptions, requests to elsewhere. Has to stay empty. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export async function visit(browser: Browser, look: Look = {}): Promise<Visit> {
  const { width = 'desktop', scheme = 'light', javaScript = true, token } = look;
  const context = await browser.newContext({
    viewport: WIDTHS[width],
    colorScheme: scheme,
    javaScriptEnabled: javaScript,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(token === undefined ? {} : { httpCredentials: { username: 'me', password: token, send: 'always' as const } }),
    ...(width === 'phone' ? { isMobile: true, hasTouch: true } : {}),
  });
  // Ends only a wait that hangs: on a loaded machine a page takes many times as long.
  context.setDefaultTimeout(300_000);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (isComplaint(message)) complaints.push(`${message.type()} on the console: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`exception: ${error.error().message}`));
  context.on('request', (request) => {
    if (!isLocal(request.url())) complaints.push(`request to ${request.url()}`);
  });
  return { context, page: await context.newPage(), complaints, close: () => context.close() };
}

/** A page that is refused on purpose is no error of the page; the test that opens one looks at its status. */
function isComplaint(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warning') return false;
  return !/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
}

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'data:' || protocol === 'about:' || hostname === '127.0.0.1';
}
