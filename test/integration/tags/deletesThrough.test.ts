/** Deletions through the APIs of Harbor, GitLab, Quay and GitHub, in registries that delete nothing themselves. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { API_TOKEN, type RunningDeletionApi, startDeletionApi } from '../../support/registryApis/deletionApis.ts';
import { kinds, REPOSITORY, Registry, reasonOf } from './deleting.ts';
import { commandOf } from './fixture.ts';

let hub: RunningRegistry;
let api: RunningDeletionApi;
let registry: Registry;

beforeEach(async () => {
  hub = await startRegistry({ deletesTags: false, deletesDigests: false });
});
afterEach(async () => {
  registry.close();
  await Promise.all([api.close(), hub.close()]);
});

type Kind = Parameters<typeof startDeletionApi>[0];

async function open(kind: Kind, token = API_TOKEN): Promise<void> {
  api = await startDeletionApi(kind, hub.store);
  const credentials = { username: 'user', password: kind === 'harbor' && token !== API_TOKEN ? token : 'secret' };
  const through = { [kind]: api.url, ...(kind === 'harbor' ? {} : { token }) };
  registry = new Registry(hub.url, { credentials, deletesThrough: through });
}

const image = (tag: string | undefined, salt = tag ?? '') =>
  hub.store.image(REPOSITORY, tag, { created: '2026-01-01T00:00:00Z', salt });
const tags = () => [...hub.store.repository(REPOSITORY).tags.keys()].sort();
const deletions = () => api.asked.filter((one) => one.startsWith('DELETE'));

describe.each(['harbor', 'gitlab', 'quay'] as const)('%s', (kind) => {
  beforeEach(() => open(kind));

  test('R27 only the tag goes, also where a kept tag shares its digest, and the registry itself is asked for no deletion', async () => {
    for (const tag of ['v1', 'kept']) image(tag, 'shared');
    for (const name of ['shop/web/cache', 'shop/web/base', 'shop/webb']) hub.store.image(name, 'v1');
    expect(await registry.delete('v1')).toMatchObject({
      v1: { kind: 'deleted', requestId: expect.stringMatching(/^request-/) },
    });
    expect(tags()).toEqual(['kept']);
    expect([...hub.store.repository('shop/web/cache').tags.keys()]).toEqual(['v1']);
    expect(hub.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('R27 R9 an image of an index stays with it', async () => {
    const child = image('v1');
    hub.store.index(REPOSITORY, 'multi', [child]);
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'refused' });
    expect(tags()).toEqual(['multi', 'v1']);
  });

  test('R27 without a permit nothing is sent', async () => {
    image('v1');
    const read = await registry.read('v1');
    await expect(registry.deleteRead(read, { permit: { denies: () => 'it is stopped' } })).rejects.toThrow(
      'it is stopped',
    );
    expect([deletions(), tags()]).toEqual([[], ['v1']]);
  });

  test('R27 a protected tag is refused with the answer, and the others go', async () => {
    for (const tag of ['v1', 'v2']) image(tag);
    api.protected.add('v1');
    const outcomes = await registry.delete('v1', 'v2');
    expect(kinds(outcomes)).toEqual({ v1: 'refused', v2: 'deleted' });
    expect(reasonOf(outcomes.v1)).toMatch(/answers 4\d\d/);
  });

  test('R27 a token without the right is refused, and the answer says which one it needs', async () => {
    await api.close();
    registry.close();
    await open(kind, 'another');
    image('v1');
    const { v1 } = await registry.delete('v1');
    expect(v1?.kind).not.toBe('deleted');
    // Of Harbor already the dates of pulls cannot be read.
    const read = (await registry.session().get(['v1'])).get('v1');
    expect(read?.kind === 'unknown' ? read.why : reasonOf(v1)).toMatch(/ needs \S+|does not accept the credentials/);
    expect(tags()).toEqual(['v1']);
  });

  test('R27 an answer that is lost or late deletes nothing twice: a read of the tag decides', async () => {
    image('v1');
    api.before = () => api.faults.push(503);
    const { v1 } = await registry.delete('v1');
    expect(v1).toMatchObject({ kind: 'retry', request: 'open' });
    expect(deletions()).toHaveLength(1);
  });
});

test('R27 Harbor refuses a tag that moves in the last moment: the digest stands beside its name', async () => {
  await open('harbor');
  image('v1');
  api.before = () => image('v1', 'pushed again');
  expect(kinds(await registry.delete('v1'))).not.toEqual({ v1: 'deleted' });
  expect(tags()).toEqual(['v1']);
});

describe('github', () => {
  beforeEach(() => open('github'));

  test('R27 a version goes with all its tags, if each of them is to go', async () => {
    for (const salt of ['a', 'b', 'c', 'd']) image(undefined, salt);
    for (const tag of ['v1', 'v2']) image(tag, 'shared');
    for (const tag of ['v3', 'kept']) image(tag, 'other');
    const outcomes = await registry.delete('v1', 'v2', 'v3');
    expect(kinds(outcomes)).toEqual({ v1: 'deleted', v2: 'deleted', v3: 'refused' });
    expect(reasonOf(outcomes.v3)).toContain('its digest also has the tag kept');
    expect(tags()).toEqual(['kept', 'v3']);
    expect(deletions()).toHaveLength(1);
  });

  test('R27 R9 a version that an index names stays, and so does one with a signature', async () => {
    hub.store.index(REPOSITORY, 'multi', [image('v1')]);
    image(`${image('v2').replace(':', '-')}.sig`);
    expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'refused', v2: 'refused' });
    expect(deletions()).toEqual([]);
  });

  test('R27 a tag that GitHub knows and the registry does not list keeps its version', async () => {
    const digest = image('v1');
    hub.store.repository(REPOSITORY).tags.set('hidden', { digest });
    hub.switches.faults.set(`/v2/${REPOSITORY}/tags/list`, { status: 200, body: JSON.stringify({ tags: ['v1'] }) });
    const { v1 } = await registry.delete('v1');
    expect(reasonOf(v1)).toContain('its version also has the tag hidden');
    expect(tags()).toEqual(['hidden', 'v1']);
  });

  test('R27 the package of a user is found too', async () => {
    image('v1');
    api.faults.push(404);
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'deleted' });
    expect(deletions()[0]).toMatch(/^DELETE \/users\/shop\//);
  });

  test('R27 a version that GitHub does not show is not deleted, and the registry is believed that it is there', async () => {
    image('v1');
    api.faults.push(404, 404);
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'refused' });
    expect(tags()).toEqual(['v1']);
  });
});

test.each([
  [
    'deletesThrough: { harbor: "https://h.example.com", gitlab: "https://g.example.com", token: t }',
    'allowed: `harbor` alone',
  ],
  ['deletesThrough: { quay: "https://quay.io" }', 'allowed: `harbor` alone'],
  ['deletesThrough: { harbour: "https://h.example.com" }', 'did you mean "harbor"'],
  ['deletesThrough: { gitlab: "gitlab.example.com", token: t }', 'the address of the registry'],
  ['deleteThrough: { quay: "https://quay.io", token: t }', 'did you mean "deletesThrough"'],
])('R27 `%s` is refused', async (given, words) => {
  await open('quay');
  const text = `
accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: ["shop/*"], ${given} }]
cleanup: [{ type: tag, keepN: 1, nameRegexDelete: ".*" }]
`;
  const { code, stdout, stderr } = await commandOf(hub.url, text, {}, ['validate']);
  expect([code === 0, `${stdout}${stderr}`.replaceAll('\\"', '"')]).toEqual([false, expect.stringContaining(words)]);
});

// All accounts and instances share the learnt facts.
test('R27 R9 what an API has shown says nothing about the deletions of the registry itself: a kept tag stays', async () => {
  await hub.close();
  // The registry's own DELETE of a tag takes the digest with all its tags.
  hub = await startRegistry({ deletesTags: 'withDigest' });
  await open('harbor');
  for (const [tag, salt] of [['v1'], ['v2', 'shared'], ['kept', 'shared']] as const) image(tag, salt);
  await registry.delete('v1');
  expect(registry.deletesAs()).toBe('tags');
  const plain = new Registry(hub.url);
  for (const [key, fact] of registry.learnt.facts) plain.learnt.facts.set(key, fact);
  await plain.delete('v2');
  expect(tags()).toContain('kept');
  plain.close();
});
