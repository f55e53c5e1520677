/** A real kube-apiserver with etcd and its controllers, built once from `controlplane` and kept in the user's cache. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GO_CACHE, type GoProgram } from '../goPrograms.ts';
import { run } from '../python.ts';
import { type ClusterHere, USERS } from './subject.ts';

const SOURCE = join(import.meta.dirname, 'controlplane');
/** About ten minutes of one processor, more while the machine does other things. */
const BUILD_MS = 3_600_000;

/** @param mayBuild the first build takes minutes and 550 MB from the module proxy */
export async function controlPlane(mayBuild: boolean): Promise<GoProgram> {
  const path = join(GO_CACHE, `controlplane-${keyOfSource()}`, 'controlplane');
  if (existsSync(path)) return { kind: 'there', path };
  const remedy = '`npm run test:conformance -- kubernetes` builds it';
  if (!mayBuild) return { kind: 'unavailable', why: `no kube-apiserver is kept here; ${remedy}` };
  const info = 'k8s.io/component-base/version';
  const version = /k8s\.io\/kubernetes (v1\.(\d+)\S*)/.exec(readFileSync(join(SOURCE, 'go.mod'), 'utf8')) ?? [];
  const ldflags = `-s -w -X ${info}.gitVersion=${version[1]} -X ${info}.gitMajor=1 -X ${info}.gitMinor=${version[2]}`;
  // Without garbage collection a sixth less time; a compiler then takes up to 2.2 GB.
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local', GOGC: process.env.GOGC ?? 'off' };
  const fresh = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    process.stderr.write(`building kube-apiserver ${version[1]}, which takes about ten minutes of one processor\n`);
    await run('go', ['build', '-trimpath', `-ldflags=${ldflags}`, '-o', fresh, '.'], {
      ...{ cwd: SOURCE, env, timeout: BUILD_MS },
    });
    renameSync(fresh, path);
  } catch (error) {
    return {
      kind: 'unavailable',
      why: String((error as Error).message)
        .split('\n')
        .slice(0, 2)
        .join(' '),
    };
  }
  return { kind: 'there', path };
}

/** Another source is another program. */
function keyOfSource(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(SOURCE).sort()) hash.update(name).update(readFileSync(join(SOURCE, name)));
  return hash.digest('hex').slice(0, 12);
}

export async function startRealCluster(program: string): Promise<ClusterHere> {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-apiserver-'));
  const rows = Object.entries(USERS).map(([user, token], index) => {
    return `${token},${user},${index},${user === 'admin' ? 'system:masters' : ''}`;
  });
  await writeFile(join(folder, 'tokens.csv'), `${rows.join('\n')}\n`, { mode: 0o600 });
  // Continuation tokens of paged lists expire this soon.
  const child = spawn(program, [folder, '--etcd-compaction-interval=2s'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').catch(() => {});
  const close = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /^ready (\S+)$/m.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4_000);
    });
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`kube-apiserver ended: ${said}`)));
  }).catch(async (error) => {
    // A program that cannot even be started never exits.
    if (child.pid !== undefined) await close();
    else await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    url,
    certificates: readFileSync(join(folder, 'certificates', 'apiserver.crt'), 'utf8'),
    close,
  };
}
