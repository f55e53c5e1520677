import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OptOut } from '../../../src/core/owner/optOut.ts';
import type { OptOutStore, OptOutStored } from '../../../src/core/ports/ports.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { DAY, IMAGES, World } from '../../support/awsWorld.ts';
import { oneType } from '../../support/oneType.ts';
import { PATIENT_MS } from '../../support/redis.ts';

const SLOW = 900_000;
const RACED = 150;
/** How far ahead of the last request people say "keep it": the next one is being permitted right now. */
const AHEAD = 3;

let world: World;
let elsewhere: RedisConnection;
/** The opt-outs as another instance sees them, which answers the links. */
let optOuts: OptOutStore;

beforeAll(async () => {
  world = await World.start();
  elsewhere = new RedisConnection({ url: world.redis.url, log: world.log, commandTimeoutMs: PATIENT_MS });
  await elsewhere.whenReady();
  const redisTimeShiftMs = () => world.clock.now() - Date.now();
  optOuts = redisState(elsewhere, { log: world.log, redisTimeShiftMs, typesOf: oneType }).optOuts;
});
afterAll(async () => {
  await elsewhere.close();
  await world.stop();
});
beforeEach(async () => {
  await world.reset({ defaults: 'tripwires: { markedShare: 100%, dueShare: 100% }, pace: { deletesPerPass: 400 }' });
  // An instance beats from its start on; one that beats first after days takes Redis for one that was restored.
  await optOuts.optOut(IMAGES, keep('ami-of-nobody'));
});

async function due(count: number): Promise<readonly string[]> {
  const images = world.addImages(count);
  await world.untilDue();
  return [...images].sort();
}

const keep = (id: string): OptOut => ({
  target: { kind: 'id', value: id },
  until: 'forever',
  actor: 'ann@example.com',
  at: world.clock.now(),
});

/** Which images AWS was asked to delete, in order, with the place of each request among all. */
function requests(): readonly { id: string; seq: number }[] {
  const calls = world.sandbox.control.calls({ operation: 'DeregisterImage' });
  return calls.filter(({ dryRun }) => !dryRun).map(({ input, seq }) => ({ id: String(input.ImageId), seq }));
}

interface Answered {
  readonly id: string;
  readonly stored: OptOutStored;
  /** Requests with a larger number were seen after the answer. */
  readonly seq: number;
}

async function optOut(id: string): Promise<Answered> {
  const stored = await optOuts.optOut(IMAGES, keep(id));
  return { id, stored, seq: world.sandbox.control.calls().at(-1)?.seq ?? 0 };
}

/** With every request that leaves, an owner says "keep it" about one of the next, until the pass ends. */
async function race(images: readonly string[], pass: Promise<unknown>): Promise<readonly Answered[]> {
  const answers: Promise<Answered>[] = [];
  const asked = new Set<string>();
  let running = true;
  const ended = pass.finally(() => {
    running = false;
  });
  for (let seen = -1; running; ) {
    const sent = requests();
    if (sent.length === seen) {
      await elsewhere.client.ping();
      continue;
    }
    seen = sent.length;
    const last = sent.at(-1)?.id ?? '';
    const ahead = images.filter((id) => id > last && !asked.has(id));
    const id = ahead[seen % AHEAD];
    if (id === undefined) continue;
    asked.add(id);
    answers.push(optOut(id));
  }
  await ended;
  return Promise.all(answers);
}

