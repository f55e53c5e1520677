/** Deletions of tags where the answers of a registry contradict each other, as those of replicas behind one address do. */
import { expect, test } from '@jest/globals';
import type { RegistryRequest, RunningRegistry } from '../../../sandbox/registry/server.ts';
import { kinds, REPOSITORY, type Registry, reasonOf } from './deleting.ts';
import { eachRegistry } from './eachRegistry.ts';

const UNKNOWN = { status: 404, body: JSON.stringify({ errors: [{ code: 'MANIFEST_UNKNOWN' }] }) };

let hub: RunningRegistry;
let registry: Registry;
const { digests, image, manifest, tags } = eachRegistry(
  (opened) => {
    ({ hub, registry } = opened);
  },
  { deletesTags: false },
);

const list = `/v2/${REPOSITORY}/tags/list`;

/** A delete pass: the repository is listed again, then something happens, then the tags are deleted. */
async function deletedAfterListing(ids: readonly string[], between: () => void) {
  const read = await registry.read(...ids);
  const denies = (asked: readonly string[] = []) => (asked.every((one) => ids.includes(one)) ? undefined : 'no permit');
  const session = registry.session({ permit: { denies } });
  for await (const _page of session.list());
  between();
  return Object.fromEntries(await session.delete(read));
}

test.each([
  ['small', 0],
  ['large', 250],
])('R7 law 2 a tag that a second listing of a %s repository leaves out keeps its digest', async (_size, many) => {
  for (let index = 0; index < many; index++) image(`t${index}`, 'many');
  for (const tag of ['v1', 'kept']) image(tag, 'shared');
  const { v1 } = await deletedAfterListing(['v1'], () => {
    const names = tags().filter((tag) => tag !== 'kept');
    hub.switches.faults.set(list, { status: 200, body: JSON.stringify({ tags: names }) });
  });
  expect(v1?.kind).toBe('refused');
  expect(reasonOf(v1)).toContain('also has the tag kept');
  expect(tags()).toContain('kept');
});

test('R7 law 1 a tag that is in the listing and cannot be read by its name may have any digest', async () => {
  for (const tag of ['v1', 'kept']) image(tag, 'shared');
  hub.switches.faults.set(manifest('kept'), UNKNOWN);
  const { v1 } = await registry.delete('v1');
  expect(v1?.kind).toBe('refused');
  expect(reasonOf(v1)).toContain('the tag kept is in the list of the registry, which says that it does not exist');
  expect(tags()).toEqual(['kept', 'v1']);
});

test('R9 law 1 a tag whose manifest cannot be read by its digest is read by its name', async () => {
  const index = hub.store.index(REPOSITORY, 'multi', [image('v1')]);
  hub.switches.faults.set(manifest(index), UNKNOWN);
  const { v1 } = await registry.delete('v1');
  expect(v1?.kind).toBe('refused');
  expect(reasonOf(v1)).toContain('it is a part of the tag multi');
  expect(tags()).toEqual(['multi', 'v1']);
});

test('R9 law 1 a tag whose manifest cannot be read at all may refer to any digest', async () => {
  const index = hub.store.index(REPOSITORY, 'multi', [image('v1')]);
  hub.switches.faults.set(manifest(index), UNKNOWN);
  hub.switches.faults.set(`GET ${manifest('multi')}`, UNKNOWN);
  const { v1 } = await registry.delete('v1');
  expect(v1?.kind).toBe('refused');
  expect(reasonOf(v1)).toContain('whether the tag multi refers to it is unknown');
  expect(tags()).toEqual(['multi', 'v1']);
});

test('R7 R9 a registry that drops a manifest with the last of its tags is not taken for one that deletes tags alone', async () => {
  hub.switches.deletesTags = 'withLast';
  for (const tag of ['v1', 'v2']) image(tag, 'both');
  const child = image('child');
  hub.store.index(REPOSITORY, 'multi', [child]);
  expect(kinds(await registry.delete('v1', 'v2', 'child'))).toEqual({ v1: 'deleted', v2: 'deleted', child: 'refused' });
  expect(digests()).toContain(child);
  expect(registry.deletesAs()).toBeUndefined();
});

test('R9 a registry that begins to drop manifests without tags takes one image of a kept index, and no second', async () => {
  registry.learnt.facts.set(`registry/${hub.url}/deletes`, 'tags');
  hub.switches.deletesTags = 'withLast';
  hub.store.index(REPOSITORY, 'one', [image('v1')]);
  const second = image('v2');
  hub.store.index(REPOSITORY, 'two', [second]);
  const outcomes = await deletedAfterListing(['v1', 'v2'], () => undefined);
  expect(kinds(outcomes)).toEqual({ v1: 'deleted', v2: 'refused' });
  expect(digests()).toContain(second);
  expect(registry.deletesAs()).toBe('unproven');
});

test('R7 a replica that still has the digest of a deleted tag proves nothing while another has lost it', async () => {
  hub.switches.deletesTags = 'withDigest';
  const digest = image('v1');
  for (const tag of ['v2', 'kept']) image(tag, 'shared');
  hub.switches.before = staleOnce(digest);
  expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'refused' });
  expect(tags()).toEqual(['kept', 'v2']);
  expect(registry.deletesAs()).toBeUndefined();
});

/** The first read of a digest after the first deletion is answered as before it. */
function staleOnce(digest: string): (asked: RegistryRequest) => void {
  const path = manifest(digest);
  let [isDeleted, answers] = [false, 0];
  return (asked) => {
    if (asked.method === 'DELETE') isDeleted = true;
    if (!isDeleted || asked.method !== 'HEAD' || asked.path !== path) return;
    hub.switches.faults.delete(path);
    answers++;
    if (answers === 1) hub.switches.faults.set(path, { status: 200, headers: { 'docker-content-digest': digest } });
  };
}
