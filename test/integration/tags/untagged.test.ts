/** Manifests that no tag names: what lists them, what keeps them, and their deletion through the APIs of Harbor and GitHub. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { check } from '../../../src/lifecycle/index.ts';
import { DAY, HOUR, worldForAll } from '../../support/awsWorld.ts';
import { REPOSITORY, TAGS, untilDue } from '../../support/hubWorld.ts';
import { API_TOKEN, type RunningDeletionApi, startDeletionApi } from '../../support/registryApis/deletionApis.ts';
import { sign } from '../../support/signatures.ts';
import { commandOf } from './fixture.ts';

const RULES = 'when: [{ rule: policy }, { rule: untagged }]';
const POLICY = `nameRegexDelete: "x", ${RULES}, timestampSource: push, olderThan: 7d`;

let hub: RunningRegistry;
let api: RunningDeletionApi;
const world = worldForAll();

type Kind = Parameters<typeof startDeletionApi>[0];

async function open(kind: Kind): Promise<void> {
  hub = await startRegistry({ deletesTags: false, deletesDigests: false });
  api = await startDeletionApi(kind, hub.store);
  await world.reset(options(kind));
}
afterEach(async () => {
  await Promise.all([api?.close(), hub?.close()]);
});

function options(kind: Kind, policy = POLICY) {
  const through = `deletesThrough: { ${kind}: "${api.url}"${kind === 'harbor' ? '' : `, token: ${API_TOKEN}`} }`;
  const credentials = 'credentials: { username: user, password: secret }';
  const account = `name: hub, provider: registry, id: "${new URL(hub.url).host}", url: "${hub.url}", ${credentials}, ${through}`;
  return {
    known: { providers, handlers, accounts: `  - { ${account}, locations: [${REPOSITORY}], owner: ann@example.com }` },
    cleanup: `[{ type: tag, live: true, ${policy} }]`,
  };
}

const daysAgo = (days: number) => new Date(world.clock.now() - days * DAY);
const image = (tag: string | undefined, salt: string, days = 100) =>
  hub.store.image(REPOSITORY, tag, { salt, pushedAt: daysAgo(days) });
const index = (tag: string | undefined, children: readonly string[], days = 100) =>
  hub.store.index(REPOSITORY, tag, children, daysAgo(days));
const deletions = () => api.asked.filter((one) => one.startsWith('DELETE'));
const isThere = (digest: string) => hub.store.repository(REPOSITORY).manifests.has(digest);

async function judged(id: string) {
  const [wc] = world.configuration.workConfigurations;
  const checked = wc && (await check(world.wired.deps, wc, id, new AbortController().signal));
  return checked?.kind === 'verdict' ? checked.verdict : undefined;
}
/** The marks of a pass, after a survey of everything. */
async function marked(): Promise<readonly string[]> {
  await world.pass('mark', TAGS);
  return (await world.marks(TAGS)).map(({ resource }) => resource.name).sort();
}