describe('opt-outs that race deletes', () => {
  test(
    `L62 ${RACED} at once: after "kept" was answered no delete request starts, and each is sent once`,
    async () => {
      const images = await due(RACED);
      const answers = await race(images, world.pass('delete'));
      world.clock.advance(DAY);
      await world.pass('mark');
      await world.pass('delete');
      const sent = requests();
      const kept = answers.filter(({ stored }) => stored.removed).map(({ id }) => id);
      const broken = answers.filter(({ id, stored, seq }) => {
        return !stored.deletionBegun && sent.some((request) => request.id === id && request.seq > seq);
      });
      const twice = sent.filter(({ id }, place) => sent.findIndex((request) => request.id === id) !== place);
      const there = world.sandbox.control.state({ account: '111111111111', region: 'us-east-1' }).images;
      expect({ broken, twice, keptAndSent: sent.filter(({ id }) => kept.includes(id)) }).toEqual({
        broken: [],
        twice: [],
        keptAndSent: [],
      });
      expect(there.map(({ ImageId }) => ImageId)).toEqual(expect.arrayContaining(kept));
      expect({ kept: kept.length > 20, sent: sent.length > 20 }).toEqual({ kept: true, sent: true });
    },
    SLOW,
  );

  test(
    'L62 said at the same instant as each of a hundred permits: one of the two wins, and both know which',
    async () => {
      const images = await due(100);
      const lease = { token: 'mine' };
      const { permits, marks } = world.wired.deps;
      await world.connection.client.set(`holystone:{${IMAGES}}:lock`, lease.token, 'PX', SLOW);
      const ends = await Promise.all(
        images.map(async (id, place) => {
          const mark = await marks.get(IMAGES, id);
          if (!mark) throw new Error(`${id} is not marked`);
          const request = { mark, passId: 'pass', now: world.clock.now(), identity: mark.identity };
          const ask = () =>
            permits.request(
              IMAGES,
              {
                ...request,
                noticeRequired: true,
                forbiddenBecause: undefined,
                startStage: 'live',
                deletesPerDay: 1_000,
              },
              lease,
            );
          const say = () => optOuts.optOut(IMAGES, keep(id));
          if (place % 2 === 0) return Promise.all([ask(), say()]);
          const [stored, answer] = await Promise.all([say(), ask()]);
          return [answer, stored] as const;
        }),
      );
      await world.connection.client.del(`holystone:{${IMAGES}}:lock`);
      const answered = ends.map(
        ([{ kind }, { deletionBegun, removed }]) => `${kind} ${deletionBegun} ${removed !== undefined}`,
      );
      expect(answered.filter((end) => end !== 'granted true false' && end !== 'denied false true')).toEqual([]);
    },
    SLOW,
  );
});

describe('an opt-out after the permit', () => {
  /** An owner says "keep it" when the permit was given and the request has not left. */
  async function optOutAfterPermit(): Promise<{ id: string; stored: Promise<OptOutStored> }> {
    const [id = ''] = await due(1);
    let answered: (stored: OptOutStored) => void = () => {};
    const stored = new Promise<OptOutStored>((resolve) => {
      answered = resolve;
    });
    await world.configure({
      swap: (parts) => ({
        ...parts,
        permits: {
          async request(...given) {
            const answer = await parts.permits.request(...given);
            if (answer.kind === 'granted') answered(await optOuts.optOut(IMAGES, keep(id)));
            return answer;
          },
        },
      }),
    });
    return { id, stored };
  }

  test('L65 the page says that deletion had begun; deleted → the audit log says both', async () => {
    const { id, stored } = await optOutAfterPermit();
    await world.pass('delete');
    expect({ stored: await stored, events: world.events(id).slice(2) }).toEqual({
      stored: { deletionBegun: true },
      events: ['permitted', 'optedOut', 'deleted'],
    });
  });

  test.each([
    ['refused', { kind: 'error', code: 'InvalidAMIID.InUse', status: 400 }],
    ['throttled', { kind: 'throttle' }],
    ['never answered', { kind: 'drop' }],
  ] as const)('L65 wins when the request is %s: it is not sent again', async (_how, fault) => {
    const { id } = await optOutAfterPermit();
    world.sandbox.control.addFault({ operation: 'DeregisterImage', ...fault });
    await world.pass('delete');
    world.sandbox.control.clearFaults();
    const before = requests().length;
    for (let days = 0; days < 3; days++) {
      world.clock.advance(DAY);
      await world.pass('delete');
      await world.pass('mark');
    }
    expect({ again: requests().length - before, mark: await world.markOf(id), last: world.events(id).at(-1) }).toEqual({
      again: 0,
      mark: undefined,
      last: 'unmarked',
    });
  });
});
