/** Attacks on the deletion of tags: what a registry, its caches, its replicas and other people do to make Holystone delete too much. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, type Switches, startRegistry } from '../../../sandbox/registry/server.ts';
import { kinds, REPOSITORY, Registry, reasonOf } from './deleting.ts';
import { created, eachRegistry } from './eachRegistry.ts';

let hub: RunningRegistry;
let registry: Registry;
const { accountWith, deletions, digests, image, manifest, tags } = eachRegistry((opened) => {
  ({ hub, registry } = opened);
});

const learn = (deletes: string) => registry.learnt.facts.set(`registry/${hub.url}/deletes`, deletes);

describe('the account says `deletes: tags` of a registry that drops a manifest with the last of its tags', () => {
  beforeEach(() => {
    hub.switches.deletesTags = 'withLast';
    accountWith({ deletes: 'tags' });
  });

  test('R9 an image of a kept index keeps its last tag', async () => {
    const child = image('v1');
    hub.store.index(REPOSITORY, 'multi', [child]);
    const { v1 } = await registry.delete('v1');
    expect(digests()).toContain(child);
    expect(v1?.kind).toBe('refused');
    expect(reasonOf(v1)).toContain('it is a part of the tag multi');
  });

  test('R9 a signed image goes, because its signature keeps no other tag', async () => {
    image(`${image('v1').replace(':', '-')}.sig`);
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'deleted' });
  });

  test('R7 a tag that shares its digest with a kept tag goes alone, and the last tag of an unneeded digest goes', async () => {
    for (const tag of ['v1', 'kept']) image(tag, 'shared');
    image('v2');
    expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'deleted' });
    expect(tags()).toEqual(['kept']);
  });
});

test('R7 a registry that takes a digest with a tag is not believed a second time, though the account says `deletes: tags`', async () => {
  hub.switches.deletesTags = 'withDigest';
  accountWith({ deletes: 'tags' });
  for (const tag of ['v1', 'lost']) image(tag, 'first');
  for (const tag of ['v2', 'kept']) image(tag, 'second');
  for (const tag of ['v3', 'safe']) image(tag, 'third');
  expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'refused' });
  expect(kinds(await registry.delete('v3'))).toEqual({ v3: 'refused' });
  expect(tags()).toEqual(['kept', 'safe', 'v2', 'v3']);
});

test('R9 where the account says `deletes: tags`, and a registry begins to drop manifests without tags, one image of an index goes, and no second', async () => {
  accountWith({ deletes: 'tags' });
  learn('tags');
  hub.switches.deletesTags = 'withLast';
  for (const tag of ['v1', 'v2']) hub.store.index(REPOSITORY, `index-${tag}`, [image(tag)]);
  for (const tag of ['v3', 'kept']) image(tag, 'shared');
  expect(kinds(await registry.deleteListed('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'refused' });
  expect(kinds(await registry.deleteListed('v2', 'v3'))).toEqual({ v2: 'refused', v3: 'deleted' });
});

test('R9 where the account says `deletes: tags` and the registry shows it, an image of an index loses its own tag and stays', async () => {
  accountWith({ deletes: 'tags' });
  image('first');
  const child = image('v1');
  hub.store.index(REPOSITORY, 'multi', [child]);
  expect(kinds(await registry.delete('v1', 'first'))).toEqual({ first: 'deleted', v1: 'deleted' });
  expect(digests()).toContain(child);
});

test('R7 a tag that waits for a proof goes with the request that gives it, whatever their order', async () => {
  for (const tag of ['v1', 'kept']) image(tag, 'shared');
  image('v2');
  expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'deleted', v2: 'deleted' });
  expect(tags()).toEqual(['kept']);
});

describe('a registry that deletes only digests', () => {
  beforeEach(() => {
    hub.switches.deletesTags = false;
    learn('digests');
  });

  test.each(['', '.sig', '.att', '.sbom', '.cosign-lost'])(
    'R9 a digest stays for its referrer with the tag sha256-…%s',
    async (kind) => {
      const digest = image('v1');
      hub.switches.referrers = false;
      hub.store.index(REPOSITORY, `${digest.replace(':', '-')}${kind}`, []);
      expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'refused' });
      expect(deletions()).toEqual([]);
    },
  );

  test('R9 an attestation that an index keeps beside its images is not deleted by a tag of its own', async () => {
    const attestation = image('attested');
    const child = { mediaType: 'application/vnd.oci.image.manifest.v1+json', digest: attestation, size: 1 };
    const annotations = { 'vnd.docker.reference.type': 'attestation-manifest' };
    const index = { schemaVersion: 2, manifests: [{ ...child, annotations }] };
    hub.store.manifest(REPOSITORY, 'multi', 'application/vnd.oci.image.index.v1+json', JSON.stringify(index));
    expect(kinds(await registry.delete('attested'))).toEqual({ attested: 'refused' });
    expect(digests()).toContain(attestation);
  });

  test('R9 law 1 an index within an index that the registry does not find may name any digest', async () => {
    const inner = hub.store.index(REPOSITORY, undefined, [image('v1')]);
    const entry = { mediaType: 'application/vnd.oci.image.index.v1+json', digest: inner, size: 1 };
    const outer = JSON.stringify({ schemaVersion: 2, manifests: [entry] });
    hub.store.manifest(REPOSITORY, 'outer', 'application/vnd.oci.image.index.v1+json', outer);
    hub.switches.faults.set(manifest(inner), {
      status: 404,
      body: JSON.stringify({ errors: [{ code: 'MANIFEST_UNKNOWN' }] }),
    });
    const { v1 } = await registry.delete('v1');
    expect(v1?.kind).toBe('refused');
    expect(reasonOf(v1)).toContain('whether the tag outer refers to it is unknown');
    expect(deletions()).toEqual([]);
  });

  test('R7 tags that differ in case alone are two tags: both must go, or the digest stays', async () => {
    for (const tag of ['V1', 'v1']) image(tag, 'both');
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'refused' });
    expect(deletions()).toEqual([]);
    expect(kinds(await registry.delete('v1', 'V1'))).toEqual({ v1: 'deleted', V1: 'deleted' });
  });

  test('R7 two instances at once, each with a permit for one of two tags, delete nothing', async () => {
    for (const tag of ['v1', 'v2']) image(tag, 'both');
    const other = new Registry(hub.url, { deletes: 'digests' });
    try {
      const outcomes = await Promise.all([registry.delete('v1'), other.delete('v2')]);
      expect(outcomes.map(kinds)).toEqual([{ v1: 'refused' }, { v2: 'refused' }]);
      expect(deletions()).toEqual([]);
    } finally {
      other.close();
    }
  });

  test('R7 law 3 a cache that says how old its answers are is not believed before a deletion', async () => {
    const old = image('kept', 'old');
    image('v1');
    // The registry has moved the tag to the digest; a cache between still says where it was.
    image('kept', 'v1');
    hub.switches.faults.set(`HEAD ${manifest('kept')}`, {
      status: 200,
      headers: { 'docker-content-digest': old, age: '40' },
    });
    const { v1 } = await registry.delete('v1');
    expect(reasonOf(v1)).toContain('a cache answers');
    expect(deletions()).toEqual([]);
  });

  test('R7 law 3 reads before a deletion ask caches for the registry itself', async () => {
    image('v1');
    const read = await registry.read('v1');
    hub.requests.length = 0;
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'deleted' });
    const before = hub.requests.slice(
      0,
      hub.requests.findIndex(({ method }) => method === 'DELETE'),
    );
    const cached = before.filter(({ path }) => /tags\/list|manifests\/v1|referrers/.test(path));
    expect(cached.length).toBeGreaterThan(2);
    expect(cached.filter(({ cacheControl }) => cacheControl !== 'no-cache')).toEqual([]);
  });

  test('R7 a page of a sign-in in the place of a kept tag proves nothing', async () => {
    for (const tag of ['v1', 'kept']) image(tag, 'shared');
    hub.switches.faults.set(manifest('kept'), { status: 200, body: '<html>Sign in</html>' });
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'refused' });
    expect(deletions()).toEqual([]);
  });
});

describe('a registry that deletes a tag alone', () => {
  beforeEach(() => {
    learn('tags');
  });

  test('R7 of tags that differ in case alone the other stays', async () => {
    for (const tag of ['V1', 'v1']) image(tag);
    expect(kinds(await registry.delete('v1'))).toEqual({ v1: 'deleted' });
    expect(tags()).toEqual(['V1']);
  });

  test('R9 a tag that moves to another digest after the check is not deleted', async () => {
    image('v1', 'old');
    const read = await registry.read('v1');
    image('v1', 'new');
    expect(kinds(await registry.deleteRead(read))).toEqual({ v1: 'refused' });
    expect(deletions()).toEqual([]);
  });

  test('R8 a deletion that the registry sends elsewhere is not followed', async () => {
    const elsewhere = await startRegistry();
    try {
      for (const one of [hub, elsewhere]) one.store.image(REPOSITORY, 'v1', { created });
      const location = `${elsewhere.url}${manifest('v1')}`;
      hub.switches.faults.set(`DELETE ${manifest('v1')}`, { status: 307, headers: { location } });
      const { v1 } = await registry.delete('v1');
      expect([v1?.kind, elsewhere.requests]).toEqual(['refused', []]);
    } finally {
      await elsewhere.close();
    }
  });

  test('R8 a registry that accepts each deletion and does none has deleted nothing', async () => {
    for (const tag of ['v1', 'v2', 'v3']) {
      image(tag);
      hub.switches.faults.set(`DELETE ${manifest(tag)}`, { status: 202 });
    }
    const outcomes = await registry.delete('v1', 'v2', 'v3');
    expect(new Set(Object.values(kinds(outcomes)))).toEqual(new Set(['refused']));
    expect(reasonOf(outcomes.v2)).toContain('the tag is still there');
    expect(deletions()).toEqual(['v1', 'v2', 'v3']);
  });

  test('R8 a token service that ends in the middle stops the rest, and no tag counts as deleted that is there', async () => {
    Object.assign(hub.switches, { password: 'secret', scheme: 'bearer', tokenUses: 3 });
    accountWith({ credentials: { username: 'user', password: 'secret' }, deletes: 'tags' });
    const ids = Array.from({ length: 6 }, (_, index) => `v${index}`);
    for (const tag of ids) for (const one of [tag, `${tag}-kept`]) image(one, tag);
    const read = await registry.read(...ids);
    hub.switches.before = ({ method }) => {
      const done = hub.requests.filter((one) => one.method === 'DELETE' && one.status === 202).length;
      if (method !== 'DELETE' && done >= 2) hub.switches.faults.set('/token', { status: 503 });
    };
    const outcomes = kinds(await registry.deleteRead(read));
    const left = tags();
    expect(Object.keys(outcomes).filter((id) => outcomes[id] === 'deleted' && left.includes(id))).toEqual([]);
    expect(left.filter((id) => id.endsWith('-kept'))).toHaveLength(6);
    expect(left.filter((id) => !id.endsWith('-kept')).length).toBeGreaterThanOrEqual(3);
  });

  test.each<[string, (at: number) => string, number]>([
    ['a date', (at) => new Date(at + 120_000).toUTCString(), 120_000],
    ['a date that has passed', (at) => new Date(at - 120_000).toUTCString(), 0],
  ])('R8 after 429 Retry-After may be %s, by the clock of the registry', async (_what, retryAt, afterMs) => {
    for (const tag of ['v1', 'v2']) image(tag);
    const read = await registry.read('v1', 'v2');
    // An hour ahead of ours.
    const at = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
    const headers = { date: new Date(at).toUTCString(), 'retry-after': retryAt(at) };
    hub.switches.faults.set(`DELETE ${manifest('v1')}`, { status: 429, headers });
    const outcomes = await registry.deleteRead(read);
    for (const tag of ['v1', 'v2']) expect(outcomes[tag]).toMatchObject({ kind: 'retry', afterMs });
    expect(deletions()).toEqual(['v1']);
  });

  test.each(['soon', '-1', '1e9', 'Thu, 32 Foo 2026 00:00:00 GMT', '99999999999'])(
    'R8 after 429 the wait %j is none, and the usual one holds',
    async (retryAfter) => {
      image('v1');
      const read = await registry.read('v1');
      hub.switches.busy = { times: 1, retryAfter, method: 'DELETE' };
      expect((await registry.deleteRead(read)).v1).toMatchObject({ kind: 'retry', afterMs: 30_000 });
    },
  );
});

describe('a listing', () => {
  const listed = async (): Promise<readonly string[]> => {
    const names: string[] = [];
    for await (const page of registry.session().list()) names.push(...page.map(({ id }) => id));
    return names;
  };

  test('R19 law 1 whose next page is on another host is none, and that host is asked nothing', async () => {
    const evil = await startRegistry();
    try {
      image('v1');
      const link = `<${evil.url}/v2/${REPOSITORY}/tags/list?last=v1>; rel="next"`;
      const body = JSON.stringify({ tags: ['v1'] });
      hub.switches.faults.set(`/v2/${REPOSITORY}/tags/list`, { status: 200, body, headers: { link } });
      await expect(listed()).rejects.toThrow('its next page is elsewhere');
      expect(evil.requests).toEqual([]);
    } finally {
      await evil.close();
    }
  });

  test('R19 law 1 whose pages go round in a circle is none', async () => {
    image('v1');
    const link = `</v2/${REPOSITORY}/tags/list?n=1000>; rel="next"`;
    const body = JSON.stringify({ tags: ['v1'] });
    hub.switches.faults.set(`/v2/${REPOSITORY}/tags/list`, { status: 200, body, headers: { link } });
    await expect(listed()).rejects.toThrow('go round in a circle');
  });

  test('R3 law 1 that breaks off in the middle of an answer with 200 is none', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '5000', 'content-type': 'application/json' });
      response.write('{"tags":["v1"]}', () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const cut = new Registry(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      const reading = (async () => {
        for await (const _page of cut.session().list());
      })();
      await expect(reading).rejects.toThrow('listing the tags of shop/web');
    } finally {
      cut.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test.each<Partial<Switches>['paging'] & string>(['link', 'last', 'whole'])(
    'R19 by `%s` has tags that differ in case alone, each once',
    async (paging) => {
      Object.assign(hub.switches, { paging, pageSize: 2 });
      for (const tag of ['V1', 'v1', 'V2', 'v2', 'latest']) image(tag);
      expect((await listed()).toSorted()).toEqual(['V1', 'V2', 'latest', 'v1', 'v2']);
    },
  );

  test('R4 a signed manifest of schema 1, whose digest no bytes have, keeps its tag and leaves the others to be judged', async () => {
    image('v1');
    const body = '{"schemaVersion":1,"signatures":[{"signature":"x"}]}';
    const digest = `sha256:${'a'.repeat(64)}`;
    const mediaType = 'application/vnd.docker.distribution.manifest.v1+prettyjws';
    const { manifests, tags: named } = hub.store.repository(REPOSITORY);
    manifests.set(digest, { mediaType, body: Buffer.from(body) });
    named.set('ancient', { digest });
    const all = [];
    for await (const page of registry.session().list()) all.push(...page);
    expect(all.map(({ id }) => id)).toEqual(['ancient', 'v1']);
    expect(all[0]?.unreadable).toContain('schema 1');
    expect(all[1]?.unreadable).toBeUndefined();
  });
});
