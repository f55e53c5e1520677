/**
 * The daemon from its start to its end. What a process leaves behind and what its signals do is seen on processes;
 * the rest runs within this one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startMailSink } from '../../sandbox/mail/mailSink.ts';
import { askRedis } from '../support/askRedis.ts';
import { type Daemon, endAllDaemons, PATIENCE_MS } from '../support/daemon.ts';
import { startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { IMAGES, stageForAll } from './stage.ts';

const stage = stageForAll();

beforeEach(async () => {
  await stage.redis.flush();
});
afterEach(async () => {
  await endAllDaemons();
  stage.sandbox.control.clearFaults();
  stage.mail.faults.clear();
});

const CLEAN = { code: 0, signal: null };

describe('serve', () => {
  test('L21 both listeners are up, its log is JSON lines, SIGHUP reloads it, SIGTERM ends it and its embedded Redis', async () => {
    const one = stage.serve(stage.config({ redis: 'embedded', dryRun: true }));
    await one.serving();
    const ready = await one.readiness(200);
    expect(ready.reasons).toEqual([]);
    const children = childrenOf(one.pid);
    expect((await one.health('live')).status).toBe(200);
    for (const path of ['/', '/metrics', '/api/v1/namespaces']) {
      expect((await fetch(one.operatorUrl + path)).status).toBe(200);
    }
    await one.logged('pass', ({ action, outcome }) => action === 'mark' && outcome === 'complete');
    one.signal('SIGHUP');
    await one.logged('configuration reloaded', ({ actor }) => actor === 'SIGHUP');
    expect(await one.stop()).toEqual(CLEAN);
    expect(one.other).toEqual([]);
    expect(one.lines.every(({ instance, level, time }) => instance === 'one' && level && time)).toBe(true);
    expect(one.lines.at(-1)?.msg).toBe('stopped');
    if (process.platform === 'linux') expect(children).toHaveLength(1);
    expect(children.filter(isAlive)).toEqual([]);
  });

  test('SIGTERM ends it though Redis hangs', async () => {
    const redis = await startRedis();
    try {
      const one = stage.serve(stage.config({ redis: redis.url, dryRun: true }));
      await one.serving();
      redis.pause();
      one.signal('SIGTERM');
      await one.end();
      expect(one.lines.at(-1)?.msg).toBe('stopped');
    } finally {
      await redis.stop();
    }
  });

  test('R2 a regex that does not compile disables its entry alone, at the start and after a reload, and a warning names its place', async () => {
    const entry = (regex: string) => `{ type: tag, locations: [b], nameRegexDelete: "${regex}" }`;
    const cleanup = (regex: string) => `[{ type: tag, locations: [a], nameRegexDelete: "dev-.*" }, ${entry(regex)}]`;
    const accounts = '[{ name: hub, provider: registry, url: "http://127.0.0.1:9", locations: [a, b] }]';
    const config = stage.config({ redis: 'embedded', dryRun: true, accounts, cleanup: cleanup('(?!latest).*') });
    const one = stage.serveHere(config);
    await one.serving();
    stage.config({ redis: 'embedded', dryRun: true, accounts, cleanup: cleanup('[') });
    one.signal('SIGHUP');
    const reloaded = await one.logged('configuration', ({ warning }) => String(warning).includes('nameRegexDelete'));
    const expected =
      /cleanup\[1\]\.nameRegexDelete: not a regex of RE2: .*(invalid|missing).*this entry deletes nothing until it is corrected/;
    for (const said of [one.other.join(), String(reloaded.warning)]) expect(said).toMatch(expected);
    const { items } = await one.api<{ items: { namespace: string }[] }>('/namespaces');
    expect(items.map(({ namespace }) => namespace)).toEqual(['registry:hub:a:tag', 'registry:hub:b:tag']);
    expect(await one.stop()).toEqual(CLEAN);
  });

  test('L15 after a restart the next due time still holds: no second survey within its time', async () => {
    const config = stage.config({ defaults: 'unusedFor: off', cleanup: SELDOM });
    const one = stage.serveHere(config);
    await one.logged('pass', ({ action }) => action === 'mark');
    const before = await markPass(one);
    expect(Date.parse(before.nextDueAt) - Date.parse(before.startedAt)).toBe(3_600_000);
    await one.stop();
    const two = stage.serveHere(config, 'two');
    await two.serving();
    await two.ticks(3, 'queued');
    expect(await markPass(two)).toEqual(before);
    expect(two.passes(IMAGES, 'mark')).toEqual([]);
    expect(await two.stop()).toEqual(CLEAN);
  });
});

describe('bad luck at the start', () => {
  test('Redis away: readiness is red, a line names the address and what to do; green when it comes', async () => {
    stage.redis.kill('SIGKILL');
    const one = stage.serveHere(stage.config());
    await one.listening();
    const line = await one.logged('Redis is not reachable, trying again with back-off');
    expect(line).toMatchObject({ level: 'warn', address: stage.redis.url, todo: expect.stringContaining('redis.url') });
    const { reasons } = await one.readiness(503);
    expect(reasons).toContainEqual(
      expect.stringMatching(
        `^redis: Redis at ${stage.redis.url} does not answer: .*; check that it runs and that redis.url is right$`,
      ),
    );
    expect((await one.health('live')).status).toBe(200);
    await stage.redis.restart();
    await one.readiness(200);
    await one.logged('pass');
    expect(await one.stop()).toEqual(CLEAN);
  });

  test('SIGTERM while it still waits for Redis ends it too', async () => {
    const one = stage.serveHere(stage.config({ redis: 'redis://127.0.0.1:1' }));
    await one.listening();
    expect(await one.stop()).toEqual(CLEAN);
  });

  test('the mail server away: readiness is red with its address, marks are made, nothing is deleted; green when it comes', async () => {
    stage.addImages(1);
    const gone = await startMailSink();
    const port = Number(new URL(gone.smtpUrl).port);
    await gone.close();
    const one = stage.serveHere(stage.config({ smtp: gone.smtpUrl }));
    const line = await one.logged('mail server');
    expect(line.problem).toContain(`127.0.0.1:${port}`);
    expect((await one.readiness(503)).reasons.join()).toMatch(/mail: The mail server .* Check mail\.smtp/);
    await one.logged('audit', ({ event }) => event === 'marked');
    const back = await startMailSink({ smtpPort: port });
    await one.readiness(200);
    expect(await one.stop()).toEqual(CLEAN);
    await back.close();
    expect(stage.writes()).toEqual([]);
  });

  test('live with an embedded Redis: refused with words, exit 2', async () => {
    const { code, stdout, stderr } = await stage.here(['serve', '-c', stage.config({ redis: 'embedded' })]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^holystone: aws:test:us-east-1:image is live and redis\.url is "embedded".*singleInstance: true\n$/,
    );
  });

  test('a port that is taken: one clear line, exit 1', async () => {
    const port = Number(new URL(stage.mail.pageUrl).port);
    const http = `{ public: { port: ${port}, bind: 127.0.0.1, url: "https://holystone.example.com" }, operator: { port: 0 } }`;
    const { code, stderr } = await stage.here(['serve', '-c', stage.config({ http })]);
    expect(code).toBe(1);
    const said = stderr.split('\n').filter((line) => line.startsWith('holystone: '));
    expect(said).toEqual([
      expect.stringMatching(new RegExp(`^holystone: .*127\\.0\\.0\\.1:${port}.* http\\.public\\.port`)),
    ]);
  });
});

describe('L21 SIGTERM in the middle of work', () => {
  test('a pass that waits for the cloud stops at once: given back, lock released, exit 0', async () => {
    // The listing would never end by itself.
    stage.sandbox.control.addFault({ kind: 'hang', operation: 'DescribeImages' });
    const calls = stage.sandbox.control.calls().length;
    const one = stage.serveHere(stage.config());
    const asked = () =>
      stage.sandbox.control
        .calls()
        .slice(calls)
        .some(({ operation }) => operation === 'DescribeImages');
    await until('the listing is under way', asked, PATIENCE_MS);
    expect(await askRedis(stage.redis.port, `EXISTS ${LOCK}`)).toBe(':1');
    expect(await one.stop()).toEqual(CLEAN);
    expect(await askRedis(stage.redis.port, `EXISTS ${LOCK}`)).toBe(':0');
    expect(await askRedis(stage.redis.port, 'LLEN holystone:{queue}:work:active')).toBe(':0');
    stage.sandbox.control.clearFaults();
    const two = stage.serveHere(stage.config(), 'two');
    await two.logged('pass', ({ action, outcome }) => action === 'mark' && outcome === 'complete');
    await two.stop();
  });

  test('work that ends soon is waited for, and readiness is red meanwhile', async () => {
    const [id] = stage.addImages(1);
    stage.mail.faults.add({ step: 'data', fault: { kind: 'delay', ms: 2_000 } });
    const messages = stage.mail.messages().length;
    const one = stage.serveHere(stage.config(NOTIFIED_AT_ONCE));
    await until('the message is under way', () => stage.mail.messages().length > messages, PATIENCE_MS);
    one.signal('SIGTERM');
    const { reasons } = await one.readiness(503);
    expect(reasons).toEqual(['stop: stopping']);
    expect(await one.end()).toEqual(CLEAN);
    expect(one.lines.filter((line) => line.event === 'noticed' && line.id === id)).toHaveLength(1);
  });

  test('a second SIGTERM ends it at once', async () => {
    stage.addImages(1);
    stage.mail.faults.add({ step: 'data', fault: { kind: 'delay', ms: 3_600_000 } });
    const messages = stage.mail.messages().length;
    const one = stage.serve(stage.config(NOTIFIED_AT_ONCE));
    await until('the message is under way', () => stage.mail.messages().length > messages, PATIENCE_MS);
    one.signal('SIGTERM');
    await one.readiness(503);
    expect(one.exit).toBeUndefined();
    expect((await one.stop()).code).toBe(1);
  });
});

describe('L25 Redis while it serves', () => {
  test('restarted: no crash, readiness reports it, work resumes with its stored state', async () => {
    const one = stage.serveHere(stage.config({ every: LEISURELY, cleanup: SELDOM_DELETES }));
    stage.addImages(1);
    await one.logged('audit', ({ event }) => event === 'noticed');
    stage.redis.kill('SIGKILL');
    await one.readiness(503);
    await stage.redis.restart();
    await one.readiness(200);
    const back = new Date().toISOString();
    const resumed = ({ time, action, outcome }: { time: string; action?: unknown; outcome?: unknown }) =>
      time > back && action === 'mark' && outcome === 'complete';
    await one.logged('pass', resumed, PATIENCE_MS);
    const { items } = await one.api<{ items: { state: string }[] }>('/marks');
    expect(items.map(({ state }) => state)).toContain('noticed');
    expect(await one.stop()).toEqual(CLEAN);
    expect(one.lines.filter(({ msg, event }) => msg === 'audit' && event === 'deleted')).toEqual([]);
  });
});

const SELDOM = '[{ type: image, live: true, when: [{ rule: unused }], every: { mark: 1h } }]';
const SELDOM_DELETES = '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off, retention: 1d }]';
/** Time enough between two surveys for everything else, also on a busy machine. */
const LEISURELY = '{ mark: 8s, notify: 4s, delete: 8s }';
/** Surveyed once, so that nothing stands before the message. */
const NOTIFIED_AT_ONCE = { every: '{ mark: 1h, notify: 5s, delete: 1s }' };
const LOCK = `holystone:{${IMAGES}}:lock`;

interface PassView {
  readonly passId: string;
  readonly startedAt: string;
  readonly nextDueAt: string;
}

async function markPass(daemon: Daemon): Promise<PassView> {
  const { items } = await daemon.api<{ items: { passes: { mark: PassView } }[] }>('/namespaces');
  return items[0]?.passes.mark as PassView;
}

/** Processes whose parent it is, as Linux reports them; none elsewhere. */
function childrenOf(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return -1;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
