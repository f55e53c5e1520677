/** Credentials of a registry from the programs that Docker's configuration names. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { AS_WRITTEN, ago, candidates, planned } from './fixture.ts';

let hub: RunningRegistry;
let folder: string;
const path = process.env.PATH;
beforeEach(async () => {
  hub = await startRegistry({ password: 'secret' });
  for (const [tag, days] of [
    ['v1', 100],
    ['v2', 3],
  ] as const)
    hub.store.image('shop/web', tag, { salt: tag, created: ago(days) });
  folder = await mkdtemp(join(tmpdir(), 'holystone-helpers-'));
  process.env.PATH = `${folder}${delimiter}${path}`;
});
afterEach(async () => {
  process.env.PATH = path;
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

const host = () => new URL(hub.url).host;
/** Each question once: a plan signs in for its listing of repositories, and for its tags. */
const asked = async () => [...new Set((await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n'))];

/** A credential helper: a program that notes its argument and input, and then does this. */
async function helper(name: string, does: string): Promise<void> {
  const file = join(folder, `docker-credential-${name}`);
  await writeFile(file, `#!/bin/sh\necho "$1 $(cat)" >> "${join(folder, 'asked')}"\n${does}\n`);
  await chmod(file, 0o755);
}
const prints = (username: string, secret: string) =>
  `echo '${JSON.stringify({ ServerURL: host(), Username: username, Secret: secret })}'`;

async function planWith(config: object) {
  const dockerConfig = join(folder, 'config.json');
  await writeFile(dockerConfig, JSON.stringify(config));
  return planned(
    hub.url,
    AS_WRITTEN.replace('locations:', `credentials: { dockerConfig: ${dockerConfig} }, locations:`),
  );
}
const OLD = ['v1'];

describe('a credential helper of Docker', () => {
  test('R8 the helper of the host is asked on standard input, before the store of all credentials', async () => {
    await helper('mine', prints('user', 'secret'));
    await helper('all', prints('user', 'wrong'));
    const plan = await planWith({ credHelpers: { [host()]: 'mine' }, credsStore: 'all' });
    expect(candidates(plan)).toEqual(OLD);
    expect(await asked()).toEqual([`get ${host()}`]);
  });

  test('R8 the store of all credentials is asked by the name that the file has for the host', async () => {
    await helper('all', prints('user', 'secret'));
    const plan = await planWith({ credsStore: 'all', auths: { [`http://${host()}/v2/`]: {} } });
    expect(candidates(plan)).toEqual(OLD);
    expect(await asked()).toEqual([`get http://${host()}/v2/`]);
  });

  test('R8 a helper without credentials for the host leaves it to the file', async () => {
    await helper('all', 'echo "credentials not found in native keychain"; exit 1');
    const auth = Buffer.from('user:secret').toString('base64');
    expect(candidates(await planWith({ credsStore: 'all', auths: { [host()]: { auth } } }))).toEqual(OLD);
  });

  test('R8 an identity token goes to the token service in the body of a POST, never in an address', async () => {
    hub.switches.scheme = 'bearer';
    await helper('mine', prints('<token>', 'identity-secret'));
    expect(candidates(await planWith({ credHelpers: { [host()]: 'mine' } }))).toEqual(OLD);
    expect(hub.requests.filter(({ method }) => method === 'POST').every(({ path: at }) => at === '/token')).toBe(true);
    expect(hub.requests.some(({ path: at }) => at.includes('identity'))).toBe(false);
  });

  test.each([
    ['is not installed', undefined, 'there is no such program; install it'],
    ['fails', 'echo "password hunter2"; exit 3', 'it ends with exit code 3'],
    ['prints no credentials', 'echo "hunter2"', 'prints no `Username` and `Secret`'],
  ])('R8 a helper that %s makes the plan incomplete, and its output is shown to nobody', async (_what, does, why) => {
    if (does !== undefined) await helper('mine', does);
    const { code, output } = await planWith({ credHelpers: { [host()]: 'mine' } });
    expect(code).toBe(3);
    expect(output).toContain('docker-credential-mine');
    expect(output).toContain(why);
    expect(output).not.toContain('hunter2');
  });

  test('R8 a helper whose name is a path is not run', async () => {
    const { code, output } = await planWith({ credHelpers: { [host()]: '../../bin/sh' } });
    expect([code, output.includes('has no name of a program')]).toEqual([3, true]);
  });
});
