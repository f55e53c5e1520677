/** Tags and parts that a registry lists and cannot give: of a build cache, without a manifest, with an error. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { kinds, REPOSITORY, Registry, reasonOf } from './deleting.ts';
import { ago, candidates, planned, reasonsOf } from './fixture.ts';

let hub: RunningRegistry;
beforeEach(async () => {
  hub = await startRegistry({ deletesTags: false });
});
afterEach(() => hub.close());

const image = (tag: string, days = 100, salt = tag) => hub.store.image(REPOSITORY, tag, { salt, created: ago(days) });
const manifest = (reference: string) => `/v2/${REPOSITORY}/manifests/${reference}`;
const store = () => hub.store.repository(REPOSITORY);
const ERROR = { status: 500, body: JSON.stringify({ errors: [{ code: 'UNKNOWN' }] }) };

/** What BuildKit writes with `--cache-to type=registry`: an index of layers and its own configuration. */
function cache(tag: string): readonly string[] {
  const blobs = [...store().blobs.keys()];
  const types = ['application/vnd.oci.image.layer.v1.tar+gzip', 'application/vnd.buildkit.cacheconfig.v0'];
  const manifests = blobs.map((digest, at) => ({ mediaType: types[at % types.length], digest, size: 1 }));
  const mediaType = 'application/vnd.oci.image.index.v1+json';
  hub.store.manifest(REPOSITORY, tag, mediaType, JSON.stringify({ schemaVersion: 2, mediaType, manifests }));
  return blobs;
}

/** The tag stays in the list, and its manifest is gone. */
function lost(tag: string): void {
  store().manifests.delete(image(tag));
}

async function deleted(...ids: readonly string[]) {
  const registry = new Registry(hub.url, { deletes: 'digests' });
  try {
    return await registry.deleteListed(...ids);
  } finally {
    registry.close();
  }
}

describe('an index of a build cache', () => {
  test('R24 is kept without a date, its parts are not asked for as manifests, and the other tags are judged', async () => {
    image('v1');
    image('v2', 3);
    const blobs = cache('cache');
    const plan = await planned(hub.url);
    expect([plan.code, candidates(plan)]).toEqual([0, ['v1']]);
    for (const blob of blobs) expect(hub.requests.map(({ path }) => path)).not.toContain(manifest(blob));
  });

  test('R24 refers to no image: a digest beside it is deleted', async () => {
    image('v1');
    cache('cache');
    expect(kinds(await deleted('v1'))).toEqual({ v1: 'deleted' });
  });
});

test.each([
  ['a tag', (tag: string) => hub.switches.faults.set(manifest(tag), ERROR)],
  [
    'the manifest of a tag',
    (tag: string) => hub.switches.faults.set(manifest(store().tags.get(tag)?.digest ?? ''), ERROR),
  ],
  [
    'the configuration of a tag',
    (tag: string) => {
      const { config } = JSON.parse(String(store().manifests.get(store().tags.get(tag)?.digest ?? '')?.body));
      hub.switches.faults.set(`/v2/${REPOSITORY}/blobs/${config.digest}`, ERROR);
    },
  ],
])('R24 law 1 an error about %s keeps it, and the other tags are judged', async (_what, fail) => {
  image('odd');
  image('v1');
  image('v2', 3);
  fail('odd');
  const plan = await planned(hub.url);
  expect([plan.code, candidates(plan)]).toEqual([0, ['v1']]);
  expect(reasonsOf(plan, 'odd')).toMatch(/cannot be read: .*500.*push the tag again/);
});

test.each([
  ['a refusal of one image', { status: 403, body: JSON.stringify({ errors: [{ code: 'DENIED' }] }) }, 'denied'],
  [
    'a policy of Harbor',
    { status: 412, body: JSON.stringify({ errors: [{ code: 'PROJECTPOLICYVIOLATION' }] }) },
    '412',
  ],
  ['a connection that breaks', { status: 0 }, 'gives no answer'],
])('R24 law 1 %s keeps its tag, and the other tags are judged', async (_what, fault, why) => {
  image('odd');
  image('v1');
  image('v2', 3);
  hub.switches.faults.set(manifest('odd'), fault);
  const plan = await planned(hub.url);
  expect([plan.code, candidates(plan)]).toEqual([0, ['v1']]);
  expect(reasonsOf(plan, 'odd')).toContain(why);
});

test('R24 law 1 four connections that break are one registry that does not answer', async () => {
  for (const tag of ['a', 'b', 'c', 'd']) hub.switches.faults.set(manifest(image(tag) && tag), { status: 0 });
  image('v1');
  const plan = await planned(hub.url);
  expect([plan.code, candidates(plan)]).toEqual([3, []]);
});

test('R24 law 1 an error about a part of an index keeps its tag, and the other tags are judged', async () => {
  const part = image('part');
  store().tags.delete('part');
  hub.store.index(REPOSITORY, 'multi', [part]);
  image('v1');
  image('v2', 3);
  hub.switches.faults.set(manifest(part), ERROR);
  const plan = await planned(hub.url);
  expect(candidates(plan)).toEqual(['v1']);
  expect(reasonsOf(plan, 'multi')).toContain('500');
});

test('R24 law 1 errors about all tags are one about the registry: nothing is known', async () => {
  for (const tag of ['v1', 'v2']) {
    image(tag);
    hub.switches.faults.set(manifest(tag), ERROR);
  }
  const plan = await planned(hub.url);
  expect([plan.code, plan.document.namespaces[0]?.counts.listed]).toEqual([3, 0]);
});

test('R24 law 1 a tag that cannot be read may have any digest: none is deleted, and the reason names it', async () => {
  image('odd', 100, 'v1');
  image('v1');
  hub.switches.faults.set(manifest('odd'), ERROR);
  const outcomes = await deleted('v1');
  expect(kinds(outcomes)).toEqual({ v1: 'refused' });
  expect(reasonOf(outcomes.v1)).toContain('the tag odd cannot be read, and may have the same digest');
  expect([...store().tags.keys()]).toEqual(['odd', 'v1']);
});

test('R24 law 1 a manifest that cannot be read may refer to any digest: none is deleted', async () => {
  image('v1');
  hub.switches.faults.set(manifest(image('odd')), ERROR);
  const outcomes = await deleted('v1');
  expect(reasonOf(outcomes.v1)).toContain('whether the tag odd refers to it is unknown');
});

describe('a tag without a manifest', () => {
  test('R24 is kept, with what to do about it, and the other tags are judged', async () => {
    lost('ghost');
    image('v1');
    image('v2', 3);
    const plan = await planned(hub.url);
    expect([plan.code, candidates(plan)]).toEqual([0, ['v1']]);
    expect(reasonsOf(plan, 'ghost')).toMatch(/the registry does not have it; push the tag again, or remove it/);
  });

  test('R24 keeps no other digest: the registry names the one to which it led', async () => {
    lost('ghost');
    for (const tag of ['v1', 'v2']) image(tag);
    expect(kinds(await deleted('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'deleted' });
    expect([...store().tags.keys()]).toEqual(['ghost']);
  });

  test('R24 law 1 keeps the digest to which it leads, if that is there after all', async () => {
    const digest = image('v1');
    const body = JSON.stringify({
      errors: [{ code: 'MANIFEST_UNKNOWN', detail: { Name: REPOSITORY, Revision: digest } }],
    });
    image('ghost', 100, 'v1');
    hub.switches.faults.set(manifest('ghost'), { status: 404, body });
    const outcomes = await deleted('v1');
    expect(reasonOf(outcomes.v1)).toContain('its digest also has the tag ghost');
  });
});
