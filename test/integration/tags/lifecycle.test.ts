/** Tags through the whole lifecycle: a sandbox registry, a real Redis, real mail. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { endOf } from '../../../src/core/policy/pass.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { unitStateOf } from '../../../src/core/work/unitState.ts';
import { unitSummary } from '../../../src/core/work/unitSummary.ts';
import { restore } from '../../../src/lifecycle/index.ts';
import { DAY, HOUR, worldForAll } from '../../support/awsWorld.ts';
import { addImage, hubOptions, POLICY, REPOSITORY, TAGS, tagsIn, untilDue } from '../../support/hubWorld.ts';

const world = worldForAll();
let hub: RunningRegistry;
beforeEach(async () => {
  hub = await startRegistry();
});
afterEach(() => hub.close());

/** @param more keys of `defaults` */
const options = (more = '', policy = '') => ({
  ...hubOptions(hub, { policy: `${POLICY}${policy}` }),
  ...(more === '' ? {} : { defaults: more }),
});
const image = (tag: string, salt: string, days = 100) => addImage(hub, world, tag, days, salt);
const tags = () => tagsIn(hub);
const deletions = () =>
  hub.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1));
const due = () => untilDue(world);

describe('a repository under a cleanup policy', () => {
  test('R7 R10 old tags are marked, notified and deleted, and the record says who frees the space', async () => {
    await world.reset(options());
    image('v9', 'newest', 90);
    for (const tag of ['v1', 'v2']) image(tag, tag);
    await due();
    expect((await world.marks(TAGS)).map(({ id }) => id)).toEqual(['v1', 'v2']);
    expect(world.messages()[0]?.text).toMatch(
      /Only the\s+garbage\s+collection of the registry frees its\s+space: up to \d+ bytes/i,
    );
    expect(await world.pass('delete', TAGS)).toMatchObject({ outcome: 'complete', counts: { deleted: 2 } });
    expect(tags()).toEqual(['v9']);
    expect(world.audit.find(({ event }) => event === 'deleted')?.reason).toContain(
      'garbage collection of the registry',
    );
  });

  test('R7 all tags of a digest go by one request, with a permit for each', async () => {
    await world.reset(options('pace: { batch: 2 }'));
    hub.switches.deletesTags = false;
    image('v9', 'newest', 90);
    for (const tag of ['v1', 'v2', 'v3', 'v4', 'v5']) image(tag, 'shared');
    await due();
    expect(await world.pass('delete', TAGS)).toMatchObject({ outcome: 'complete', counts: { deleted: 5 } });
    expect(deletions()).toHaveLength(2);
    expect(world.audit.filter(({ event }) => event === 'permitted')).toHaveLength(5);
    expect(tags()).toEqual(['v9']);
  });

  test('R7 a budget with room for a part of the tags of a digest deletes none of them', async () => {
    await world.reset(options('pace: { deletesPerDay: 2 }'));
    hub.switches.deletesTags = false;
    image('v9', 'newest', 90);
    for (const tag of ['v1', 'v2', 'v3']) image(tag, 'shared');
    await due();
    expect(await world.pass('delete', TAGS)).toMatchObject({ counts: { deleted: 0, refused: 2 } });
    expect(tags()).toEqual(['v1', 'v2', 'v3', 'v9']);
    expect(deletions()).toEqual([]);
  });

  test('R7 law 4 a tag of the digest is opted out → the others stay, and the reason is on their marks', async () => {
    await world.reset(options());
    hub.switches.deletesTags = false;
    image('v9', 'newest', 90);
    image('v0', 'alone');
    for (const tag of ['v1', 'v2']) image(tag, 'shared');
    await due();
    const at = world.clock.now();
    await world.wired.parts.optOuts.optOut(TAGS, {
      target: { kind: 'id', value: 'v2' },
      actor: 'ann@example.com',
      at,
      until: 'forever',
    });
    expect(await world.pass('delete', TAGS)).toMatchObject({ counts: { deleted: 1, refused: 1 } });
    expect(tags()).toEqual(['v1', 'v2', 'v9']);
    expect((await world.markOf('v1', TAGS))?.problem).toMatch(/also has the tag v2 .* deletes only whole digests/);
  });

  test('R7 tags of a digest that become due at different times go together at a common time', async () => {
    await world.reset(options());
    hub.switches.deletesTags = false;
    image('v9', 'newest', 90);
    for (const tag of ['v0', 'v1']) image(tag, tag);
    await world.pass('mark', TAGS);
    await world.notify(TAGS);
    await world.watched(9, TAGS);
    const { tags: named } = hub.store.repository(REPOSITORY);
    named.set('v2', { digest: named.get('v1')?.digest ?? '' });
    await world.pass('mark', TAGS);
    await world.watched(2, TAGS);
    expect(await world.pass('delete', TAGS)).toMatchObject({ counts: { deleted: 1, refused: 1 } });
    // A new tag of an old image is as old as the tag.
    await world.watched(29, TAGS);
    await world.pass('mark', TAGS);
    await world.notify(TAGS);
    await world.watched(9, TAGS);
    for (let hours = 0; hours < 3 * 24 && tags().includes('v2'); hours += 1) {
      world.clock.advance(HOUR);
      await world.wired.deps.lastUsed.surveyed(TAGS, world.clock.now());
      await world.pass('delete', TAGS);
    }
    expect(tags()).toEqual(['v9']);
  });

  test('R9 the image of an index is not deleted by its digest, though its own tag is due', async () => {
    await world.reset(options());
    hub.switches.deletesTags = false;
    image('v9', 'newest', 90);
    const part = image('v1', 'part');
    hub.store.index(REPOSITORY, 'kept', [part]);
    await due();
    expect(await world.pass('delete', TAGS)).toMatchObject({ counts: { deleted: 0, refused: 1 } });
    expect([...hub.store.repository(REPOSITORY).manifests.keys()]).toContain(part);
    expect((await world.markOf('v1', TAGS))?.problem).toContain('it is a part of the tag kept');
  });

  test('R8 R17 a pass that deletes some of its tags is partial, names the others on their marks, and counts each', async () => {
    await world.reset(options('', ', protect: ["v7"]'));
    image('v9', 'newest', 90);
    image('v7', 'protected', 95);
    hub.store.image(REPOSITORY, 'v8', { salt: 'undated' });
    for (const tag of ['v1', 'v2', 'v3']) image(tag, tag);
    const survey = await world.pass('mark', TAGS);
    expect(unitSummary(survey)).toMatchObject({ listed: 6, matched: 3, undated: 1, protected: 1, outcome: 'complete' });
    await due();
    hub.switches.faults.set(`DELETE /v2/${REPOSITORY}/manifests/v2`, { status: 202 });
    const deletion = await world.pass('delete', TAGS);
    expect(unitSummary(deletion)).toMatchObject({ matched: 3, deleted: 2, failed: 1 });
    expect(unitStateOf({ passes: [endOf(deletion)], hasPlace: false, waiting: [] })).toBe('partial');
    expect((await world.marks(TAGS)).map(({ id, problem }) => [id, problem])).toEqual([
      ['v2', expect.stringContaining('the tag is still there')],
    ]);
  });

  test('R2 R3 R4 the policy counts over the whole repository, matches whole names, and keeps undated tags', async () => {
    await world.reset(options('', ', nameRegexKeep: "v7|x"'));
    for (const [tag, days] of Object.entries({ v1: 95, v2: 94, v3: 93, v7: 92, v77: 91, v9: 90 }))
      image(tag, tag, days);
    hub.store.image(REPOSITORY, 'v0', { salt: 'undated' });
    await world.pass('mark', TAGS);
    expect((await world.marks(TAGS)).map(({ id }) => id)).toEqual(['v1', 'v2', 'v3', 'v77']);
  });

  test('R9 a tag that moved to another digest after its mark is unmarked', async () => {
    await world.reset(options());
    image('v9', 'newest', 90);
    image('v1', 'old');
    await due();
    image('v1', 'new', 100);
    expect(await world.pass('delete', TAGS)).toMatchObject({ counts: { deleted: 0, unmarked: 1 } });
    expect(deletions()).toEqual([]);
  });

  test('law 5 a dry run deletes nothing, and no request to delete is sent', async () => {
    await world.reset({ ...options(), dryRun: true });
    for (const tag of ['v1', 'v2']) image(tag, tag);
    await due();
    await world.pass('delete', TAGS);
    expect(deletions()).toEqual([]);
  });

  test('R7 `restore` puts a deleted tag back while the registry has its layers, and says so when it has not', async () => {
    await world.reset(options());
    image('v9', 'newest', 90);
    const digest = image('v1', 'old');
    await due();
    await world.pass('delete', TAGS);
    const { deps, parts } = world.wired;
    const { generations } = await deps.definitions.read(TAGS, 'v1');
    // Earlier tests stored other images under this name.
    const stored = generations.find((one) => one.stored.identity.endsWith(`:v1@${digest}`))?.stored as StoredDefinition;
    const [wc] = world.configuration.workConfigurations as [WorkConfiguration];
    const request = { wc, stored, actor: 'ann@example.com', keepForMs: 30 * DAY };
    const again = () => restore({ ...deps, optOuts: parts.optOuts }, request, new AbortController().signal);
    const { blobs } = hub.store.repository(REPOSITORY);
    const layers = [...blobs];
    blobs.clear();
    expect(await again()).toMatchObject({ kind: 'expired' });
    for (const [name, layer] of layers) blobs.set(name, layer);

    expect(await again()).toMatchObject({ kind: 'restored', id: 'v1' });
    expect(hub.store.repository(REPOSITORY).tags.get('v1')?.digest).toBe(digest);
  });
});
