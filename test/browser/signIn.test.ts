/** An operator signs in through a real OpenID provider, changes something, and signs out; in a real browser, at a real daemon. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Stage } from '../e2e/stage.ts';
import { endAllDaemons } from '../support/daemon.ts';
import { onFreePort } from '../support/freePort.ts';
import { CLIENT, IdentityProvider } from '../support/identityProvider.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { expectGoodLooks } from './looks.ts';
import { visit } from './visit.ts';

jest.setTimeout(900_000);

let running: RunningBrowser;
let stage: Stage;
let provider: IdentityProvider;
let origin: string;

beforeAll(async () => {
  running = await startBrowser();
  stage = await Stage.start();
  provider = await IdentityProvider.start({
    olga: { email: 'olga@example.com', email_verified: true, groups: ['cloud'] },
    rita: { email: 'rita@example.com', email_verified: true, groups: ['viewers'] },
  });
  await onFreePort(serveOn);
});
afterAll(async () => {
  await Promise.all([running?.close(), endAllDaemons()]);
  await provider?.stop();
  await stage?.stop();
});

async function serveOn(port: number): Promise<void> {
  origin = `http://127.0.0.1:${port}`;
  provider.register(origin);
  const oidc =
    `{ issuer: "${provider.issuer}", clientId: ${CLIENT.id}, clientSecretFile: "${stage.file('secret', `${CLIENT.secret}\n`)}", ` +
    'readers: [viewers], operators: [{ group: cloud }] }';
  const http = `{ public: { port: 0, bind: 127.0.0.1 }, operator: { port: ${port}, url: "${origin}", oidc: ${oidc} } }`;
  const daemon = stage.serve(stage.config({ http, dryRun: true }));
  await daemon.serving();
}

async function signIn(name: string) {
  const opened = await visit(running.browser);
  const { page } = opened;
  await page.goto(`${origin}/stages`);
  await page.getByRole('link', { name: 'Sign in with your identity provider' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${origin}/stages`);
  return opened;
}

test('P11 an operator signs in, stops all deletions, and signs out', async () => {
  const { page, context, complaints, close } = await signIn('olga');
  const [cookie] = (await context.cookies(origin)).filter(({ name }) => name === 'holystone-session');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  await page.getByText('Stop all deletions').click();
  await page.getByLabel('Reason (required)').fill('a drill');
  await page.getByRole('button', { name: 'Stop now, on all instances' }).click();
  await page.getByText('Allow deletions again').waitFor();
  await page.goto(`${origin}/activity`);
  await page.getByRole('cell', { name: 'olga@example.com' }).first().waitFor();
  await page.getByRole('link', { name: 'olga@example.com' }).click();
  await expectGoodLooks(page, 'signed-in', false);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('You are signed out of Holystone.').waitFor();
  await expectGoodLooks(page, 'signed-out', false);
  await page.goto(origin);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  expect(complaints).toEqual([]);
  await close();
});

test('P11 a reader has no button that stops deletions, and its own request is refused', async () => {
  const { page, close } = await signIn('rita');
  expect(await page.getByText('Stop all deletions').count()).toBe(0);
  const status = await page.evaluate(async () => {
    const { csrf } = (await (await fetch('/sign-in/session')).json()) as { csrf: string };
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
    return (await fetch('/api/v1/kill-switch', { method: 'PUT', headers, body: '{"on":true}' })).status;
  });
  expect(status).toBe(403);
  await close();
});
