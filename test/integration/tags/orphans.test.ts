/** Signatures, attestations and lists of contents: they stay with their image, and with the rule `orphan` they go after it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { RegistryStore } from '../../../sandbox/registry/store.ts';
import { check } from '../../../src/lifecycle/index.ts';
import { DAY, HOUR, worldForAll } from '../../support/awsWorld.ts';
import { addImage, hubOptions, REPOSITORY, TAGS, tagsIn, untilDue } from '../../support/hubWorld.ts';
import { GONE, type Signature, sign, signatureTag } from '../../support/signatures.ts';
import { commandOf } from './fixture.ts';

const WITH = 'when: [{ rule: policy }, { rule: orphan }]';
const REST = `nameRegexDelete: "x", ${WITH}`;
const OLD = 'timestampSource: image-created, olderThan: 7d';
const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.oci.image.config.v1+json';

let hub: RunningRegistry;
const world = worldForAll();
beforeEach(async () => {
  hub = await startRegistry();
  await world.reset(options(REST));
  created = new Date(world.clock.now() - 100 * DAY).toISOString();
});
afterEach(() => hub.close());

const options = (policy: string) => hubOptions(hub, { policy: `${policy}, ${OLD}` });
const policyIs = (policy: string) => world.configure(options(policy));
/** When images of before the test were built: an image that is pushed again has its digest again. */
let created: string;
const image = (tag: string | undefined, salt = tag ?? '', repository = REPOSITORY) =>
  hub.store.image(repository, tag, { created, salt });
const signed = (digest: string, signature: Signature = {}) => sign(hub.store, digest, { created, ...signature });
/** A mark pass sees what is there; the next one is later. */
async function survey(): Promise<void> {
  await world.pass('mark', TAGS);
  world.clock.advance(6 * HOUR);
}
const lose = (digest: string) => RegistryStore.deleteDigest(hub.store.repository(REPOSITORY), digest);

/** An image that Holystone has seen beside what belongs to it, and that is gone. @returns the tag of its signature */
async function orphanOf(salt: string): Promise<string> {
  const digest = image(salt);
  const tag = signed(digest);
  await survey();
  lose(digest);
  return tag;
}

async function judged(id: string) {
  const [wc] = world.configuration.workConfigurations;
  const checked = wc && (await check(world.wired.deps, wc, id, new AbortController().signal));
  return checked?.kind === 'verdict' ? checked.verdict : undefined;
}

async function candidates(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const tag of tagsIn(hub)) if ((await judged(tag))?.kind === 'candidate') found.push(tag);
  return found;
}

/** As OCI lists what belongs to an image in a registry without the API for it. @returns its tag */
function list(digest: string, artifact: string): string {
  const tag = digest.replace(':', '-');
  const manifests = [{ mediaType: MANIFEST, size: 2, digest: artifact }];
  const annotations = { 'org.opencontainers.image.created': created };
  hub.store.manifest(REPOSITORY, tag, INDEX, JSON.stringify({ schemaVersion: 2, manifests, annotations }));
  return tag;
}

