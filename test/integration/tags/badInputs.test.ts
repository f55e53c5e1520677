/** Content of a registry that no client should push: nothing of it selects a tag, stops a plan or leaves the path. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { kinds, REPOSITORY, Registry, reasonOf } from './deleting.ts';
import { AS_WRITTEN, ago, candidates, planned, reasonsOf } from './fixture.ts';

let hub: RunningRegistry;
beforeEach(async () => {
  hub = await startRegistry();
});
afterEach(() => hub.close());

const OLD = ago(100);
const image = (tag: string, salt = tag, created = OLD) => hub.store.image(REPOSITORY, tag, { created, salt });
const signatureOf = (digest: string) => `${digest.replace(':', '-')}.sig`;

describe('a name in the catalog', () => {
  test.each([
    'shop/<img src=x onerror=1>',
    'shop/..',
    'shop/%2e%2e',
    'shop/we b',
    'shop/web?x=1',
    'shop/web#x',
    'shop/-',
    'shop/WEB.',
  ])('R8 %s is asked for nothing, and the plan of the other repositories is whole', async (odd) => {
    image('v1');
    image('v2', 'v2', ago(3));
    hub.switches.faults.set('/v2/_catalog', {
      status: 200,
      body: JSON.stringify({ repositories: [odd, REPOSITORY] }),
    });
    const plan = await planned(hub.url);
    const ofOdd = plan.document.namespaces.filter(({ namespace }) => !namespace.includes('shop%2Fweb:'));
    expect(ofOdd).toMatchObject([{ status: 'incomplete' }]);
    expect(plan.output).toContain('which cannot be a repository');
    expect(candidates(plan)).toEqual(['v1']);
    const asked = hub.requests
      .map(({ path }) => path)
      .filter((path) => !/^\/v2\/(_catalog.*|shop\/web\/.*)?$/.test(path));
    expect(asked).toEqual([]);
  });

  test('R8 dots, dashes and many parts are read like any other', async () => {
    const names = ['shop/a.b', 'shop/a__b', 'shop/a---b/c_d/0'];
    for (const name of names)
      for (const [tag, created] of [
        ['v1', OLD],
        ['v2', ago(3)],
      ] as const)
        hub.store.image(name, tag, { salt: tag, created });
    const plan = await planned(hub.url, AS_WRITTEN.replace('shop/*', 'shop/**'));
    expect(plan.document.namespaces.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete']);
    expect(candidates(plan)).toEqual(['v1', 'v1', 'v1']);
  });
});

test.each(['<img src=x onerror=alert(1)>', '../../_catalog', 'v1?x=1', 'v 1', '-v1', '\u202Ev1', 'w'.repeat(129)])(
  'R8 law 1 a list with the tag %j selects nothing, and no request has that name in its path',
  async (odd) => {
    image('v1');
    image('v2', 'v2', ago(3));
    const path = `/v2/${REPOSITORY}/tags/list`;
    hub.switches.faults.set(path, { status: 200, body: JSON.stringify({ tags: ['v1', 'v2', odd] }) });
    const plan = await planned(hub.url);
    expect(candidates(plan)).toEqual([]);
    expect(plan.output).toContain('which cannot be a tag');
    expect(hub.requests.filter(({ path: asked }) => asked.includes('/manifests/'))).toEqual([]);
  },
);

describe('a manifest', () => {
  const LARGEST = 4 * 1024 * 1024;
  /** A manifest of so many bytes, with the configuration of an image. */
  function large(tag: string, bytes: number): void {
    const small =
      hub.store
        .repository(REPOSITORY)
        .manifests.get(image(`${tag}-small`, tag))
        ?.body.toString() ?? '';
    hub.store.repository(REPOSITORY).tags.delete(`${tag}-small`);
    const padded = (length: number) => small.replace(/}$/, `,"annotations":{"x":"${'x'.repeat(length)}"}}`);
    const body = padded(bytes - Buffer.byteLength(padded(0)));
    hub.store.manifest(REPOSITORY, tag, 'application/vnd.oci.image.manifest.v1+json', body);
  }

  test('R4 of 4 MiB is read like any other; a byte more keeps its tag', async () => {
    large('largest', LARGEST);
    large('larger', LARGEST + 1);
    image('young', 'young', ago(3));
    const plan = await planned(hub.url);
    expect(candidates(plan)).toEqual(['largest']);
    expect(reasonsOf(plan, 'larger')).toContain('cannot be read');
  });

  test('R9 of an unknown type is kept, and keeps no other tag from being judged', async () => {
    hub.store.manifest(
      REPOSITORY,
      'wasm',
      'application/vnd.x+json',
      '{"mediaType":"application/vnd.x+json","blobs":[]}',
    );
    hub.store.manifest(
      REPOSITORY,
      'schema1',
      'application/vnd.docker.distribution.manifest.v1+prettyjws',
      '{"schemaVersion":1}',
    );
    hub.store.manifest(REPOSITORY, 'none', '', '[]');
    image('v1');
    image('v2', 'v2', ago(3));
    const plan = await planned(hub.url);
    expect(candidates(plan)).toEqual(['v1']);
    for (const tag of ['wasm', 'schema1', 'none']) expect(reasonsOf(plan, tag)).toContain('not understood');
  });

  test('R9 of an index that names more images than any platform needs keeps its tag, and none of them is read', async () => {
    const names = Array.from({ length: 1_001 }, (_, at) => `sha256:${at.toString(16).padStart(64, '0')}`);
    hub.store.index(REPOSITORY, 'wide', names);
    image('v1');
    image('v2', 'v2', ago(3));
    const plan = await planned(hub.url);
    expect(candidates(plan)).toEqual(['v1']);
    expect(reasonsOf(plan, 'wide')).toContain('it names more than 1000 images');
    expect(hub.requests.filter(({ path }) => path.includes('sha256:0000'))).toEqual([]);
  });

  test('R9 of deeply nested JSON stops nothing', async () => {
    hub.store.manifest(REPOSITORY, 'deep', 'application/json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    image('v1');
    image('v2', 'v2', ago(3));
    expect(candidates(await planned(hub.url))).toEqual(['v1']);
  });
});

