/** Registries of other makers, each with its own data, and images pushed into it by plain HTTP. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DISTRIBUTION, GGCR, goProgram } from './goPrograms.ts';
import { startTokenService, type TokenService, USER } from './tokenService.ts';

const DEBIAN = '/usr/bin/docker-registry';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.oci.image.config.v1+json';
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';

export interface RealRegistry {
  readonly url: string;
  /** Of an account that may read and delete; absent = everybody may. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** As in an account. */
  readonly tokenServices?: readonly string[];
  /** @returns the digest */
  push(repository: string, tag: string, created: string | undefined, salt: string): Promise<string>;
  close(): Promise<void>;
}

export interface RealProgram {
  readonly name: string;
  /** Does it delete a tag alone? */
  readonly deletesTags: boolean;
  readonly start: () => Promise<RealRegistry>;
  /** Why it cannot run here; absent = it can. */
  readonly missing?: string;
}

const isNightly = process.env.HOLYSTONE_EXHAUSTIVE === 'true';
const distribution = await goProgram(DISTRIBUTION, isNightly);
const ggcr = await goProgram(GGCR, isNightly);
const place = (program: typeof ggcr) => (program.kind === 'there' ? program.path : '');
const missing = (program: typeof ggcr) => (program.kind === 'there' ? {} : { missing: program.why });

export const realRegistries: readonly RealProgram[] = [
  {
    name: "Debian's docker-registry",
    deletesTags: false,
    start: () => startDistribution(DEBIAN),
    ...(existsSync(DEBIAN) ? {} : { missing: 'it is not installed' }),
  },
  {
    name: 'distribution 3',
    deletesTags: true,
    start: () => startDistribution(place(distribution)),
    ...missing(distribution),
  },
  {
    name: 'distribution 3 with tokens',
    deletesTags: true,
    start: async () => startDistribution(place(distribution), await startTokenService()),
    ...missing(distribution),
  },
  {
    name: 'go-containerregistry',
    deletesTags: true,
    start: () =>
      startProgram(place(ggcr), ['-port', '0'], /serving on port (\d+)/, (port) => `http://127.0.0.1:${port}`),
    ...missing(ggcr),
  },
];

/** A pull-through cache in front of another registry; absent where Debian's is not installed. */
export const startProxy = existsSync(DEBIAN)
  ? (of: string) => startDistribution(DEBIAN, undefined, `proxy: { remoteurl: "${of}" }`)
  : undefined;

async function startDistribution(program: string, tokens?: TokenService, more = ''): Promise<RealRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-registry-'));
  const storage = `storage: { filesystem: { rootdirectory: ${folder}/data }, delete: { enabled: true } }`;
  const config = join(folder, 'config.yml');
  const jwks = join(folder, 'jwks.json');
  if (tokens) await writeFile(jwks, tokens.jwks);
  const auth = tokens?.auth(jwks) ?? '';
  await writeFile(
    config,
    `version: 0.1\nlog: { level: info }\n${storage}\nhttp: { addr: "127.0.0.1:0" }\n${auth}\n${more}`,
  );
  const listening = /listening on (127\.0\.0\.1:\d+)/;
  const running = await startProgram(program, ['serve', config], listening, (host) => `http://${host}`, tokens);
  return {
    ...running,
    async close() {
      await running.close();
      await tokens?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startProgram(
  program: string,
  args: readonly string[],
  ready: RegExp,
  urlOf: (found: string) => string,
  tokens?: TokenService,
): Promise<RealRegistry> {
  const env = { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = ready.exec(said)?.[1];
        if (found) resolve(urlOf(found));
      });
    }
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`${program} ended: ${said}`)));
  });
  return {
    url,
    ...(tokens ? { credentials: USER, tokenServices: [new URL(tokens.realm).origin] } : {}),
    push: (repository, tag, created, salt) => {
      const token = tokens?.tokenFor(`repository:${repository}:pull,push`);
      return push({ url, ...(token ? { token } : {}) }, repository, tag, created, salt);
    },
    async close() {
      child.kill();
      await ended;
    },
  };
}

interface Into {
  readonly url: string;
  readonly token?: string;
}

async function push(into: Into, repository: string, tag: string, created: string | undefined, salt: string) {
  const config = await blob(
    into,
    repository,
    JSON.stringify({ created, architecture: 'amd64', os: 'linux', config: { Labels: { salt } } }),
  );
  const layer = await blob(into, repository, 'layer');
  const layers = [{ mediaType: LAYER, ...layer }];
  const body = JSON.stringify({
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: { mediaType: CONFIG, ...config },
    layers,
  });
  await send(into, 'PUT', `${into.url}/v2/${repository}/manifests/${tag}`, MANIFEST, body);
  return digestOf(body);
}

async function blob(into: Into, repository: string, text: string) {
  const digest = digestOf(text);
  const begun = await send(into, 'POST', `${into.url}/v2/${repository}/blobs/uploads/`, 'application/octet-stream', '');
  const place = new URL(begun.headers.get('location') ?? '', into.url);
  place.searchParams.set('digest', digest);
  await send(into, 'PUT', place.href, 'application/octet-stream', text);
  return { digest, size: Buffer.byteLength(text) };
}

async function send({ token }: Into, method: string, url: string, type: string, body: string): Promise<Response> {
  const headers = { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(url, { method, headers, body });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return answer;
}

function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
