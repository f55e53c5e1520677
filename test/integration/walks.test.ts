/** The walks of docs/architecture.md happen as they are drawn: each runs in this process, and the calls are compared. */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { WorkItem } from '../../src/core/work/work.ts';
import { buildPublic } from '../../src/http/public/publicApp.ts';
import { storeResponse } from '../../src/lifecycle/index.ts';
import { connectQueue, disconnect } from '../../src/queue/connection.ts';
import { ItemRunner } from '../../src/queue/itemRunner.ts';
import { WorkProcessor } from '../../src/queue/processor.ts';
import { WorkQueue } from '../../src/queue/workQueue.ts';
import { DAY, IMAGES, worldForAll } from '../support/awsWorld.ts';
import { CallTrace } from '../support/callTrace.ts';
import { until } from '../support/until.ts';
import { differences, walkOf } from '../support/walks.ts';

// The debugger stops at each watched call, which takes long on a busy machine.
jest.setTimeout(900_000);

const RETENTION_DAYS = 10;

const world = worldForAll({ keepsAnswers: false });

beforeEach(() => world.reset());

/** The calls while `act` runs, compared with the walk below this heading. */
async function walked(heading: string, act: () => Promise<void>): Promise<readonly string[]> {
  const steps = walkOf(heading);
  const trace = new CallTrace();
  try {
    trace.watch(steps.map(({ label }) => label));
    await act();
  } finally {
    trace.stop();
  }
  return differences(steps, trace.entered);
}

describe('the walks of docs/architecture.md', () => {
  test('from a key in YAML to a delete request', async () => {
    const [image] = world.addImages(1);
    const wrong = await walked('From a key in YAML to a delete request', async () => {
      // The debugger forgets callers behind too many awaits: fewer sources to read.
      await world.configure({
        defaults: `retention: ${RETENTION_DAYS}d`,
        cleanup:
          '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off, evidence: { off: [cloudControl, texts] } }]',
      });
      await world.pass('mark');
      await world.notify();
      await world.watched(RETENTION_DAYS + 1, IMAGES);
      await world.pass('mark');
      await world.pass('delete');
    });
    expect({ wrong, deregistered: world.deregistered() }).toEqual({ wrong: [], deregistered: [image] });
  });

  test('from a job to a mail', async () => {
    world.addImages(1);
    await world.pass('mark');
    await world.pass('notify');
    const wrong = await walked('From a job to a mail', () => workedOff({ kind: 'digest', owner: 'ann@example.com' }));
    expect({ wrong, messages: world.messages().length }).toEqual({ wrong: [], messages: 1 });
  });

  test('from a click in a mail to a removed mark', async () => {
    const [image = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    const [mark] = await world.marks();
    const { keepUrl } = world.wired.deps.links;
    const url = keepUrl(
      { namespace: IMAGES, id: image, owner: 'ann@example.com', generation: mark?.generation ?? '' },
      world.clock.now() + DAY,
    );
    const { pathname } = new URL(url);
    const app = await publicApp();
    const wrong = await walked('From a click in a mail to a removed mark', async () => {
      await app.inject({ method: 'GET', url: pathname });
      await app.inject({
        method: 'POST',
        url: pathname,
        payload: 'keep=forever&scope=id',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    });
    await app.close();
    expect({ wrong, mark: await world.markOf(image) }).toEqual({ wrong: [], mark: undefined });
  });
});

describe('a walk that is not true any more', () => {
  const walk = (lines: string) => walkOf('A walk', `### A walk\n\n\`\`\`text\n${lines}\`\`\`\n`);
  const steps = walk('# a caption\na.ts   first\n  b.ts   second   says what it does\n    c.lua\nd.ts   #third\n');

  test('names nothing when the calls are as drawn', () => {
    const calls = [
      ['a.ts first', 'x.ts y'],
      ['b.ts second', 'x.ts y', 'a.ts first'],
      ['c.lua', 'b.ts second'],
      ['d.ts #third'],
    ];
    expect(differences(steps, calls)).toEqual([]);
  });

  test('names a step that another function calls now', () => {
    const calls = [['a.ts first'], ['b.ts second', 'd.ts #third'], ['c.lua', 'b.ts second'], ['d.ts #third']];
    expect(differences(steps, calls)).toEqual([
      'b.ts second is not called by a.ts first; its callers from here on: d.ts #third',
    ]);
  });

  test('names a step that no function calls any more, and the steps below it', () => {
    const calls = [['a.ts first'], ['c.lua', 'a.ts first'], ['d.ts #third']];
    expect(differences(steps, calls)).toEqual([
      'b.ts second is not called by a.ts first; no call from here on',
      'c.lua is not called by b.ts second; its callers from here on: a.ts first',
    ]);
  });

  test('names a step that comes earlier now', () => {
    const calls = [['d.ts #third'], ['a.ts first'], ['b.ts second', 'a.ts first'], ['c.lua', 'b.ts second']];
    expect(differences(steps, calls)).toEqual([
      'd.ts #third is not called by any function outside the walk; no call from here on',
    ]);
  });

  test('cannot watch a function that its file does not have, nor a file that is gone', () => {
    const trace = new CallTrace();
    const watching = (label: string) => () => trace.watch([label]);
    expect(watching('core/mark/retention.ts renamed')).toThrow('core/mark/retention.ts has no function renamed');
    expect(watching('core/gone.ts deletionDate')).toThrow('core/gone.ts is not loaded');
    trace.stop();
  });
});

/** The item goes through the queue in Redis and a worker, as in the daemon. */
async function workedOff(item: WorkItem): Promise<void> {
  const { parts, lifecycle, deps } = world.wired;
  const redis = connectQueue(world.redis.url, () => undefined);
  const queue = new WorkQueue(redis, { onError: () => undefined });
  const items = new ItemRunner({ ...parts, runner: lifecycle, workConfiguration: deps.workConfigurationOf });
  const ends: string[] = [];
  const observe = (event: { kind: string }) => void ends.push(event.kind);
  const processor = new WorkProcessor(
    { redis, items, control: parts.control, logger: world.log, observe, onStuck: () => undefined },
    { concurrency: 1 },
  );
  processor.start();
  await queue.add([item]);
  await until('the item ended', () => ends.includes('item'));
  await processor.stop(1_000);
  await queue.close();
  await disconnect(redis);
}

async function publicApp() {
  const { parts, deps } = world.wired;
  return buildPublic({
    ...parts,
    log: world.log,
    readiness: () => [],
    storeResponse: (response) => storeResponse(deps, response),
    keys: world.configuration.optOut.keys,
  });
}