describe('referrers in a circle', () => {
  /** Two signatures that sign each other, by the names of their tags. */
  function circle(): readonly string[] {
    const [one, other] = [image('one', 'one'), image('other', 'other')];
    const { tags } = hub.store.repository(REPOSITORY);
    tags.set(signatureOf(one), { digest: other });
    tags.set(signatureOf(other), { digest: one });
    for (const tag of ['one', 'other']) tags.delete(tag);
    return [signatureOf(one), signatureOf(other)];
  }

  test('R9 a plan ends, keeps all of them, and judges the others', async () => {
    const signatures = circle();
    const own = image('own');
    hub.store.repository(REPOSITORY).tags.set(signatureOf(own), { digest: own });
    image('v1');
    image('v2', 'v2', ago(3));
    const plan = await planned(hub.url);
    expect(candidates(plan)).toEqual(['own', 'v1']);
    for (const tag of [...signatures, signatureOf(own)]) expect(reasonsOf(plan, tag)).toContain('it belongs to');
  });

  test('R9 a deletion by digest ends, and refuses a digest that a signature names', async () => {
    hub.switches.deletesTags = false;
    const own = image('own');
    hub.store.repository(REPOSITORY).tags.set(signatureOf(own), { digest: own });
    circle();
    image('v1');
    const registry = new Registry(hub.url);
    try {
      const outcomes = await registry.delete('own', 'v1');
      expect(kinds(outcomes)).toEqual({ own: 'refused', v1: 'deleted' });
      expect(reasonOf(outcomes.own)).toContain(signatureOf(own));
    } finally {
      registry.close();
    }
  });

  test('R9 a registry that names an image as its own referrer keeps it', async () => {
    hub.switches.deletesTags = false;
    const digest = image('v1');
    image('v2');
    const body = JSON.stringify({ schemaVersion: 2, manifests: [{ digest }] });
    hub.switches.faults.set(`/v2/${REPOSITORY}/referrers/${digest}`, { status: 200, body });
    const registry = new Registry(hub.url);
    try {
      expect(kinds(await registry.delete('v1', 'v2'))).toEqual({ v1: 'refused', v2: 'deleted' });
    } finally {
      registry.close();
    }
  });
});
