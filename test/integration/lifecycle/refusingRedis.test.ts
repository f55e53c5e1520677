/** Redis stops taking writes while a delete pass is under way. */
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import type { Handler, Session } from '../../../src/handlers/contract/handler.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { askRedis } from '../../support/askRedis.ts';
import { DAY, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { until } from '../../support/until.ts';

const world = worldForAll();
let dump: string;
beforeAll(async () => {
  const [, dir = ''] = (await world.connection.client.config('GET', 'dir')) as string[];
  dump = join(dir, 'dump.rdb');
});

/** By a connection of its own: that of the world is renewed when it meets a replica. */
const ask = (words: string) => askRedis(world.redis.port, words);

interface Trouble {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

const TROUBLES: Readonly<Record<string, Trouble>> = {
  OOM: { begin: () => ask('CONFIG SET maxmemory 1'), end: () => ask('CONFIG SET maxmemory 0') },
  READONLY: { begin: () => ask('REPLICAOF 127.0.0.1 2'), end: () => ask('REPLICAOF NO ONE') },
  MISCONF: {
    begin: async () => {
      // A folder has the name of the file, so no save succeeds.
      await mkdir(dump);
      await world.connection.client.config('SET', 'save', '3600 1000000');
      await ask('BGSAVE');
      const { client } = world.connection;
      await until('the save failed', async () => (await client.info('persistence')).includes('status:err'));
    },
    end: async () => {
      await rmdir(dump);
      await world.connection.client.config('SET', 'save', '');
    },
  },
};

/** When the trouble begins: around the second permit of three, or between its request and the record of the answer. */
type Moment = 'before a permit' | 'after a permit' | 'after a request';

function troubled(moment: Moment, begin: () => Promise<unknown>) {
  let permits = 0;
  let requests = 0;
  const beginAt = async (here: Moment, nth: number) => {
    if (here === moment && nth === 2) await begin();
  };
  const around = (handler: Handler): Handler => ({
    ...handler,
    open: (...opened) => {
      const session = handler.open(...opened);
      const sent: Session['delete'] = async (batch) => {
        const outcomes = await session.delete(batch);
        await beginAt('after a request', ++requests);
        return outcomes;
      };
      return new Proxy(session, { get: (of, key) => (key === 'delete' ? sent : Reflect.get(of, key, of)) });
    },
  });
  return (parts: Parts): Parts => ({
    ...parts,
    handlers: parts.handlers.map(around),
    permits: {
      request: async (...asked) => {
        await beginAt('before a permit', ++permits);
        const answer = await parts.permits.request(...asked);
        await beginAt('after a permit', permits);
        return answer;
      },
    },
  });
}

const CASES: readonly (readonly [string, Moment])[] = [
  ['OOM', 'before a permit'],
  ['OOM', 'after a request'],
  ['READONLY', 'after a permit'],
  ['MISCONF', 'after a request'],
];

test.each(CASES)(
  'L67 L70 Redis says %s %s → what was deleted is on record, nothing more goes until it takes writes, and then the rest goes once',
  async (what, moment) => {
    const { begin, end } = TROUBLES[what] as Trouble;
    await world.reset({
      defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
      swap: troubled(moment, begin),
    });
    const images = world.addImages(3);
    await world.untilDue();
    try {
      await world.pass('delete').catch(() => undefined);
      const sent = world.deregistered();
      expect(sent.length).toBeLessThanOrEqual(moment === 'before a permit' ? 1 : 2);
      for (const id of sent) expect(world.events(id)).toContain('permitted');
      await until('the reason of readiness is there', async () => {
        await world.wired.watch.incarnation().catch(() => undefined);
        return world.wired.watch.failure()?.includes(what) === true;
      });
      await world.pass('delete').catch(() => undefined);
      expect(world.deregistered()).toEqual(sent);
    } finally {
      await end();
    }
    await until('it takes writes', () => world.wired.watch.incarnation().then(Boolean, () => false));
    await world.connection.whenReady();
    // The lock that could not be given back ends by its time to live.
    await world.connection.client.del(namespaceKeys(IMAGES).lock);
    world.clock.advance(DAY);
    await world.pass('mark');
    // A mark whose notice is in doubt since is noticed anew.
    await world.notify();
    world.clock.advance(10 * DAY + HOUR);
    for (let passes = 0; passes < 3; passes++) {
      await world.pass('delete');
      world.clock.advance(HOUR);
    }
    expect([...world.deregistered()].toSorted()).toEqual([...images].toSorted());
    for (const id of images) {
      // The log may say it twice: before Redis refuses it, and after a read by id.
      expect(world.events(id)).toContain('deleted');
      const history = await world.wired.deps.audit.history(IMAGES, id);
      expect(history.filter(({ event }) => event === 'deleted')).toHaveLength(1);
    }
  },
);
