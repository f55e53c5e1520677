/** Signatures, attestations and lists of contents: they stay with their image, and with the rule `orphan` they go after it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { DAY, World } from '../../support/awsWorld.ts';
import { addImage, hubOptions, REPOSITORY, TAGS, tagsIn, untilDue } from '../../support/hubWorld.ts';
import { GONE, type Signature, sign, signatureTag } from '../../support/signatures.ts';
import { ago, candidates, commandOf, planned, reasonsOf, rows } from './fixture.ts';

let hub: RunningRegistry;
beforeEach(async () => {
  hub = await startRegistry();
});
afterEach(() => hub.close());

const WITH = 'when: [{ rule: policy }, { rule: orphan }]';
const textWith = (policy: string) => `
accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: ["shop/*"] }]
cleanup: [{ type: tag, timestampSource: image-created, olderThan: 7d, ${policy} }]
`;
const plan = (policy: string) => planned(hub.url, textWith(policy));
const created = ago(100);
const image = (tag: string | undefined, salt = tag ?? '') => hub.store.image(REPOSITORY, tag, { created, salt });
const signed = (digest: string, signature: Signature = {}) => sign(hub.store, digest, { created, ...signature });

describe('in a plan', () => {
  test('R26 only what belongs to an image that is gone is selected, whatever `nameRegexDelete` says, and it takes no place of `keepN`', async () => {
    for (const tag of ['v1', 'v2', 'v3']) image(tag);
    const stays = [signed(image('v3')), signed(image('v1')), signed(image(undefined, 'untagged'))];
    const gone = (['sig', 'att', 'sbom'] as const).map((kind) => signed(GONE, { kind }));
    const with2 = await plan(`nameRegexDelete: "v.*", keepN: 2, ${WITH}`);
    expect(candidates(with2)).toEqual([...gone, 'v1'].sort());
    expect(reasonsOf(with2, gone[0] ?? '')).toContain(
      'it belongs to the image sha256:000000000000, which the registry',
    );
    for (const tag of stays) expect(reasonsOf(with2, tag)).toContain('the registry has that image');
    const without = await plan('nameRegexDelete: ".*", keepN: 2');
    expect(candidates(without)).toEqual(['v1']);
    expect(reasonsOf(without, gone[0] ?? '')).toContain(`it belongs to ${GONE}`);
  });

  test('R26 a signature of an image of an index that stays is kept, and one of a signed index too', async () => {
    const child = image(undefined, 'amd64');
    const index = hub.store.index(REPOSITORY, 'multi', [child]);
    for (const digest of [child, index]) signed(digest);
    expect(candidates(await plan(`nameRegexDelete: "v.*", ${WITH}`))).toEqual([]);
  });

  test('R26 whatever keeps tags keeps an orphan: `nameRegexKeep`, `protect`, its age, and a date that it has not', async () => {
    image('v1');
    const orphan = signed(GONE);
    for (const keep of ['nameRegexKeep: "sha256-.*"', 'protect: ["sha256-.*"]', 'minimumAge: 200d']) {
      expect(candidates(await plan(`nameRegexDelete: "x", ${keep}, ${WITH}`))).toEqual([]);
    }
    expect(candidates(await plan(`nameRegexDelete: "x", ${WITH}`))).toEqual([orphan]);
    sign(hub.store, GONE);
    expect(candidates(await plan(`nameRegexDelete: "x", ${WITH}`))).toEqual([]);
  });

  test.each([
    ['a proxy says 404 without the code of a registry', { status: 404, body: 'not here' }],
    ['the registry fails', { status: 500 }],
    ['the registry refuses', { status: 403 }],
  ])('R26 law 1 whether its image exists is unknown where %s, and other tags are judged', async (_what, fault) => {
    image('v1');
    const orphan = signed(GONE);
    hub.switches.faults.set(`/v2/${REPOSITORY}/manifests/${GONE}`, fault);
    const found = await plan(`nameRegexDelete: "v.*", allowDeleteAll: true, ${WITH}`);
    expect(candidates(found)).not.toContain(orphan);
    expect(rows(found).find(({ id }) => id === orphan)?.verdict).toBe('unknown');
  });

  test('R26 a signature stays while something runs its image by the digest', async () => {
    image('v1');
    signed(GONE);
    const document = join(await mkdtemp(join(tmpdir(), 'holystone-users-')), 'users.json');
    const references = [{ id: `shop/web@${GONE}`, by: 'pod shop/web-1' }];
    await writeFile(document, JSON.stringify({ generatedAt: new Date().toISOString(), references }));
    const from = `evidence: { externalReferences: [{ from: ${JSON.stringify(document)} }] }`;
    expect(candidates(await plan(`nameRegexDelete: "x", ${WITH}, ${from}`))).toEqual([]);
    await rm(dirname(document), { recursive: true });
  });

  test('R26 with an `age` beside it in one element, a young orphan is not selected by the policy instead', async () => {
    image('v1');
    signed(GONE);
    const when = 'when: [{ rule: policy }, { all: [{ rule: orphan }, { rule: age, moreThan: 200d }] }]';
    expect(candidates(await plan(`nameRegexDelete: ".*", allowDeleteAll: true, ${when}`))).toEqual(['v1']);
  });

  test('R26 of several entries the one that judges a signature must have the rule', async () => {
    image('v1');
    const orphan = signed(GONE);
    const entries = (first: string, second: string) => `
accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: ["shop/*"] }]
cleanup:
  - { type: tag, timestampSource: image-created, match: { name: "/^sha256-/" }, nameRegexDelete: "x", ${first} }
  - { type: tag, timestampSource: image-created, nameRegexDelete: "x", ${second} }
`;
    const none = 'when: [{ rule: policy }]';
    expect(candidates(await planned(hub.url, entries(WITH, none)))).toEqual([orphan]);
    expect(candidates(await planned(hub.url, entries(none, WITH)))).toEqual([]);
  });
});

test.each([
  ['rule: orphans', 'orphan'],
  ['rule: orphan, olderThan: 3d', 'olderThan'],
])('R26 `%s` is refused, and the answer names what is meant', async (use, named) => {
  const text = textWith(`nameRegexDelete: "x", when: [{ ${use} }]`);
  const { code, stdout, stderr } = await commandOf(hub.url, text, {}, ['validate']);
  expect(code).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain(named);
});

describe('what may belong elsewhere', () => {
  const REST = `nameRegexDelete: "x", ${WITH}`;

  test('R26 in a repository that has only signatures each stays: cosign may have been told to sign there', async () => {
    const tag = signed(GONE, { repository: 'shop/signatures', names: 'registry.example.com/shop/web' });
    const found = await plan(REST);
    expect(candidates(found)).toEqual([]);
    expect(reasonsOf(found, tag)).toContain('may be in another repository (COSIGN_REPOSITORY)');
  });

  test.each(['sig', 'att'] as const)('R26 a .%s stays that names another repository, or none', async (kind) => {
    image('v1');
    const tag = signed(GONE, { kind, names: 'registry.example.com/shop/api' });
    const found = await plan(REST);
    expect(candidates(found)).toEqual([]);
    expect(reasonsOf(found, tag)).toContain('the signature names registry.example.com/shop/api');
    signed(GONE, { kind, names: '' });
    expect(candidates(await plan(REST))).toEqual([]);
  });

  test('R26 an image stays that people named by a hash, also one for several platforms', async () => {
    const hash = (digit: string) => `sha256-${digit.repeat(64)}`;
    image(hash('a'));
    image(`${hash('b')}.build7`);
    hub.store.index(REPOSITORY, hash('c'), [image(undefined, 'amd64')]);
    const found = await plan(REST);
    expect(candidates(found)).toEqual([]);
    expect(reasonsOf(found, hash('a'))).toContain('only the name of the tag says');
  });

  test('R26 a `subject` needs no name: an artifact with any tag, and a list of referrers, whose image is gone', async () => {
    image('v1');
    const artifact = hub.store.image(REPOSITORY, 'sbom-of-v0', { created, subject: GONE });
    const list = GONE.replace(':', '-');
    hub.store.manifest(
      REPOSITORY,
      list,
      'application/vnd.oci.image.index.v1+json',
      JSON.stringify({
        schemaVersion: 2,
        manifests: [{ digest: artifact }],
        annotations: { 'org.opencontainers.image.created': created },
      }),
    );
    const found = await plan(REST);
    expect(candidates(found)).toContain('sbom-of-v0');
    expect(
      rows(found)
        .find(({ id }) => id === list)
        ?.reasons.join(),
    ).not.toContain('only the name');
  });
});

describe('through the lifecycle', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  const options = (policy: string) => hubOptions(hub, { policy: `${policy}, timestampSource: image-created` });
  const POLICY = `nameRegexDelete: "v.*", keepN: 1, olderThan: 30d, ${WITH}`;
  /** An image and its signature. @returns the tag of the signature */
  const withSignature = (tag: string, days: number) =>
    sign(hub.store, addImage(hub, world, tag, days), {
      created: new Date(world.clock.now() - days * DAY).toISOString(),
    });

  async function round(): Promise<void> {
    await untilDue(world);
    await world.pass('delete', TAGS);
  }

  test('R26 where only digests are deleted, a signed image goes, then its signature, and the signature of an image that stays never', async () => {
    await world.reset(options(POLICY));
    hub.switches.deletesTags = false;
    const kept = withSignature('v9', 90);
    const follows = withSignature('v1', 100);
    await round();
    expect(tagsIn(hub)).toEqual([kept, follows, 'v9'].sort());
    expect(world.messages()[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      `belongs to it goes once its image is gone: ${follows}`,
    );
    await round();
    expect(tagsIn(hub)).toEqual([kept, 'v9'].sort());
  });

  test('R26 the last signature of a repository goes too, because Holystone has seen it beside its image', async () => {
    await world.reset(options(`nameRegexDelete: "v.*", olderThan: 30d, ${WITH}`));
    hub.switches.deletesTags = false;
    const last = withSignature('v1', 100);
    await round();
    expect(tagsIn(hub)).toEqual([last]);
    await round();
    expect(tagsIn(hub)).toEqual([]);
  });

  test('R26 without the rule a signed image stays there, and so does its signature', async () => {
    await world.reset(options('nameRegexDelete: "v.*", keepN: 1, olderThan: 30d'));
    hub.switches.deletesTags = false;
    const tags = [withSignature('v9', 90), withSignature('v1', 100), 'v9', 'v1'].sort();
    await round();
    expect(tagsIn(hub)).toEqual(tags);
  });

  test('R26 law 3 a marked signature stays whose image is pushed again', async () => {
    await world.reset(options(POLICY));
    addImage(hub, world, 'v9', 90);
    const digest = addImage(hub, world, 'v1', 100);
    const created = new Date(world.clock.now() - 100 * DAY).toISOString();
    const { manifests, tags } = hub.store.repository(REPOSITORY);
    manifests.delete(digest);
    tags.delete('v1');
    const tag = sign(hub.store, digest, { created });
    expect(tag).toBe(signatureTag(digest));
    await untilDue(world);
    expect((await world.marks(TAGS)).map(({ id }) => id)).toEqual([tag]);
    hub.store.image(REPOSITORY, undefined, { created, salt: 'v1' });
    await world.pass('delete', TAGS);
    expect(tagsIn(hub)).toContain(tag);
  });
});