describe.each(['harbor', 'github'] as const)('%s', (kind) => {
  beforeEach(() => open(kind));

  test('R28 only manifests that no tag, index or referrer names are selected, and deleted with permits, once', async () => {
    image('v1', 'tagged');
    const alone = image(undefined, 'alone');
    const part = image(undefined, 'part');
    index('multi', [part]);
    const signed = image(undefined, 'signed');
    sign(hub.store, signed);
    const young = image(undefined, 'young', 1);
    expect(await marked()).toEqual([alone]);
    await world.notify(TAGS);
    await world.watched(15, TAGS);
    await world.pass('delete', TAGS);
    expect([isThere(alone), isThere(part), isThere(signed), isThere(young)]).toEqual([false, true, true, true]);
    expect(deletions()).toHaveLength(1);
    expect(hub.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('R28 an index without a tag goes before its parts, which are not marked while it is there', async () => {
    const part = image(undefined, 'part');
    const whole = index(undefined, [part]);
    expect(await marked()).toEqual([whole]);
  });

  test('R28 a part of an index within an index stays, also where the API does not list the inner one', async () => {
    const part = image(undefined, 'part');
    index('outer', [index(undefined, [part])]);
    expect(await marked()).toEqual([]);
  });

  test('R28 what has a tag by the time of its deletion stays, and its mark ends', async () => {
    const digest = image(undefined, 'alone');
    await untilDue(world, TAGS);
    hub.store.repository(REPOSITORY).tags.set('again', { digest });
    await world.pass('delete', TAGS);
    expect([isThere(digest), deletions(), await marked()]).toEqual([true, [], []]);
  });

  test('R28 a tag that only the registry or only the API knows keeps it', async () => {
    const digest = image(undefined, 'alone');
    await untilDue(world, TAGS);
    // It comes between the look at the tags and the request.
    api.beforeRead = () => {
      if (hub.requests.at(-1)?.path.includes('/referrers/'))
        hub.store.repository(REPOSITORY).tags.set('new', { digest });
    };
    await world.pass('delete', TAGS);
    expect([isThere(digest), deletions()]).toEqual([true, []]);
  });

  test('R28 an index that names it only now keeps it', async () => {
    const digest = image(undefined, 'alone');
    await untilDue(world, TAGS);
    index(undefined, [digest], 0);
    await world.pass('delete', TAGS);
    expect([isThere(digest), deletions()]).toEqual([true, []]);
  });

  test('R28 a signature that comes meanwhile keeps it, also one without a tag', async () => {
    const digest = image(undefined, 'alone');
    await untilDue(world, TAGS);
    hub.store.image(REPOSITORY, undefined, { salt: 'sbom', subject: digest, pushedAt: daysAgo(0) });
    await world.pass('delete', TAGS);
    expect([isThere(digest), deletions()]).toEqual([true, []]);
  });

  test('R28 a signature of a part keeps the index, because the part may go with it', async () => {
    const part = image(undefined, 'part');
    const whole = index(undefined, [part]);
    await untilDue(world, TAGS);
    hub.store.image(REPOSITORY, undefined, { salt: 'sbom', subject: part, pushedAt: daysAgo(0) });
    await world.pass('delete', TAGS);
    expect([isThere(whole), isThere(part), deletions()]).toEqual([true, true, []]);
  });

  test('R28 a manifest that cannot be read may name it: it stays', async () => {
    image(undefined, 'alone');
    hub.store.manifest(REPOSITORY, 'odd', 'application/x-odd', '{"mediaType":"application/x-odd"}');
    expect(await marked()).toEqual([]);
  });

  test('R28 a list that fails, or a repository that the API does not show, changes nothing', async () => {
    const digest = image(undefined, 'alone');
    expect(await marked()).toEqual([digest]);
    for (const status of [403, 404]) {
      world.clock.advance(6 * HOUR);
      api.faults.push(status, status, status);
      expect([status, await marked()]).toEqual([status, [digest]]);
      api.faults.length = 0;
    }
  });

  test('R28 a workload that runs it by its digest keeps it', async () => {
    const child = image(undefined, 'child');
    const whole = index(undefined, [child]);
    const folder = await mkdtemp(join(tmpdir(), 'holystone-untagged-'));
    try {
      const from = join(folder, 'running.json');
      const running = (id: string) =>
        writeFile(
          from,
          JSON.stringify({ generatedAt: daysAgo(0).toISOString(), references: [{ id, by: 'pod shop/web-7d9f' }] }),
        );
      const kinds: unknown[] = [];
      for (const id of ['sha256:other', child, `${new URL(hub.url).host}/${REPOSITORY}@${whole}`]) {
        await running(id);
        await world.configure(
          options(kind, `${POLICY}, evidence: { externalReferences: [{ from: "${from}", maxAge: 1h }] }`),
        );
        kinds.push((await judged(whole))?.kind);
      }
      expect(kinds).toEqual(['candidate', 'keep', 'keep']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('R28 nothing is deleted twice after a lost answer: the registry decides', async () => {
    const digest = image(undefined, 'alone');
    await untilDue(world, TAGS);
    api.before = () => api.faults.push(503);
    await world.pass('delete', TAGS);
    expect([isThere(digest), deletions().length]).toEqual([true, 1]);
  });
});

test('R28 Harbor: its notice names what goes with it, and a part that another index names stays', async () => {
  await open('harbor');
  const shared = image(undefined, 'shared');
  const own = image(undefined, 'own');
  index('kept', [shared]);
  const whole = index(undefined, [shared, own]);
  expect(await marked()).toEqual([whole]);
  expect(JSON.stringify(await world.marks(TAGS))).toContain('partsGo');
  await world.notify(TAGS);
  await world.watched(15, TAGS);
  await world.pass('delete', TAGS);
  expect([isThere(whole), isThere(own), isThere(shared)]).toEqual([false, false, true]);
});

describe('dates of pulls, of Harbor', () => {
  beforeEach(() => open('harbor'));
  const within = 'nameRegexDelete: ".*", allowDeleteAll: true, timestampSource: image-created, olderThan: 7d';
  const built = (tag: string, salt = tag, days = 100) =>
    hub.store.image(REPOSITORY, tag, { salt, created: daysAgo(days).toISOString() });
  const kindOf = async (tag: string) => (await judged(tag))?.kind;
  const reasonsOf = async (tag: string) => JSON.stringify((await judged(tag))?.trace);
  const withPulled = () => world.configure(options('harbor', `${within}, pulledWithin: 30d`));

  test('R29 a pull keeps all tags of its image, by a tag as by the digest, also a date in the future', async () => {
    await withPulled();
    for (const tag of ['old', 'byTag', 'byDigest', 'future']) built(tag);
    built('sameImage', 'byTag');
    const digest = hub.store.repository(REPOSITORY).tags.get('byDigest')?.digest ?? '';
    for (const [one, days] of [
      ['old', 31],
      ['byTag', 29],
      [digest, 1],
      ['future', -3],
    ] as const)
      api.pulls.set(one, daysAgo(days));
    const kinds: Record<string, unknown> = {};
    for (const tag of ['old', 'byTag', 'sameImage', 'byDigest', 'future']) kinds[tag] = await kindOf(tag);
    expect(kinds).toEqual({ old: 'candidate', byTag: 'keep', sameImage: 'keep', byDigest: 'keep', future: 'keep' });
  });

  test('R29 an image that nobody pulled counts by its age: the zero date of Harbor is no old pull', async () => {
    await withPulled();
    built('young', 'young', 20);
    built('old', 'old', 40);
    expect([await kindOf('young'), await kindOf('old')]).toEqual(['keep', 'candidate']);
    expect(await reasonsOf('young')).toContain('no pull of it is known, and it is 20 days old');
  });

  test('R29 without `pulledWithin` a pull keeps nothing, and the attribute `pulledAt` selects only what was pulled', async () => {
    const rule = 'when: [{ all: [{ rule: policy }, { rule: attribute, where: { pulledAt: { olderThan: 90d } } }] }]';
    await world.configure(options('harbor', `${within}, ${rule}`));
    for (const tag of ['old', 'new', 'never']) built(tag);
    api.pulls.set('old', daysAgo(91)).set('new', daysAgo(1));
    expect([await kindOf('old'), await kindOf('new'), await kindOf('never')]).toEqual(['candidate', 'keep', 'keep']);
  });

  test('R29 where the dates cannot be read, nothing is known, and nothing is marked', async () => {
    await withPulled();
    built('old');
    for (const status of [401, 403, 404, 500]) {
      api.faults.push(...Array.from({ length: 10 }, () => status));
      expect([status, await marked()]).toEqual([status, []]);
      api.faults.length = 0;
      world.clock.advance(6 * HOUR);
    }
    expect(await marked()).toEqual(['old']);
  });

  test('R29 a client that pins a platform pulls a part alone: the index with which the part goes stays', async () => {
    await world.configure(options('harbor', `${POLICY}, pulledWithin: 30d`));
    const part = image(undefined, 'part');
    const another = image(undefined, 'another');
    const nested = image(undefined, 'nested');
    const inner = index(undefined, [nested]);
    const whole = index(undefined, [part, another, inner]);
    const kinds = [(await judged(whole))?.kind];
    for (const one of [part, another, inner, nested]) {
      api.pulls.set(one, daysAgo(1));
      kinds.push((await judged(whole))?.kind);
      api.pulls.clear();
    }
    expect(kinds).toEqual(['candidate', 'keep', 'keep', 'keep', 'keep']);
  });

  test('R29 a pull after the notice keeps', async () => {
    await withPulled();
    built('old');
    await untilDue(world, TAGS);
    api.pulls.set('old', daysAgo(0));
    await world.pass('delete', TAGS);
    expect([[...hub.store.repository(REPOSITORY).tags.keys()], deletions()]).toEqual([['old'], []]);
  });

  test.each(['deletesThrough: { gitlab: "https://g.example.com", token: t }', 'deletes: tags'])(
    'R29 with `%s` `pulledWithin` is refused',
    async (given) => {
      const text = `
accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: [shop/web], ${given} }]
cleanup: [{ type: tag, nameRegexDelete: "v.*", pulledWithin: 30d }]
`;
      const { code, stdout, stderr } = await commandOf(hub.url, text, {}, ['validate']);
      expect([code === 0, `${stdout}${stderr}`]).toEqual([
        false,
        expect.stringContaining('says when an image was pulled'),
      ]);
    },
  );
});

test.each([
  ['deletesThrough: { quay: "https://quay.io", token: t }', 'the rule untagged needs an API'],
  ['deletes: tags', 'the rule untagged needs an API'],
])('R28 with `%s` the rule is refused, and the message says what to do', async (given, words) => {
  await open('harbor');
  const text = `
accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: [shop/web], ${given} }]
cleanup: [{ type: tag, when: [{ rule: untagged }] }]
`;
  const { code, stdout, stderr } = await commandOf(hub.url, text, {}, ['validate']);
  expect([code === 0, `${stdout}${stderr}`]).toEqual([false, expect.stringContaining(words)]);
});
