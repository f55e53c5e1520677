import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startEmbeddedRedis } from '../../../src/state/embedded/embedded.ts';
import { findOrInstallRedisServer, NoRedisServerError } from '../../../src/state/embedded/embeddedBinary.ts';
import { askRedis } from '../../support/askRedis.ts';
import { startRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

const MODULE = new URL('../../../dist/src/state/embedded/embedded.js', import.meta.url).href;

describe('the embedded Redis', () => {
  const stops: Array<() => Promise<void>> = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  test('the embedded Redis answers after its start, and leaves no process and no folder', async () => {
    const redis = await startEmbeddedRedis();
    stops.push(redis.stop);
    const answer = await askRedis(redis.port, 'PING');
    await redis.stop();
    expect({ answer, alive: isAlive(redis.pid), folder: existsSync(redis.dir) }).toEqual({
      answer: '+PONG',
      alive: false,
      folder: false,
    });
  });

  test('with a password it answers nobody else, and no list of processes shows the password', async () => {
    const redis = await startEmbeddedRedis({ hasPassword: true });
    stops.push(redis.stop);
    const { password } = new URL(redis.url);
    const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'args']);
    expect([await askRedis(redis.port, 'PING'), await askRedis(redis.port, `AUTH ${password}`)]).toEqual([
      '-NOAUTH Authentication required.',
      '+OK',
    ]);
    expect([password.length, stdout.includes(password)]).toEqual([64, false]);
  });

  test('two embedded servers do not interfere', async () => {
    const [one, two] = await Promise.all([startEmbeddedRedis(), startEmbeddedRedis()]);
    stops.push(one.stop, two.stop);
    await askRedis(one.port, 'SET x 1');
    expect([await askRedis(one.port, 'EXISTS x'), await askRedis(two.port, 'EXISTS x')]).toEqual([':1', ':0']);
  });

  test("another process's Redis on its port is not taken for it", async () => {
    const other = await startRedis();
    stops.push(other.stop);
    const dir = await mkdtemp(join(tmpdir(), 'holystone-test-'));
    stops.push(() => rm(dir, { recursive: true, force: true }));
    await expect(startEmbeddedRedis({ dir, port: other.port })).rejects.toThrow(/did not start on port \d+: .*port/i);
  });

  test('acknowledged writes survive SIGKILL', async () => {
    const redis = await startRedis();
    stops.push(redis.stop);
    await askRedis(redis.port, 'SET x 1');
    redis.kill('SIGKILL');
    await redis.restart();
    expect(await askRedis(redis.port, 'EXISTS x')).toBe(':1');
  });

  test('it stops although it was paused', async () => {
    const redis = await startRedis();
    redis.pause();
    const { pid } = redis;
    await redis.stop();
    expect(isAlive(pid)).toBe(false);
  });

  // Where the kernel does not help, a SIGKILL of its parent is the one thing that it outlives.
  const ends = ['process.exit(0)', "throw new Error('crash')"];
  if (process.platform === 'linux')
    ends.push("process.kill(process.pid, 'SIGKILL')", "process.kill(process.pid, 'SIGINT')");
  test.each(ends)('it does not outlive the process that started it: %s', async (end) => {
    const script = `
      const { startEmbeddedRedis } = await import(${JSON.stringify(MODULE)});
      const { port } = await startEmbeddedRedis();
      process.stdout.write(String(port), () => { ${end} });`;
    const folder = await mkdtemp(join(tmpdir(), 'holystone-test-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const port = Number(await outputOf(['--input-type=module', '--eval', script], folder));
    await until('nobody listens any more', () =>
      askRedis(port, 'PING').then(
        () => false,
        () => true,
      ),
    );
    expect(port).toBeGreaterThan(0);
  });

  test('without a server and without a package manager it says in one line what to do', async () => {
    const looked = findOrInstallRedisServer({ path: '/nonexistent' });
    await expect(looked).rejects.toThrow(NoRedisServerError);
    await expect(looked).rejects.toThrow(/^Redis is needed and not installed; .*redis-server.*$/);
  });

  test('where nothing may be installed it runs no package manager, and names the command', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holystone-managers-'));
    try {
      for (const name of ['apt-get', 'dnf', 'brew']) {
        writeFileSync(join(folder, name), `#!/bin/sh\ntouch ${join(folder, 'ran')}\n`, { mode: 0o755 });
      }
      const looked = findOrInstallRedisServer({ path: folder, install: false });
      await expect(looked).rejects.toThrow('Redis is needed and not installed; run: sudo apt-get install redis-server');
      expect(readdirSync(folder)).toEqual(['apt-get', 'brew', 'dnf']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The output of a Node process until it ended, however it ended. */
async function outputOf(args: readonly string[], tmp: string): Promise<string> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TMPDIR: tmp },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  return output;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
