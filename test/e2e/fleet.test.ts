/**
 * What operators do to a running fleet: two instances on one Redis, the commands and the API as they are. They run within
 * this process, but for the one that is stopped with SIGSTOP; `killed.test.ts` has two that are processes.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { messageOf } from '../../src/core/common/errors.ts';
import { askRedis } from '../support/askRedis.ts';
import { type Daemon, endAllDaemons, type LogLine } from '../support/daemon.ts';
import { ageInstances } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { IMAGES, stageForAll } from './stage.ts';

const stage = stageForAll();
let config: string;

beforeEach(async () => {
  await stage.redis.flush();
  await ageInstances(stage.redis);
  // The instances of the test before remember facts of this Redis; a kill switch is put back from them.
  rmSync(join(stage.dir, 'definitions', 'redis-beat.json'), { force: true });
  config = stage.config(QUICK);
});
afterEach(async () => {
  await endAllDaemons();
  stage.sandbox.control.clearFaults();
  for (const { ImageId } of stage.sandbox.control.state(HERE).images) {
    stage.sandbox.control.remove(HERE, 'image', String(ImageId));
  }
});

/** Surveyed once, and notified seldom: nothing stands between a notice and its deletions. */
const QUICK = { every: '{ mark: 1h, notify: 5s, delete: 1s }', defaults: 'pace: { batch: 5 }' };
const HERE = { account: '111111111111', region: 'us-east-1' };
const PATIENCE = 900_000;

/** Both serve, and each knows of the other. */
async function startTwo(configs: readonly [string, string] = [config, config]): Promise<[Daemon, Daemon]> {
  const two: [Daemon, Daemon] = [stage.serveHere(configs[0], 'one'), stage.serveHere(configs[1], 'two')];
  await Promise.all(two.map((daemon) => daemon.serving()));
  await until('both are live', async () => (await instancesOf(two[0])).items.length === 2);
  return two;
}

interface Instances {
  readonly items: readonly { readonly name: string; readonly configuration: string; readonly obeys: number }[];
  readonly drift: readonly { readonly namespace: string; readonly why: string }[];
}

const instancesOf = (daemon: Daemon) => daemon.api<Instances>('/instances');

