/** The watchers themselves: a page with everything wrong, so that a clean page means something. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { axeFindings, operableNames, overflow, unclear } from './accessibility.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { visit } from './visit.ts';

const WRONG = `<!doctype html><html><head><title></title><style>body { width: 5000px }</style></head><body>
<img src="http://elsewhere.example.com/pixel.png"><p style="color: red">refused</p>
<button></button><a href="/a">more</a><a href="/b">more</a><script>throw new Error('wrong')</script></body></html>`;
const POLICY = "default-src 'none'; img-src *; script-src 'unsafe-inline'; style-src 'sha256-none' 'unsafe-hashes'";

let server: Server;
let running: RunningBrowser;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY }).end(WRONG);
  }).listen(0, '127.0.0.1');
  [running] = await Promise.all([startBrowser(), once(server, 'listening')]);
});
afterAll(async () => {
  await running?.close();
  server.close();
  server.closeAllConnections();
});

test('a page that breaks its policy, throws and asks another host is complained about', async () => {
  const { page, complaints, close } = await visit(running.browser);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(complaints.join('\n')).toContain('Content Security Policy');
  expect(complaints).toEqual(
    expect.arrayContaining(['exception: wrong', 'request to http://elsewhere.example.com/pixel.png']),
  );
  await close();
});

test('the checks find an element without a name, a finding of axe and a page that is too wide', async () => {
  const { page, close } = await visit(running.browser, { width: 'phone' });
  await page.setContent(WRONG.replace(/<script>.*<\/script>|<img[^>]*>/g, ''));
  expect(unclear(await operableNames(page))).toEqual(['button ""', 'link "more"']);
  expect((await axeFindings(page)).join('\n')).toContain('button-name');
  expect(await overflow(page)).toBeGreaterThan(1000);
  await close();
});