describe('once its image is gone', () => {
  test('R26 only what belongs to an image that is gone is selected, whatever `nameRegexDelete` says, and it takes no place of `keepN`', async () => {
    const policy = 'nameRegexDelete: "v.*", keepN: 2';
    await policyIs(`${policy}, ${WITH}`);
    for (const tag of ['v1', 'v2', 'v3']) image(tag);
    const stays = [signed(image('v3')), signed(image('v1')), signed(image(undefined, 'untagged'))];
    const lost = image('v0');
    const artifact = hub.store.image(REPOSITORY, 'sbom-of-v0', { created, subject: lost });
    const gone = (['sig', 'att', 'sbom'] as const).map((kind) => signed(lost, { kind }));
    gone.push(list(lost, artifact), 'sbom-of-v0');
    await survey();
    lose(lost);
    expect(await candidates()).toEqual([...gone, 'v1'].sort());
    expect((await judged(gone[0] ?? ''))?.reasons.join()).toMatch(
      /it belongs to the image sha256:\w{12}, which the registry/,
    );
    for (const tag of stays) expect((await judged(tag))?.reasons.join()).toContain('the registry has that image');
    await policyIs(policy);
    expect(await candidates()).toEqual(['v1']);
    expect((await judged(gone[0] ?? ''))?.reasons.join()).toContain(`it belongs to ${lost}`);
  });

  test('R26 a signature of an image of an index that stays is kept, and one of a signed index too', async () => {
    const child = image(undefined, 'amd64');
    for (const digest of [child, hub.store.index(REPOSITORY, 'multi', [child])]) signed(digest);
    await survey();
    expect(await candidates()).toEqual([]);
  });

  test('R26 whatever keeps tags keeps an orphan: `nameRegexKeep`, `protect`, its age, and a date that it has not', async () => {
    image('v1');
    const orphan = await orphanOf('v0');
    for (const keep of ['nameRegexKeep: "sha256-.*"', 'protect: ["sha256-.*"]', 'minimumAge: 200d']) {
      await policyIs(`nameRegexDelete: "x", ${keep}, ${WITH}`);
      expect(await candidates()).toEqual([]);
    }
    await policyIs(REST);
    expect(await candidates()).toEqual([orphan]);
    sign(hub.store, image('v0'));
    lose(image('v0'));
    expect(await candidates()).toEqual([]);
  });

  test.each([
    ['a proxy says 404 without the code of a registry', { status: 404, body: 'not here' }],
    ['the registry fails', { status: 500 }],
    ['the registry refuses', { status: 403 }],
  ])('R26 law 1 whether its image exists is unknown where %s, and other tags are judged', async (_what, fault) => {
    await policyIs(`nameRegexDelete: "v.*", allowDeleteAll: true, ${WITH}`);
    image('v1');
    const digest = image('v0');
    const orphan = await orphanOf('v0');
    hub.switches.faults.set(`/v2/${REPOSITORY}/manifests/${digest}`, fault);
    expect((await judged(orphan))?.kind).toBe('unknown');
    expect(await candidates()).not.toContain(orphan);
  });

  test('R26 a signature stays while something runs its image by the digest', async () => {
    const digest = image('v0');
    const orphan = await orphanOf('v0');
    expect(await candidates()).toEqual([orphan]);
    const document = join(await mkdtemp(join(tmpdir(), 'holystone-users-')), 'users.json');
    const references = [{ id: `shop/web@${digest}`, by: 'pod shop/web-1' }];
    const generatedAt = new Date(world.clock.now()).toISOString();
    await writeFile(document, JSON.stringify({ generatedAt, references }));
    await policyIs(`${REST}, evidence: { externalReferences: [{ from: ${JSON.stringify(document)} }] }`);
    expect((await judged(orphan))?.kind).toBe('keep');
    await rm(dirname(document), { recursive: true });
  });

  test('R26 with an `age` beside it in one element, a young orphan is not selected by the policy instead', async () => {
    const when = 'when: [{ rule: policy }, { all: [{ rule: orphan }, { rule: age, moreThan: 200d }] }]';
    await policyIs(`nameRegexDelete: ".*", allowDeleteAll: true, ${when}`);
    image('v1');
    await orphanOf('v0');
    expect(await candidates()).toEqual(['v1']);
  });

  test('R26 of several entries the one that judges a signature must have the rule', async () => {
    const entries = (first: string, second: string) => {
      const more = `${OLD}, nameRegexDelete: "x"`;
      const cleanup = `[{ type: tag, match: { name: "/^sha256-/" }, ${more}, ${first} }, { type: tag, ${more}, ${second} }]`;
      return world.configure({ ...options(REST), cleanup });
    };
    const none = 'when: [{ rule: policy }]';
    await entries(WITH, none);
    image('v1');
    const orphan = await orphanOf('v0');
    expect(await candidates()).toEqual([orphan]);
    await entries(none, WITH);
    expect(await candidates()).toEqual([]);
  });
});

test.each([
  ['rule: orphans', 'orphan'],
  ['rule: orphan, olderThan: 3d', 'olderThan'],
])('R26 `%s` is refused, and the answer names what is meant', async (use, named) => {
  const text = `
accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: ["shop/*"] }]
cleanup: [{ type: tag, ${OLD}, nameRegexDelete: "x", when: [{ ${use} }] }]
`;
  const { code, stdout, stderr } = await commandOf(hub.url, text, {}, ['validate']);
  expect(code).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain(named);
});

