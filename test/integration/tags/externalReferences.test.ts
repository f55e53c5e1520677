/** Users of image tags in a document that people maintain: a reference is written in as many ways as Docker reads. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ecrTag } from '../../../src/handlers/aws/types/ecrTag/handler.ts';
import { imageAliases, imageHost } from '../../../src/handlers/images/reference.ts';
import { tag } from '../../../src/handlers/registry/types/tag/handler.ts';
import { tagParameters } from '../../../src/handlers/registry/types/tag/parameters.ts';
import { scopeOf, testEffects } from '../handlers/fixture.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const NOW = Date.parse('2026-11-20T12:00:00Z');

let dir: string;
let effects: ReturnType<typeof testEffects>;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-references-'));
  effects = testEffects();
});
afterEach(async () => {
  effects.destroy();
  await rm(dir, { recursive: true, force: true });
});

const parametersFor = (from: string) =>
  tagParameters.parse({ nameRegexDelete: '.*', keepN: 1, evidence: { externalReferences: [{ from }] } });

/** The aliases that the document keeps when it names this reference. */
async function keptBy(reference: string): Promise<readonly string[]> {
  const from = join(dir, 'references.json');
  const references = [{ id: reference, by: 'terraform prod/web' }];
  await writeFile(from, JSON.stringify({ generatedAt: '2026-11-20T08:00:00Z', references }));
  const source = tag.evidence.find(({ name }) => name === 'externalReferences');
  const scope = scopeOf(parametersFor(from));
  const [place] = source?.places(scope) ?? [];
  if (!source || !place) throw new Error('the document is read nowhere');
  const findings = await source.read(place, scope, [], effects.io({ clock: { now: () => NOW } }));
  return findings.map(({ alias }) => alias);
}

test.each([
  ['hub.example.com', 'shop/web', `hub.example.com/shop/web:1@${DIGEST}`],
  ['hub.example.com', 'shop/web', ' HUB.example.com:443/shop/web:1\n'],
  ['hub.example.com:5000', 'shop/web', 'hub.example.com:5000/shop/web:1'],
  ['hub.example.com', 'shop/web', 'docker-pullable://hub.example.com/shop/web:1'],
  ['registry-1.docker.io', 'shop/web', 'shop/web:1'],
  ['registry-1.docker.io', 'library/nginx', 'nginx:1'],
])('R22 of the registry %s a document keeps the tag 1 of %s by the reference "%s"', async (host, repository, text) => {
  const [alias] = imageAliases({ host: imageHost(host), repository, tag: '1' });
  expect(await keptBy(text)).toContain(alias);
});

test('R22 a document keeps the tag latest by a reference without a tag', async () => {
  expect(await keptBy('hub.example.com/shop/web')).toContain('hub.example.com/shop/web:latest');
});

test('R22 a document keeps a digest also by the name of a mirror', async () => {
  expect(await keptBy(`mirror.example.com/shop/web@${DIGEST}`)).toContain(DIGEST);
});

test('R22 a type that reads ids otherwise does not take the references that another found in the same document', () => {
  const scope = scopeOf(parametersFor('https://refs.example.com/r.json'));
  const variants = [tag, ecrTag].map(({ evidence }) => {
    const source = evidence.find(({ name }) => name === 'externalReferences');
    return (source?.variant as ((of: typeof scope) => string) | undefined)?.(scope);
  });
  expect(variants[0]).toBe(variants[1]);
  expect(variants[0]).toContain('images');
});
