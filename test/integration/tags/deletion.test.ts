/** Deletions of tags in a sandbox registry whose switches play the behaviour of real registries. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RunningRegistry } from '../../../sandbox/registry/server.ts';
import { PermitError } from '../../../src/core/common/errors.ts';
import { kinds, REPOSITORY, type Registry, reasonOf } from './deleting.ts';
import { created, eachRegistry } from './eachRegistry.ts';

let hub: RunningRegistry;
let registry: Registry;
const { accountWith, deletions, image, tags } = eachRegistry((opened) => {
  ({ hub, registry } = opened);
});

const learnt = () => [registry.deletesAs() ?? []].flat();

describe('a registry that deletes a tag alone', () => {
  test('R7 only the tag goes, once the registry has shown that no other goes with it', async () => {
    image('v1');
    for (const tag of ['v2', 'kept']) image(tag, 'shared');
    expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'deleted' });
    expect(tags()).toEqual(['kept']);
    expect(learnt()).toEqual(['tags']);
  });

  test('R7 before that a tag stays whose digest is also that of a kept tag, and the reason says how to learn', async () => {
    for (const tag of ['v1', 'kept']) image(tag, 'shared');
    const { v1 } = await registry.delete('v1');
    expect(v1?.kind).toBe('refused');
    expect(reasonOf(v1)).toMatch(/also has the tag kept .* not known yet: the first deletion of a tag that shares/);
    expect(deletions()).toEqual([]);
  });

  test('R7 `deletes: tags` of the account is believed', async () => {
    accountWith({ deletes: 'tags' });
    for (const tag of ['v1', 'kept']) image(tag, 'shared');
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'deleted' });
    expect(tags()).toEqual(['kept']);
  });

  test('R7 a registry whose tags take their digest with them teaches nothing, and no kept tag is lost', async () => {
    hub.switches.deletesTags = 'withDigest';
    image('v1');
    for (const tag of ['v2', 'kept']) image(tag, 'shared');
    for (const tag of ['v3', 'v4']) image(tag, 'both');
    expect(kinds(await registry.delete('v1', 'v2', 'v3', 'v4'))).toMatchObject({
      v1: 'deleted',
      v2: 'refused',
      v3: 'deleted',
    });
    expect(tags()).toEqual(['kept', 'v2']);
    expect(learnt()).toEqual([]);
  });

  test('R7 a registry that was changed after it deleted tags alone takes one digest with a tag, and no second', async () => {
    registry.learnt.facts.set(`registry/${hub.url}/deletes`, 'tags');
    hub.switches.deletesTags = 'withDigest';
    for (const tag of ['v1', 'stable']) image(tag, 'first');
    for (const tag of ['v2', 'kept']) image(tag, 'second');
    for (const tag of ['v3', 'safe']) image(tag, 'third');
    expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'refused' });
    expect(kinds(await registry.delete('v3'))).toEqual({ v3: 'refused' });
    expect(tags()).toEqual(['kept', 'safe', 'v2', 'v3']);
    expect(learnt()).toEqual(['unproven']);
  });

  test('R9 signatures and parts of an index do not keep a tag that goes alone, and stay', async () => {
    const child = image('child');
    const index = hub.store.index(REPOSITORY, 'multi', [child]);
    const signature = `${image('v1').replace(':', '-')}.sig`;
    image(signature, 'signature');
    image('first');
    expect(kinds(await registry.delete('first', 'child', 'v1'))).toEqual({
      first: 'deleted',
      child: 'deleted',
      v1: 'deleted',
    });
    expect(tags()).toEqual(['multi', signature].sort());
    expect([...hub.store.repository(REPOSITORY).manifests.keys()]).toEqual(expect.arrayContaining([child, index]));
  });
});

describe('a registry that deletes only digests', () => {
  beforeEach(() => {
    hub.switches.deletesTags = false;
  });

  test('R7 the digest goes when all its tags go, and the registry is asked for a tag only once', async () => {
    for (const tag of ['v1', 'v2']) image(tag, 'both');
    image('v3');
    image('kept');
    expect(kinds(await registry.delete('v1', 'v2', 'v3'))).toEqual({ v1: 'deleted', v2: 'deleted', v3: 'deleted' });
    expect(tags()).toEqual(['kept']);
    expect(learnt()).toEqual(['digests']);
    const [tag, ...digests] = deletions();
    expect(tag).toBe('v1');
    expect(digests.map((one) => one?.slice(0, 7))).toEqual(['sha256:', 'sha256:']);
  });

  test('R7 a tag whose digest has a tag that stays is refused with that reason, until a common time', async () => {
    for (const tag of ['v1', 'kept']) image(tag, 'shared');
    registry.learnt.facts.set(`registry/${hub.url}/deletes`, 'digests');
    const { v1 } = await registry.delete('v1');
    expect(v1).toMatchObject({ kind: 'refused', at: expect.any(Number) });
    expect(reasonOf(v1)).toBe(
      'its digest also has the tag kept that is not to be deleted now, and this registry deletes only whole digests',
    );
    expect(deletions()).toEqual([]);
  });

  test('R7 a tag that is pushed on the digest after the check keeps it', async () => {
    for (const tag of ['v1', 'v2']) image(tag, 'both');
    const read = await registry.read('v1', 'v2');
    image('new', 'both');
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'refused', v2: 'refused' });
    expect(tags()).toEqual(['new', 'v1', 'v2']);
  });

  test('R7 a tag that moves to the digest after the survey and before the request keeps it, in a large repository too', async () => {
    registry.learnt.facts.set(`registry/${hub.url}/deletes`, 'digests');
    for (let index = 0; index < 250; index++) image(`t${index}`, 'many');
    image('v1');
    const read = await registry.read('v1');
    image('new', 'v1');
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'refused' });
    expect(deletions()).toEqual([]);
  });

  test('R9 a tag that moved is not deleted, nor the digest that it left', async () => {
    for (const tag of ['v1', 'v2']) image(tag, 'both');
    const read = await registry.read('v1', 'v2');
    image('v2', 'other');
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'retry', v2: 'refused' });
    expect(deletions()).toEqual([]);
  });

  test.each<[string, (digest: string) => string, string]>([
    ['an index', (digest) => hub.store.index(REPOSITORY, 'multi', [digest]), 'it is a part of the tag multi'],
    [
      'an index within an index',
      (digest) => hub.store.index(REPOSITORY, 'outer', [hub.store.index(REPOSITORY, undefined, [digest])]),
      'it is a part of the tag outer',
    ],
    ['a signature by its tag', (digest) => image(`${digest.replace(':', '-')}.sig`), 'belongs to it'],
    [
      'a referrer by its subject',
      (digest) => hub.store.image(REPOSITORY, 'attestation', { subject: digest }),
      'the tag attestation belongs to it',
    ],
    [
      'a referrer without a tag',
      (digest) => hub.store.image(REPOSITORY, undefined, { subject: digest }),
      'belongs to it',
    ],
    [
      'a manifest that nobody understands',
      () => hub.store.manifest(REPOSITORY, 'odd', 'application/x-odd', '{"odd":true}'),
      'whether the tag odd refers to it is unknown',
    ],
  ])('R9 a digest that %s names is not deleted', async (_what, name, reason) => {
    name(image('v1'));
    image('v2');
    const { v1 } = await registry.delete('v1');
    expect(v1?.kind).toBe('refused');
    expect(reasonOf(v1)).toContain(reason);
    expect(tags()).toContain('v1');
  });

  test('R20 a registry that accepts the deletion and keeps the tag readable has not deleted it', async () => {
    hub.switches.deletesDigests = 'keepsTags';
    image('v1');
    const { v1 } = await registry.delete('v1');
    expect(v1).toMatchObject({ kind: 'refused', reason: expect.stringContaining('the tag is still there') });
  });

  test('R7 a registry that deletes nothing is asked twice, and then no more', async () => {
    hub.switches.deletesDigests = false;
    for (const tag of ['v1', 'v2', 'v3']) image(tag);
    expect(new Set(Object.values(kinds(await registry.delete('v1', 'v2', 'v3'))))).toEqual(new Set(['refused']));
    expect(reasonOf((await registry.delete('v1')).v1)).toContain('allow deletion in its configuration');
    expect(deletions()).toHaveLength(2);
    expect(learnt()).toEqual(['nothing']);
  });
});

describe('answers of a registry', () => {
  beforeEach(() => {
    registry.learnt.facts.set(`registry/${hub.url}/deletes`, 'tags');
  });

  test('R8 a tag that is gone in the words of the registry is gone; a 404 of a proxy says nothing', async () => {
    for (const tag of ['v1', 'v2']) image(tag);
    const read = await registry.read('v1', 'v2');
    hub.store.repository(REPOSITORY).tags.delete('v1');
    hub.switches.faults.set(`DELETE /v2/${REPOSITORY}/manifests/v2`, { status: 404, body: 'not found' });
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'gone', v2: 'refused' });
  });

  test('R8 a repository that vanished: its tags are gone', async () => {
    image('v1');
    const read = await registry.read('v1');
    hub.store.repositories.delete(REPOSITORY);
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'gone' });
  });

  test('R8 tokens that end in the middle are replaced, and all tags go', async () => {
    Object.assign(hub.switches, { password: 'secret', scheme: 'bearer', tokenUses: 2 });
    const ids = Array.from({ length: 10 }, (_, index) => `v${index}`);
    for (const tag of ids) image(tag);
    accountWith({ deletes: 'tags', credentials: { username: 'user', password: 'secret' } });
    expect(new Set(Object.values(kinds(await registry.delete(...ids))))).toEqual(new Set(['deleted']));
    expect(tags()).toEqual([]);
  });

  test.each([
    [429, 'v1'],
    [503, 'v1'],
  ])('R8 after %i no further request is sent before the time that the registry asks for', async (status) => {
    for (const tag of ['v1', 'v2', 'v3']) image(tag);
    const read = await registry.read('v1', 'v2', 'v3');
    hub.switches.busy = { times: 1, status, retryAfter: '120', method: 'DELETE' };
    const outcomes = await registry.deleteRead(read);
    for (const tag of ['v1', 'v2', 'v3']) expect(outcomes[tag]).toMatchObject({ kind: 'retry', afterMs: 120_000 });
    expect(deletions()).toEqual(['v1']);
  });

  test('R8 after a 5xx that deleted all the same a read by id decides', async () => {
    image('v1');
    const read = await registry.read('v1');
    hub.switches.before = ({ method }) => {
      if (method === 'DELETE') hub.store.repository(REPOSITORY).tags.delete('v1');
    };
    hub.switches.busy = { times: 1, status: 500, method: 'DELETE' };
    expect(kinds(await registry.deleteRead(read))).toEqual({});
  });

  test('R8 two refusals by the rights of the user end the request; the other tags were not refused', async () => {
    const tags = ['v1', 'v2', 'v3', 'v4'];
    for (const tag of tags) image(tag);
    const read = await registry.read(...tags);
    for (const tag of tags) hub.switches.faults.set(`DELETE /v2/${REPOSITORY}/manifests/${tag}`, { status: 403 });
    const outcomes = await registry.deleteRead(read);
    expect(kinds(outcomes)).toEqual({ v1: 'refused', v2: 'refused', v3: 'retry', v4: 'retry' });
    expect(reasonOf(outcomes.v2)).toContain('registry:DeleteManifest');
    expect(outcomes.v4).toMatchObject({ request: 'unsent', reason: expect.stringContaining('not sent: ') });
    expect(deletions()).toHaveLength(2);
  });

  test.each([403, 409, 412, 422])('R8 the registry refuses one tag with %d → the other tags go', async (status) => {
    for (const tag of ['v1', 'v2', 'v3']) image(tag);
    const read = await registry.read('v1', 'v2', 'v3');
    hub.switches.faults.set(`DELETE /v2/${REPOSITORY}/manifests/v1`, { status });
    const outcomes = await registry.deleteRead(read);
    expect(kinds(outcomes)).toEqual({ v1: 'refused', v2: 'deleted', v3: 'deleted' });
    expect(reasonOf(outcomes.v1)).toContain(String(status));
  });

  test('R7 a deletion leaves only with a permit for every tag that may go with it', async () => {
    registry.learnt.facts.set(`registry/${hub.url}/deletes`, 'digests');
    hub.switches.deletesTags = false;
    for (const tag of ['v1', 'v2']) image(tag, 'both');
    const read = await registry.read('v1', 'v2');
    const denies = (ids: readonly string[] = []) => (ids.includes('v2') ? 'v2 has no permit' : undefined);
    const outcomes = await registry.deleteRead(read, { permit: { denies } });
    for (const tag of ['v1', 'v2']) expect(reasonOf(outcomes[tag])).toMatch(/not sent: .*v2 has no permit/);
    await expect(registry.session().delete(await registry.read('v1'))).resolves.toBeDefined();
    expect(deletions()).toEqual([]);
  });

  test('R7 without a permit nothing is sent', async () => {
    image('v1');
    const read = await registry.read('v1');
    await expect(registry.session().delete(read)).rejects.toThrow(PermitError);
    expect(deletions()).toEqual([]);
  });
});

test('R9 law 1 an empty first page of referrers that names a next one proves nothing', async () => {
  hub.switches.deletesTags = false;
  const digest = image('v1');
  const path = `/v2/${REPOSITORY}/referrers/${digest}`;
  const body = JSON.stringify({ schemaVersion: 2, manifests: [] });
  hub.switches.faults.set(path, { status: 200, body, headers: { link: `<${path}?page=2>; rel="next"` } });
  expect(kinds(await registry.delete('v1'))).not.toEqual({ v1: 'deleted' });
  expect(tags()).toEqual(['v1']);
  hub.switches.faults.set(path, { status: 200, body });
  expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'deleted' });
});

test('R9 law 1 a registry that has listed referrers is not believed when it answers 404, as a proxy may', async () => {
  hub.switches.deletesTags = false;
  image('first');
  const digest = image('v1');
  hub.store.image(REPOSITORY, undefined, { created, salt: 'signature', subject: digest });
  expect(kinds(await registry.delete('first'))).toEqual({ first: 'deleted' });
  hub.switches.faults.set(`/v2/${REPOSITORY}/referrers/${digest}`, { status: 404, body: '<html>not found</html>' });
  expect(kinds(await registry.delete('v1'))).not.toEqual({ v1: 'deleted' });
  expect(tags()).toEqual(['v1']);
});
