/** The same plan of the same images in the sandbox registry and in Debian's `docker-registry`. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startRegistry } from '../../sandbox/registry/server.ts';
import { ago, candidates, planned, reasonsOf, rows } from '../integration/tags/fixture.ts';
import { hasDockerRegistry, type RealRegistry, startDockerRegistry } from './dockerRegistry.ts';

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

  test('R1 the configuration of the behaviour page plans as written', async () => {
    const created = ago(100);
    for (const [tag, days] of Object.entries({ v2: 50, v3: 10, v4: 3, latest: 90 }))
      await hub.push('shop/web', tag, ago(days), tag);
    for (const tag of ['v1', 'production-1']) await hub.push('shop/web', tag, created, 'shared');
    await hub.push('shop/web', 'undated', undefined, 'undated');
    await hub.push('shop/api/base', 'v1', created, '');
    await hub.push('other', 'v1', created, '');
    const plan = await planned(hub.url);
    expect(plan.document.namespaces.map(({ namespace, status }) => [namespace, status])).toEqual([
      ['registry:hub:shop%2Fweb:tag', 'complete'],
    ]);
    expect(candidates(plan)).toEqual(['v1', 'v2', 'v3']);
    expect(reasonsOf(plan, 'v1')).toContain(
      'it shares its digest with production-1: goes alone where the registry can',
    );
  });

  test('R3 R19 every tag of a repository is listed, in whatever pages', async () => {
    for (let index = 0; index < 30; index++) await hub.push('shop/web', `v${index}`, ago(100), '');
    expect(rows(await planned(hub.url))).toHaveLength(30);
  });
}

describe('the sandbox registry', () => everything(startSandbox));
if (hasDockerRegistry) describe("Debian's docker-registry", () => everything(startDockerRegistry));
else {
  process.stderr.write("Debian's docker-registry is not installed: its scenarios are skipped, not passed\n");
  describe.skip("Debian's docker-registry", () => everything(startDockerRegistry));
}
