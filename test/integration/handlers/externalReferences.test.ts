import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { failureOf, scopeOf, testEffects } from './fixture.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH = '2026-11-20T08:00:00Z';
const IMAGE = 'ami-0123456789abcdef0';

let dir: string;
let effects: ReturnType<typeof testEffects>;
let server: Server | undefined;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-references-'));
  effects = testEffects();
});
afterEach(async () => {
  effects.destroy();
  server?.closeAllConnections();
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
  await rm(dir, { recursive: true, force: true });
});

const source = image.evidence.find(({ name }) => name === 'externalReferences');

function read(externalReferences: readonly object[], signal = new AbortController().signal) {
  if (!source) throw new Error('images have no such source');
  const scope = scopeOf(image.parameters.parse({ evidence: { externalReferences } }));
  const [place] = source.places(scope);
  if (!place) throw new Error('it is read nowhere');
  return source.read(place, scope, [], effects.io({ clock: { now: () => NOW }, signal }));
}

async function file(content: unknown): Promise<string> {
  const path = join(dir, 'references.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/refs.json?key=hidden`;
}

const document = (generatedAt = FRESH) => ({ generatedAt, references: [{ id: IMAGE, by: 'terraform prod/web' }] });

describe('a document that names users', () => {
  test('A1 a document in a file or at a URL keeps the resources that it names, and names the user', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end(JSON.stringify({ ...document(), references: [{ id: 'ami-2', by: 'packer' }] }));
    });
    const findings = await read([
      { from: await file(document()) },
      { from: url, headers: { authorization: 'Bearer abc' } },
    ]);
    expect(findings).toEqual([
      { alias: IMAGE, says: 'used', by: 'terraform prod/web' },
      { alias: 'ami-2', says: 'used', by: 'packer' },
    ]);
    expect(seen).toEqual(['Bearer abc']);
  });

  test('A14 an id with capitals or surrounding blanks still keeps', async () => {
    const references = [
      { id: ` ${IMAGE}\n`, by: 'wiki' },
      { id: IMAGE.toUpperCase(), by: 'sheet' },
    ];
    const findings = await read([{ from: await file({ ...document(), references }) }]);
    expect(findings.filter(({ alias }) => alias === IMAGE).map(({ by }) => by)).toEqual(['wiki', 'sheet']);
  });

  test('Law 1 a file, or a document that this machine serves, is not read for another machine of the fleet', () => {
    const variantOf = (from: string) =>
      source?.variant?.(scopeOf(image.parameters.parse({ evidence: { externalReferences: [{ from }] } })));
    const here = JSON.stringify([hostname(), process.cwd()]);
    expect(variantOf('references.json')).toContain(here);
    expect(variantOf('http://localhost:8000/refs.json')).toContain(here);
    expect(variantOf('https://example.com/refs.json')).not.toContain(here);
  });

  test('is read nowhere where none is configured', () => {
    expect(source?.places(scopeOf(image.parameters.parse({})))).toEqual([]);
  });

  test.each([
    ['too old', document('2026-11-19T11:59:00Z'), /generated 24 hours ago, more than 1d; generate it again/],
    ['from the future', document('2026-11-20T13:00:00Z'), /in the future/],
    ['without a date', { references: [] }, /generatedAt/],
    ['without references', { generatedAt: FRESH }, /references/],
    ['with a reference that names nobody', { generatedAt: FRESH, references: [{ id: IMAGE }] }, /references\.0\.by/],
    ['with a million zeros', { generatedAt: FRESH, references: Array(1_000_000).fill(0) }, /references\.0: /],
    ['cut off', JSON.stringify(document()).slice(0, -5), /is not JSON/],
    ['empty', '', /is not JSON/],
  ])('A3 %s makes everything unknown, and says what to do', async (_what, content, words) => {
    const failure = await failureOf(read([{ from: await file(content) }]));
    expect(failure.name).toBe('ReadError');
    expect(failure.message).toMatch(words);
  });

  test('A3 that is not there is a failed read, never an empty list', async () => {
    const failure = await failureOf(read([{ from: join(dir, 'nowhere.json') }]));
    expect([failure.name, failure.message]).toEqual([
      'ReadError',
      expect.stringMatching(/nowhere\.json: .*ENOENT.*make it readable, or remove it from the configuration/),
    ]);
  });

  test.each([
    ['an error', (_: unknown, response: { writeHead(n: number): { end(): void } }) => response.writeHead(503).end()],
    [
      'a redirect',
      (_: unknown, response: { writeHead(n: number, headers: object): { end(): void } }) =>
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('A3 behind a URL that answers %s is a failed read; the query is not shown', async (_what, listener) => {
    const failure = await failureOf(read([{ from: await serve(listener as RequestListener) }]));
    expect(failure.name).toBe('ReadError');
    expect(failure.message).not.toContain('hidden');
  });

  test('A3 behind a connection that breaks off half-way is a failed read', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write(JSON.stringify(document()));
      response.socket?.destroySoon();
    });
    expect((await failureOf(read([{ from: url }]))).name).toBe('ReadError');
  });

  test('ends with the pass that asked for it', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort(new Error('the pass was stopped')));
    expect((await failureOf(read([{ from: url }], stop.signal))).message).toBe('the pass was stopped');
  });
});

test.each(['http://example.com/refs.json', 'ftp://example.com/x', 'https://'])('%s is refused', (from) => {
  expect(image.parameters.safeParse({ evidence: { externalReferences: [{ from }] } }).success).toBe(false);
});

describe('A21 a document keeps a resource of every type', () => {
  /** By type: how people call one beside its id, and the alias by which the resource is known. */
  const CALLED: Readonly<Record<string, readonly (readonly [called: string, alias: string])[]>> = {
    cdkEcrImage: [['f'.repeat(64), `assetHash/${'f'.repeat(64)}`]],
    cdkS3Asset: [[`${'f'.repeat(64)}.zip`, `assetHash/${'f'.repeat(64)}`]],
    launchConfiguration: [['web', 'launchConfiguration/web']],
    launchTemplate: [['web', 'launchTemplate/web']],
    loadBalancer: [['web', 'loadBalancer/web']],
    securityGroup: [['web', 'securityGroup/web']],
    targetGroup: [['web', 'targetGroup/web']],
  };

  test.each(handlers.map((handler) => [handler.resourceType, handler] as const))('%s', async (type, handler) => {
    const called = [['some-id', 'some-id'] as const, ...(CALLED[type] ?? [])];
    const references = called.map(([id]) => ({ id, by: 'terraform prod/web' }));
    const from = await file({ ...document(), references });
    const parameters = handler.parameters.parse({ evidence: { externalReferences: [{ from }] } });
    const one = handler.evidence.find(({ name }) => name === 'externalReferences');
    const [place] = one?.places(scopeOf(parameters)) ?? [];
    if (!one || !place) throw new Error(`${type} reads no document`);
    const found = await one.read(place, scopeOf(parameters), [], effects.io({ clock: { now: () => NOW } }));
    for (const [, alias] of called) expect(found).toContainEqual({ alias, says: 'used', by: 'terraform prod/web' });
    expect(one.places(scopeOf(handler.parameters.parse({})))).toEqual([]);
  });
});