async function call(daemon: Daemon, method: string, path: string, body?: unknown) {
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${daemon.operatorUrl}/api/v1${path}`, { method, ...json });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Deleting requests as the sandbox saw them arrive. */
const requests = () => stage.writes().filter(({ operation }) => operation === 'DeregisterImage').length;

/** A few ticks; each would have let work begin. */
async function ticks(daemon: Daemon, count = 3): Promise<void> {
  const read = async () => {
    const text = await (await fetch(`${daemon.operatorUrl}/metrics`)).text();
    return [...text.matchAll(/holystone_ticks_total\{end="\w+"\} (\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  };
  const before = await read();
  await until(`${count} ticks`, async () => (await read()) >= before + count);
}

describe('L61 the kill switch', () => {
  test(
    'once the command is done no request leaves any instance; it survives restarts; lifted, work goes on',
    async () => {
      stage.addImages(20);
      stage.sandbox.control.addFault({ kind: 'slow', operation: 'DeregisterImage', delayMs: 300 });
      const two = await startTwo();
      const before = requests();
      await until('deletions are under way', () => requests() >= before + 2);
      const killed = await stage.here(['kill', '-c', config, '--as', 'olga', '--reason', 'wrong account']);
      const atKill = requests();
      expect(killed).toMatchObject({ code: 0, stdout: expect.stringContaining('kill switch on') });
      await ticks(two[0]);
      expect(requests()).toBe(atKill);
      await Promise.all(two.map((daemon) => daemon.stop()));

      const again = await startTwo();
      await ticks(again[0]);
      expect(requests()).toBe(atKill);
      expect((await call(again[1], 'GET', '/service')).body).toMatchObject({ killed: true });
      expect(await stage.here(['kill', '--lift', '-c', config])).toMatchObject({ code: 0 });
      await until('deletions go on', () => requests() > atKill);
    },
    2 * PATIENCE,
  );

  test(
    'a process that is stopped with a permit in its hands is waited for, and sends nothing when it wakes',
    async () => {
      stage.addImages(3);
      stage.sandbox.control.addFault({ kind: 'slow', operation: 'DeregisterImage', delayMs: 1_000 });
      const one = stage.serve(config, 'one');
      const before = requests();
      await until('a deletion is under way', () => requests() > before).catch((error) => {
        throw new Error(`${messageOf(error)}${one.lastWords()}`);
      });
      one.signal('SIGSTOP');
      const atStop = requests();
      const isLive = async () => {
        const { stdout } = await stage.here(['status', '-c', config, '-o', 'json']);
        return (JSON.parse(stdout) as { instances: readonly string[] }).instances.includes('one');
      };
      expect(await stage.here(['kill', '-c', config])).toMatchObject({ code: 0 });
      // The command waited until the instance no longer counts as live, so that no permit of it is valid any more.
      expect(await isLive()).toBe(false);
      one.signal('SIGCONT');
      // It may have been stopped before its pages were there.
      await one.listening();
      await ticks(one);
      expect(requests()).toBe(atStop);
      await until('it is live again', isLive);
    },
    2 * PATIENCE,
  );

  test(
    'Redis emptied: an instance that knew of it puts it back',
    async () => {
      stage.addImages(2);
      const one = stage.serveHere(config, 'one');
      await one.serving();
      expect((await call(one, 'PUT', '/kill-switch', { on: true })).status).toBe(200);
      const before = requests();
      await stage.redis.flush();
      const isKilled = async () => (await call(one, 'GET', '/service')).body.killed === true;
      await until('it is back', isKilled);
      await ticks(one);
      expect(await isKilled()).toBe(true);
      expect(requests()).toBe(before);
    },
    PATIENCE,
  );
});

describe('L20 out of service', () => {
  test(
    'running items stop before their next resource, nothing new is begun, the processes stay; in again, work goes on',
    async () => {
      const ids = stage.addImages(12);
      stage.sandbox.control.addFault({ kind: 'slow', operation: 'DeregisterImage', delayMs: 300 });
      const two = await startTwo();
      const before = requests();
      await until('deletions are under way', () => requests() >= before + 2);
      const out = await call(two[0], 'PUT', '/service', { service: 'out', reason: 'maintenance' });
      expect(out).toMatchObject({ status: 200, body: { service: 'out', acknowledged: true } });
      const atOut = requests();
      expect(atOut).toBeLessThan(before + 12);
      const passes = two.flatMap(({ lines }) => lines.filter(({ msg }) => msg === 'pass')).length;
      await ticks(two[1]);
      expect(requests()).toBe(atOut);
      const passesLater = two.flatMap(({ lines }) => lines.filter(({ msg }) => msg === 'pass')).length;
      // The pass that ran is recorded as unfinished; no survey a second follows it.
      expect(passesLater - passes).toBeLessThanOrEqual(2);
      expect(two.map(({ exit }) => exit)).toEqual([undefined, undefined]);
      expect(await stage.here(['service', 'in', '-c', config])).toMatchObject({ code: 0 });
      const gone = () => ids.filter((id) => stage.deregistered().includes(id));
      await until('all are deleted', () => gone().length === ids.length);
    },
    PATIENCE,
  );
});

describe('L22 capacity at run time', () => {
  test(
    'capacity 0 pauses all work, a higher one resumes it, and both are in force again after Redis was emptied',
    async () => {
      const one = stage.serveHere(stage.config({ work: 'tick: "* * * * * *", capacity: 3' }), 'one');
      await one.logged('pass');
      expect(await stage.here(['limits', '-c', config, '--capacity', '0'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('capacity 0'),
      });
      const paused = async () =>
        (await askRedis(stage.redis.port, 'HEXISTS holystone:{queue}:work:meta paused')) === ':1';
      await until('the queue is paused', paused);
      await call(one, 'PUT', '/limits', { capacity: 2 });
      await until('the queue goes on', async () => !(await paused()));
      await until('with that capacity', async () => (await capacity()) === ':2');
      const seen = one.passes(IMAGES, 'mark').length;
      await until('work goes on', () => one.passes(IMAGES, 'mark').length > seen);
      await stage.redis.flush();
      await until('what was set is in force again', async () => (await capacity()) === ':2');
    },
    PATIENCE,
  );

  test.each([
    ['--capacity', '-1'],
    ['--capacity', '4.5'],
    ['--capacity', 'NaN'],
    ['--capacity', ''],
    ['--deletes-per-day', '0'],
    ['--deletes-per-day', '1e3'],
    ['--provider', 'registry=4'],
    ['--provider', 'aws'],
    ['--delete-budget', '0s'],
    ['--starve-after', '2bd'],
  ])('limits %s %j is no limit: exit 2, nothing changed', async (option, value) => {
    const { code, stderr } = await stage.here(['limits', '-c', config, '--capacity', '1', option, value]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/must be a|has the provider/) });
    expect(await askRedis(stage.redis.port, 'EXISTS holystone:control')).toBe(':0');
  });
});

/** Items at once over the fleet, as the queue has it; `:-1` without. */
const capacity = () =>
  askRedis(
    stage.redis.port,
    `EVAL "return tonumber(redis.call('HGET','holystone:{queue}:work:meta','concurrency') or '-1')" 0`,
  );

describe('L12 reload and drift', () => {
  const slow = () => stage.config({ ...QUICK, name: 'slow.yaml', defaults: 'minimumAge: 31d' });

  test(
    'two instances with different configurations: nothing is deleted until both have the same',
    async () => {
      stage.addImages(3);
      const other = slow();
      const before = requests();
      const two = await startTwo([config, other]);
      const line = await two[0].logged('configurations differ, deletes pause');
      expect(line).toMatchObject({ namespace: IMAGES, why: expect.stringContaining('two runs with another') });
      const held = ({ action, problem }: LogLine) =>
        action === 'delete' && /another configuration of this namespace/.test(String(problem));
      await until('a delete pass is held', () => two.some(({ lines }) => lines.some(held)));
      expect((await instancesOf(two[1])).drift).toMatchObject([{ namespace: IMAGES }]);
      expect(requests()).toBe(before);
      expect((await two[0].health('ready')).status).toBe(200);

      stage.config({ ...QUICK, name: 'slow.yaml' });
      two[1].signal('SIGHUP');
      await two[1].logged('configuration reloaded', ({ actor }) => actor === 'SIGHUP');
      await two[0].logged('configurations agree again, deletes continue');
      await until('all are deleted', () => requests() === before + 3);
    },
    PATIENCE,
  );

  test(
    'after SIGHUP both instances use the new configuration without a restart, and log the keys that need one',
    async () => {
      const two = await startTwo();
      stage.config({ cleanup: '[{ type: image, live: false, when: [{ rule: unused }] }]', work: 'tick: "* * * * *"' });
      for (const daemon of two) daemon.signal('SIGHUP');
      for (const daemon of two) {
        const { changed } = await daemon.logged('configuration reloaded');
        expect(changed).toEqual([IMAGES]);
        const { sections } = await daemon.logged('these sections have changed and take effect only after a restart');
        expect(sections).toEqual(['work']);
        const { items } = await daemon.api<{ items: readonly { live: boolean }[] }>('/namespaces');
        expect(items.map(({ live }) => live)).toEqual([false]);
      }
      expect(two.map(({ exit }) => exit)).toEqual([undefined, undefined]);
    },
    PATIENCE,
  );

  test(
    'an invalid file leaves the running one in force: the log and the API name every problem',
    async () => {
      const one = stage.serveHere(config, 'one');
      await one.serving();
      await until('it is listed', async () => (await instancesOf(one)).items.length === 1);
      const { items } = await instancesOf(one);
      stage.file('holystone.yaml', 'dryRun: maybe\nacounts: []\n');
      const answer = await call(one, 'POST', '/configuration/reload', {});
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalidConfiguration' } });
      const errors = answer.body.errors as { field: string; why: string }[];
      expect(errors.map(({ field }) => field)).toContainEqual(expect.stringMatching(/holystone\.yaml:1:\d+$/));
      expect(errors.length).toBeGreaterThan(1);
      one.signal('SIGHUP');
      const line = await one.logged('the new configuration is not valid: the running one stays in force', (said) => {
        return said.actor === 'SIGHUP';
      });
      expect((line.problems as string[]).length).toBe(errors.length);
      expect((await instancesOf(one)).items).toMatchObject([{ configuration: items[0]?.configuration }]);
      expect(await one.stop()).toEqual({ code: 0, signal: null });
    },
    PATIENCE,
  );
});

describe('P16 history', () => {
  test(
    'prints each transition of one resource, as JSON and as a table; a namespace that is none: exit 2',
    async () => {
      const [id = ''] = stage.addImages(1);
      const one = stage.serveHere(config, 'one');
      await one.logged('audit', (line) => line.event === 'deleted' && line.id === id, 60_000);
      const json = await stage.here(['history', IMAGES, id, '-o', 'json', '-c', config]);
      const { history } = JSON.parse(json.stdout) as { history: readonly Record<string, unknown>[] };
      // On a busy machine it may have been held or refreshed in between.
      const steps = history.map(({ event }) => event).filter((event) => event !== 'deferred' && event !== 'refreshed');
      expect(steps).toEqual(['marked', 'noticed', 'permitted', 'deleted']);
      expect(history.at(-1)).toMatchObject({ before: 'deleting', after: 'deleted', requestId: expect.any(String) });
      const table = await stage.here(['history', IMAGES.toUpperCase(), id, '-c', config, '--format', 'table']);
      const lines = table.stdout.trimEnd().split('\n');
      expect(lines).toHaveLength(history.length);
      expect(lines[0]).toMatch(/^\S+Z {2}marked +none → marked {2}holystone {2}nothing uses it$/);
      const nobody = await stage.here(['history', IMAGES, 'nobody', '-c', config, '--format', 'table']);
      expect(nobody).toMatchObject({ code: 0, stdout: expect.stringContaining('No history for nobody') });
      expect((await stage.here(['history', 'aws:nowhere', id, '-c', config])).code).toBe(2);
    },
    PATIENCE,
  );
});
