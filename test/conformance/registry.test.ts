/** The same plan of the same images in the sandbox registry and in those of other makers. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startRegistry } from '../../sandbox/registry/server.ts';
import { AS_WRITTEN, ago, candidates, planned, reasonsOf, rows } from '../integration/tags/fixture.ts';
import { type RealRegistry, realRegistries } from './realRegistries.ts';

async function startSandbox(): Promise<RealRegistry> {
  const { url, store, close } = await startRegistry();
  const push: RealRegistry['push'] = async (repository, tag, created, salt) =>
    store.image(repository, tag, { salt, ...(created === undefined ? {} : { created }) });
  return { url, push, close };
}

function everything(start: () => Promise<RealRegistry>): void {
  let hub: RealRegistry;
  beforeEach(async () => {
    hub = await start();
  });
  afterEach(() => hub.close());
  const plan = () => {
    if (hub.credentials === undefined) return planned(hub.url);
    // A user who may read one repository need not see the catalog.
    const { username, password } = hub.credentials;
    const services = `tokenServices: ${JSON.stringify(hub.tokenServices)}`;
    const keys = `credentials: { username: ${username}, password: ${password} }, ${services}, locations: [shop/web]`;
    return planned(hub.url, AS_WRITTEN.replace('locations: ["shop/*"]', keys));
  };

  test('R1 the configuration of the behaviour page plans as written', async () => {
    const created = ago(100);
    for (const [tag, days] of Object.entries({ v2: 50, v3: 10, v4: 3, latest: 90 }))
      await hub.push('shop/web', tag, ago(days), tag);
    for (const tag of ['v1', 'production-1']) await hub.push('shop/web', tag, created, 'shared');
    await hub.push('shop/web', 'undated', undefined, 'undated');
    await hub.push('shop/api/base', 'v1', created, '');
    await hub.push('other', 'v1', created, '');
    const made = await plan();
    expect(made.document.namespaces.map(({ namespace, status }) => [namespace, status])).toEqual([
      ['registry:hub:shop%2Fweb:tag', 'complete'],
    ]);
    expect(candidates(made)).toEqual(['v1', 'v2', 'v3']);
    expect(reasonsOf(made, 'v1')).toContain(
      'it shares its digest with production-1: goes alone where the registry can',
    );
  });

  test('R3 R19 every tag of a repository is listed, in whatever pages', async () => {
    for (let index = 0; index < 30; index++) await hub.push('shop/web', `v${index}`, ago(100), '');
    expect(rows(await plan())).toHaveLength(30);
  });
}

describe('the sandbox registry', () => everything(startSandbox));
for (const { name, start, missing } of realRegistries) {
  if (missing === undefined) describe(name, () => everything(start));
  else {
    process.stderr.write(`${name}: its plans are skipped, not passed (${missing})\n`);
    describe.skip(name, () => everything(start));
  }
}
