/** The same deletions of the same images in the sandbox registry and in Debian's `docker-registry`, which deletes digests. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startRegistry } from '../../sandbox/registry/server.ts';
import { kinds, REPOSITORY, Registry, reasonOf } from '../integration/tags/deleting.ts';
import { hasDockerRegistry, type RealRegistry, startDockerRegistry } from './dockerRegistry.ts';

async function startSandbox(): Promise<RealRegistry> {
  const { url, store, close } = await startRegistry({ deletesTags: false, paging: 'whole', referrers: false });
  const push: RealRegistry['push'] = async (repository, tag, created, salt) =>
    store.image(repository, tag, { salt, ...(created === undefined ? {} : { created }) });
  return { url, push, close };
}

function everything(start: () => Promise<RealRegistry>): void {
  let hub: RealRegistry;
  let registry: Registry;
  beforeEach(async () => {
    hub = await start();
    registry = new Registry(hub.url);
  });
  afterEach(async () => {
    registry.close();
    await hub.close();
  });
  const image = (tag: string, salt = tag) => hub.push(REPOSITORY, tag, '2026-01-01T00:00:00Z', salt);

  test('R7 a digest goes when all its tags go, and the registry is found to delete digests', async () => {
    for (const tag of ['v1', 'v2']) await image(tag, 'both');
    await image('kept');
    expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'deleted' });
    expect([...registry.learnt.facts.values()]).toEqual(['digests']);
    expect(await registry.read('v1', 'v2', 'kept')).toMatchObject([{ id: 'kept' }]);
  });

  test('R7 a tag that shares its digest with a tag that stays is refused, and both stay', async () => {
    await image('alone');
    for (const tag of ['v1', 'kept']) await image(tag, 'shared');
    const { alone, v1 } = await registry.delete('alone', 'v1');
    expect(alone?.kind).toBe('deleted');
    expect(reasonOf(v1)).toMatch(/also has the tag kept .* deletes only whole digests/);
    expect(await registry.read('v1', 'kept')).toHaveLength(2);
  });

  test('R9 a digest with a signature by its tag stays', async () => {
    const digest = await image('v1');
    await image(`${digest.replace(':', '-')}.sig`, 'signature');
    const { v1 } = await registry.delete('v1');
    expect(reasonOf(v1)).toContain('.sig belongs to it');
    expect(await registry.read('v1')).toHaveLength(1);
  });

  test('R8 R20 a tag that somebody deletes in between is gone', async () => {
    const digest = await image('v1');
    const read = await registry.read('v1');
    await fetch(`${hub.url}/v2/${REPOSITORY}/manifests/${digest}`, { method: 'DELETE' });
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'gone' });
  });
}

describe('the sandbox registry', () => everything(startSandbox));
if (hasDockerRegistry) describe("Debian's docker-registry", () => everything(startDockerRegistry));
else {
  process.stderr.write("Debian's docker-registry is not installed: its deletions are skipped, not passed\n");
  describe.skip("Debian's docker-registry", () => everything(startDockerRegistry));
}
