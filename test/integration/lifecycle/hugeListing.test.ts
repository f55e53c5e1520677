import { expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { DAY, worldForAll } from '../../support/awsWorld.ts';
import { TurnCounter } from '../../support/turns.ts';

const MANY = 3_000;
const FAMILIES = 10;
const FINDINGS = 20_000;
const cleanup =
  '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: { count: 1, by: "tag:family" } }]';
const defaults = 'tripwires: { newMarks: 1000000, markedShare: 100% }';

const world = worldForAll();

/** The steps over many resources, each counted on its own between two turns of the event loop. */
const counters = { listed: 0, judged: 0, planned: 0, indexed: 0 };
type Work = keyof typeof counters;

function start(): Readonly<Record<Work, TurnCounter>> {
  return {
    listed: new TurnCounter().start(),
    judged: new TurnCounter().start(),
    planned: new TurnCounter().start(),
    indexed: new TurnCounter().start(),
  };
}

/** One page of very many images, and evidence with more findings. */
function inOnePage(counted: Readonly<Record<Work, TurnCounter>>): Handler {
  const createdAt = new Date(world.clock.now() - 100 * DAY);
  const images = Array.from({ length: MANY }, (_, index): Resource & { state: string } => {
    const id = `ami-${String(index).padStart(17, '0')}`;
    const tags = { owner: 'ann@example.com', family: `f${index % FAMILIES}` };
    return { id, identity: `${id}@1`, name: id, tags, aliases: [id], createdAt, state: 'available' };
  });
  const findings = counted.indexed.counting<Finding>(
    Array.from({ length: FINDINGS }, (_, index) => ({ alias: `other-${index}`, says: 'used', by: `i-${index}` })),
    'alias',
  );
  const { reach: _reach, ...rest } = image;
  return {
    ...(rest as unknown as Handler),
    evidence: [
      {
        name: 'instances',
        summary: 'Instances.',
        permissions: [],
        per: 'location',
        places: ({ account, location }) => [{ account: account.name, location }],
        read: async () => findings,
      },
    ],
    monthlyCost: () => {
      counted.planned.unit();
      return undefined;
    },
    open: () => ({
      verifyAccount: async () => {},
      list: async function* () {
        yield images;
      },
      get: async () => new Map(),
      delete: async () => new Map(),
    }),
  };
}

test('however many are listed, they are judged and marked in short steps, each as if it were alone', async () => {
  await world.reset();
  const counted = start();
  await world.configure({
    cleanup,
    defaults,
    swap: (parts) => ({
      ...parts,
      handlers: [inOnePage(counted)],
      evaluate: (evaluation) => {
        for (const _ of evaluation.subjects) counted.judged.unit();
        return parts.evaluate(evaluation);
      },
    }),
  });
  const record = await world.pass('mark');
  const most = Object.fromEntries(
    Object.entries(counted).map(([work, turns]) => [work, turns.stop().mostBetweenTurns]),
  );
  expect(record).toMatchObject({ outcome: 'complete', counts: { listed: MANY, marked: MANY - FAMILIES } });
  expect(await world.marks()).toHaveLength(MANY - FAMILIES);
  // Two steps may meet in one turn: the end of one piece of work, and the beginning of the next.
  expect(most.judged).toBeGreaterThan(0);
  expect(most.judged).toBeLessThanOrEqual(400);
  expect(most.planned).toBeGreaterThan(0);
  expect(most.planned).toBeLessThanOrEqual(400);
  expect(most.indexed).toBeGreaterThan(0);
  expect(most.indexed).toBeLessThanOrEqual(FINDINGS / 2);
});
