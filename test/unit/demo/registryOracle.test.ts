/** The oracle of the scene `registry` sees the damage of a wrong deletion. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { judgeRegistry, tagsIn } from '../../../sandbox/demo/registryOracle.ts';
import { GOING_ALONE, MULTI, seedRegistry, WEB } from '../../../sandbox/demo/registrySeed.ts';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';

let hub: RunningRegistry;
beforeEach(async () => {
  hub = await startRegistry();
  seedRegistry(hub.store, Date.now());
});
afterEach(() => hub.close());

/** The verdict of the oracle after a change of the registry. */
async function after(change: () => void | Promise<void>) {
  const before = tagsIn(hub);
  await change();
  const story = { name: 'hub', hub, before, going: GOING_ALONE, mails: [], retentionMs: 20_000 };
  return (await judgeRegistry(story)).violations.map(({ what }) => what);
}

test('R9 it says nothing about a registry in which only due tags are gone', async () => {
  expect(await after(() => void hub.store.repository(WEB).tags.delete('v1'))).toEqual([]);
});

test('R9 it names a kept tag that is gone', async () => {
  const gone = await after(() => void hub.store.repository(WEB).tags.delete('stable'));
  expect(gone).toEqual(['hub/shop/web:stable is gone, and had to stay']);
});

test('R9 it names a kept index whose image is gone', async () => {
  const { manifests, tags } = hub.store.repository(MULTI);
  const lost = await after(() => {
    const index = JSON.parse(manifests.get(tags.get('v4')?.digest ?? '')?.body.toString() ?? '{}');
    manifests.delete(index.manifests[0].digest);
  });
  expect(lost).toEqual([expect.stringMatching(/^hub\/shop\/multi:v4 has lost sha256:/)]);
});

test('R7 it names a deletion without a mail', async () => {
  const early = await after(async () => {
    await fetch(`${hub.url}/v2/${WEB}/manifests/v1`, { method: 'DELETE' });
  });
  expect(early).toEqual(['hub/shop/web:v1 was deleted before a mail about it was old enough']);
});
