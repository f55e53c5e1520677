/** Debian's `docker-registry` with its data in a temporary folder, and images pushed into it by plain HTTP. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = '/usr/bin/docker-registry';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.oci.image.config.v1+json';
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';

/** Is it installed on this machine? */
export const hasDockerRegistry = existsSync(PROGRAM);

export interface RealRegistry {
  readonly url: string;
  /** @returns the digest */
  push(repository: string, tag: string, created: string | undefined, salt: string): Promise<string>;
  close(): Promise<void>;
}

export async function startDockerRegistry(): Promise<RealRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-docker-registry-'));
  const storage = `storage: { filesystem: { rootdirectory: ${folder}/data }, delete: { enabled: true } }`;
  const config = join(folder, 'config.yml');
  await writeFile(config, `version: 0.1\nlog: { level: info }\n${storage}\nhttp: { addr: "127.0.0.1:0" }\n`);
  const child = spawn(PROGRAM, ['serve', config], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const address = /listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1];
        if (address) resolve(`http://${address}`);
      });
    }
    child.on('exit', () => reject(new Error(`docker-registry ended: ${said}`)));
  });
  return {
    url,
    push: (...image) => push(url, ...image),
    async close() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function push(url: string, repository: string, tag: string, created: string | undefined, salt: string) {
  const config = await blob(
    url,
    repository,
    JSON.stringify({ created, architecture: 'amd64', os: 'linux', config: { Labels: { salt } } }),
  );
  const layer = await blob(url, repository, 'layer');
  const layers = [{ mediaType: LAYER, ...layer }];
  const body = JSON.stringify({
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: { mediaType: CONFIG, ...config },
    layers,
  });
  await send('PUT', `${url}/v2/${repository}/manifests/${tag}`, MANIFEST, body);
  return digestOf(body);
}

async function blob(url: string, repository: string, text: string) {
  const digest = digestOf(text);
  const begun = await send('POST', `${url}/v2/${repository}/blobs/uploads/`, 'application/octet-stream', '');
  const place = new URL(begun.headers.get('location') ?? '', url);
  place.searchParams.set('digest', digest);
  await send('PUT', place.href, 'application/octet-stream', text);
  return { digest, size: Buffer.byteLength(text) };
}

async function send(method: string, url: string, type: string, body: string): Promise<Response> {
  const answer = await fetch(url, { method, headers: { 'content-type': type }, body });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return answer;
}

function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
