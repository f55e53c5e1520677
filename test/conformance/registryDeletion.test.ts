/** The same deletions of the same images in the sandbox registry and in those of other makers. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startRegistry } from '../../sandbox/registry/server.ts';
import { kinds, REPOSITORY, Registry, reasonOf } from '../integration/tags/deleting.ts';
import { type RealRegistry, realRegistries, startProxy } from './realRegistries.ts';

const ACCEPT = { accept: 'application/vnd.oci.image.manifest.v1+json' };

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string }[];
}

async function startSandbox(switches: Parameters<typeof startRegistry>[0]): Promise<RealRegistry> {
  const { url, store, close } = await startRegistry(switches);
  const push: RealRegistry['push'] = async (repository, tag, created, salt) =>
    store.image(repository, tag, { salt, ...(created === undefined ? {} : { created }) });
  return { url, push, close };
}

/** A registry for each test, with an account that may delete. */
function inEach(start: () => Promise<RealRegistry>) {
  const world = {} as { hub: RealRegistry; registry: Registry };
  beforeEach(async () => {
    world.hub = await start();
    const { url, credentials, tokenServices } = world.hub;
    world.registry = new Registry(url, credentials ? { credentials, tokenServices } : {});
  });
  afterEach(async () => {
    world.registry.close();
    await world.hub.close();
  });
  const image = (tag: string, salt = tag) => world.hub.push(REPOSITORY, tag, '2026-01-01T00:00:00Z', salt);
  return { world, image };
}

/** It deletes a tag alone. */
function tagsAlone(start: () => Promise<RealRegistry>): void {
  const { world, image } = inEach(start);

  test('R7 a tag goes alone once the registry has shown that no other goes with it', async () => {
    for (const tag of ['old', 'v1', 'kept']) await image(tag, tag === 'old' ? 'alone' : 'shared');
    const { registry } = world;
    expect(kinds(await registry.delete('old'))).toEqual({ old: 'deleted' });
    expect(registry.deletesAs()).toBe('tags');
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'deleted' });
    expect(await registry.read('old', 'v1', 'kept')).toMatchObject([{ id: 'kept' }]);
  });

  test('R8 R20 a tag that is not there any more is gone', async () => {
    await image('v1');
    const { registry } = world;
    const read = await registry.read('v1');
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'deleted' });
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'gone' });
  });

  test('R9 an image with a signature by its tag stays', async () => {
    const digest = await image('v1');
    await image(`${digest.replace(':', '-')}.sig`, 'signature');
    const { v1 } = await world.registry.delete('v1');
    expect(reasonOf(v1)).toContain('.sig belongs to it');
    expect(await world.registry.read('v1')).toHaveLength(1);
  });
}

/** It deletes whole digests only. */
function digestsOnly(start: () => Promise<RealRegistry>): void {
  const { world, image } = inEach(start);

  test('R7 a digest goes when all its tags go, and the registry is found to delete digests', async () => {
    for (const tag of ['v1', 'v2']) await image(tag, 'both');
    await image('kept');
    expect(kinds(await world.registry.delete('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'deleted' });
    expect(world.registry.deletesAs()).toBe('digests');
    expect(await world.registry.read('v1', 'v2', 'kept')).toMatchObject([{ id: 'kept' }]);
  });

  test('R7 a tag that shares its digest with a tag that stays is refused, and both stay', async () => {
    await image('alone');
    for (const tag of ['v1', 'kept']) await image(tag, 'shared');
    const { alone, v1 } = await world.registry.delete('alone', 'v1');
    expect(alone?.kind).toBe('deleted');
    expect(reasonOf(v1)).toMatch(/also has the tag kept .* deletes only whole digests/);
    expect(await world.registry.read('v1', 'kept')).toHaveLength(2);
  });

  test('R9 a digest with a signature by its tag stays', async () => {
    const digest = await image('v1');
    await image(`${digest.replace(':', '-')}.sig`, 'signature');
    const { v1 } = await world.registry.delete('v1');
    expect(reasonOf(v1)).toContain('.sig belongs to it');
    expect(await world.registry.read('v1')).toHaveLength(1);
  });

  test('R9 the same image in another repository stays whole', async () => {
    await image('v1');
    const digest = await world.hub.push('shop/other', 'v1', '2026-01-01T00:00:00Z', 'v1');
    expect(kinds(await world.registry.delete('v1'))).toEqual({ v1: 'deleted' });
    const at = `${world.hub.url}/v2/shop/other`;
    const manifest = (await (await fetch(`${at}/manifests/${digest}`, { headers: ACCEPT })).json()) as Manifest;
    const blobs = [manifest.config, ...manifest.layers].map((blob) => fetch(`${at}/blobs/${blob.digest}`));
    expect((await Promise.all(blobs)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('R8 R20 a tag that somebody deletes in between is gone', async () => {
    const digest = await image('v1');
    const read = await world.registry.read('v1');
    await fetch(`${world.hub.url}/v2/${REPOSITORY}/manifests/${digest}`, { method: 'DELETE' });
    expect(kinds(await world.registry.deleteRead(read))).toEqual({ v1: 'gone' });
  });
}

describe('the sandbox registry that deletes digests', () =>
  digestsOnly(() => startSandbox({ deletesTags: false, paging: 'whole', referrers: false })));
describe('the sandbox registry that deletes tags', () => tagsAlone(() => startSandbox({})));
for (const { name, start, missing, deletesTags } of realRegistries) {
  const tests = deletesTags ? tagsAlone : digestsOnly;
  if (missing === undefined) describe(name, () => tests(start));
  else {
    process.stderr.write(`${name}: its deletions are skipped, not passed (${missing})\n`);
    describe.skip(name, () => tests(start));
  }
}

describe("a pull-through cache of Debian's registry", () => {
  const [debian] = realRegistries;
  const pulled = startProxy ? test : test.skip;

  pulled(
    'R7 its tags are refused, also when they are stale, and the registry behind it keeps all of them',
    async () => {
      const behind = await (debian as (typeof realRegistries)[number]).start();
      const cache = await startProxy?.(behind.url);
      const registry = new Registry(cache?.url ?? '');
      try {
        for (const tag of ['v1', 'v2']) await behind.push(REPOSITORY, tag, '2026-01-01T00:00:00Z', tag);
        const read = await registry.read('v1', 'v2');
        expect(read).toHaveLength(2);
        await behind.push(REPOSITORY, 'v1', '2026-06-01T00:00:00Z', 'moved');
        expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'refused', v2: 'refused' });
        const list = await (await fetch(`${behind.url}/v2/${REPOSITORY}/tags/list`)).json();
        expect(list).toMatchObject({ tags: expect.arrayContaining(['v1', 'v2']) });
        const answers = ['v1', 'v2'].map((tag) =>
          fetch(`${behind.url}/v2/${REPOSITORY}/manifests/${tag}`, { headers: ACCEPT }),
        );
        expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
      } finally {
        registry.close();
        await cache?.close();
        await behind.close();
      }
    },
  );
});