/** What cosign signs with `COSIGN_REPOSITORY` belongs to an image of another repository, whatever its name or `subject` says. */
describe('an image that Holystone never saw there', () => {
  /** As cosign writes it, with a layer of this type and text. */
  function attach(digest: string, kind: 'sig' | 'att', mediaType: string, text: string): void {
    const config = hub.store.blob(REPOSITORY, JSON.stringify({ created, kind }));
    const layers = [{ mediaType, ...hub.store.blob(REPOSITORY, text) }];
    const manifest = { schemaVersion: 2, mediaType: MANIFEST, config: { mediaType: CONFIG, ...config }, layers };
    hub.store.manifest(REPOSITORY, signatureTag(digest, kind), MANIFEST, JSON.stringify(manifest));
  }

  /** Puts into the repository what belongs to the image of another one. */
  const KINDS: readonly (readonly [string, (digest: string) => void])[] = [
    ['an SBOM', (digest) => signed(digest, { kind: 'sbom' })],
    [
      'a signature that names the other repository',
      (digest) => signed(digest, { names: 'registry.example.com/shop/api' }),
    ],
    ['a signature that names this repository', (digest) => signed(digest)],
    [
      'a signature that names this repository of another registry',
      (digest) => signed(digest, { names: `ghcr.io/${REPOSITORY}` }),
    ],
    ['a signature that names nothing', (digest) => signed(digest, { names: '' })],
    [
      'a signature of a later version',
      (digest) => attach(digest, 'sig', 'application/vnd.dev.cosign.simplesigning.v2+json', '{}'),
    ],
    ['a bundle of sigstore', (digest) => attach(digest, 'sig', 'application/vnd.dev.sigstore.bundle.v0.3+json', '{}')],
    [
      'an attestation that names nothing',
      (digest) => attach(digest, 'att', 'application/vnd.dsse.envelope.v1+json', '{"payload":"eyJzdWJqZWN0IjpbXX0="}'),
    ],
    [
      'a manifest with a `subject`, and a list of it',
      (digest) => list(digest, hub.store.image(REPOSITORY, 'signature', { created, subject: digest })),
    ],
    ['an image named by its hash', (digest) => image(digest.replace(':', '-'))],
  ];

  test.each(KINDS)('R26 law 1 %s stays, in a repository with images of its own', async (_what, add) => {
    image('v1');
    add(image('v1', 'api', 'shop/api'));
    await survey();
    await survey();
    expect(await world.marks(TAGS)).toEqual([]);
    for (const tag of tagsIn(hub).filter((name) => name !== 'v1')) {
      expect((await judged(tag))?.reasons.join()).toContain('Holystone never saw its image here');
    }
  });

  test('R26 law 1 a signature stays where Redis was lost after Holystone saw its image', async () => {
    const orphan = await orphanOf('v0');
    expect(await candidates()).toEqual([orphan]);
    await world.redis.flush();
    await survey();
    expect(await candidates()).toEqual([]);
  });

  test('R26 law 1 a signature stays in another registry that takes the place of the one with its image', async () => {
    const digest = image('v0');
    signed(digest);
    await survey();
    const other = await startRegistry();
    sign(other.store, digest, { created });
    await world.configure(hubOptions(other, { policy: `${REST}, ${OLD}` }));
    await survey();
    await world.watched(8, TAGS);
    expect((await judged(signatureTag(digest)))?.reasons.join()).toContain('Holystone never saw its image here');
    await other.close();
  });

  test('R26 an answer with another digest shows no image', async () => {
    const tag = signed(GONE);
    const answer = { status: 200, headers: { 'docker-content-digest': image('v1') } };
    hub.switches.faults.set(`/v2/${REPOSITORY}/manifests/${GONE}`, answer);
    await survey();
    expect((await judged(tag))?.kind).toBe('unknown');
    hub.switches.faults.clear();
    expect((await judged(tag))?.reasons.join()).toContain('Holystone never saw its image here');
  });

  test('R26 an image stays that people named by the hash of another one and a word of theirs', async () => {
    const digest = image('v0');
    const named = `${digest.replace(':', '-')}.build7`;
    image(named);
    await survey();
    lose(digest);
    expect(await candidates()).toEqual([]);
  });
});

describe('through the lifecycle', () => {
  const POLICY = `nameRegexDelete: "v.*", keepN: 1, ${WITH}`;
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
    await world.reset(options(`nameRegexDelete: "v.*", ${WITH}`));
    hub.switches.deletesTags = false;
    const last = withSignature('v1', 100);
    await round();
    expect(tagsIn(hub)).toEqual([last]);
    await round();
    expect(tagsIn(hub)).toEqual([]);
  });

  test('R26 without the rule a signed image stays there, and so does its signature', async () => {
    await world.reset(options('nameRegexDelete: "v.*", keepN: 1'));
    hub.switches.deletesTags = false;
    const tags = [withSignature('v9', 90), withSignature('v1', 100), 'v9', 'v1'].sort();
    await round();
    expect(tagsIn(hub)).toEqual(tags);
  });

  test('R26 law 3 a marked signature stays whose image is pushed again', async () => {
    await world.reset(options(POLICY));
    addImage(hub, world, 'v9', 90);
    const digest = image('v1');
    const tag = signed(digest);
    await survey();
    lose(digest);
    await untilDue(world);
    expect((await world.marks(TAGS)).map(({ id }) => id)).toEqual([tag]);
    hub.store.image(REPOSITORY, undefined, { created, salt: 'v1' });
    await world.pass('delete', TAGS);
    expect(tagsIn(hub)).toContain(tag);
  });
});
