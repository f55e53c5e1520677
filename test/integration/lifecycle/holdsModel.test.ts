/**
 * Random use between things of three types, of which one is deleted before another; people link, unlink, keep and
 * protect, and deleted users stay in the evidence. A model that knows nothing of marks judges each deleting request.
 * It stands beside model.test.ts, whose world has one type: there a race within a pass counts, here the order of passes.
 *
 * HOLYSTONE_MODEL_RUNS=300 tries more; HOLYSTONE_SEED=… runs the same again.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Digest, SendResult } from '../../../src/core/notice/digest.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { DAY, HOUR, worldForAll } from '../../support/awsWorld.ts';
import { groupOf, IDS, type Id, JudgedStack, typeOf } from '../../support/holdsModel.ts';
import { EXPLORE_MS, runsOf, within } from '../../support/sampled.ts';
import { STACK_TYPES, type StackType, stackProvider } from '../../support/stackProvider.ts';

const RUNS = Number(process.env.HOLYSTONE_MODEL_RUNS ?? runsOf(4, 60));
const LIMIT_MS = EXPLORE_MS ?? Number.POSITIVE_INFINITY;
/** Enough for a chain of five after its first date, with a survey and a delete pass each. */
const CLOSING_ROUNDS = 12;

type Command =
  | { readonly do: 'link' | 'unlink'; readonly user: Id; readonly used: Id }
  | { readonly do: 'use' | 'leave' | 'keep' | 'protect' | 'allow' | 'remove' | 'create'; readonly id: Id }
  | { readonly do: 'keepGroup' | 'leaveGroup'; readonly id: Id }
  | { readonly do: 'linger'; readonly is: boolean }
  | { readonly do: 'unreadable'; readonly type: StackType; readonly is: boolean }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'surveys' | 'notices' }
  | { readonly do: 'mark' | 'delete'; readonly type: StackType };

const id = fc.constantFrom(...IDS);
const type = fc.constantFrom(...STACK_TYPES);
const linked = fc.record({ do: fc.constant('link'), user: id, used: id });
const event: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: linked },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unlink'), user: id, used: id }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('use', 'leave', 'keep', 'protect', 'allow', 'remove', 'create'),
      id,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('keepGroup', 'leaveGroup'), id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('linger'), is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unreadable'), type, is: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.constantFrom(1, 7, 24 * 15) }) },
  { weight: 3, arbitrary: fc.constant({ do: 'surveys' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'notices' }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('mark', 'delete'), type }) },
) as fc.Arbitrary<Command>;

/** The usual course with events between its steps, so that most runs get to deletions. */
const commands: fc.Arbitrary<readonly Command[]> = fc
  .record({
    links: fc.array(linked, { minLength: 3, maxLength: 12 }),
    notified: fc.array(event, { maxLength: 3 }),
    due: fc.array(event, { maxLength: 4 }),
    lingers: fc.boolean(),
    inOrder: fc.boolean(),
    deletes: fc.array(type, { minLength: 2, maxLength: 6 }),
    late: fc.array(event, { maxLength: 8 }),
  })
  .map(({ links, notified, due, lingers, inOrder, deletes, late }): readonly Command[] => [
    ...(links as readonly Command[]),
    { do: 'surveys' },
    ...notified,
    { do: 'notices' },
    { do: 'wait', hours: 24 * 15 },
    ...due,
    { do: 'linger', is: lingers },
    ...(inOrder ? STACK_TYPES : deletes).map((one) => ({ do: 'delete', type: one }) as const),
    ...late,
  ]);

const world = worldForAll();
let stack: JudgedStack;

const at = (type: StackType) => `stack:shop:here:${type}` as Namespace;
const ALL = STACK_TYPES.map(at);

async function begin(): Promise<void> {
  const provider = stackProvider(() => stack);
  const send = async (digest: Digest): Promise<SendResult> => {
    stack.deliver(digest);
    return { kind: 'accepted', response: 'ok' };
  };
  await world.reset({
    known: {
      providers: [...providers, provider],
      handlers: [...handlers, ...provider.handlers],
      accounts: '  - { name: shop, provider: stack, id: shop-1, locations: [here] }',
    },
    cleanup: `[${STACK_TYPES.map((one) => `{ type: stack.${one}, live: true, when: [{ rule: unused }] }`)}]`,
    swap: (parts) => ({ ...parts, notifier: { ...parts.notifier, send } }),
  });
  stack = new JudgedStack(() => world.clock.now());
}

async function run(command: Command): Promise<void> {
  switch (command.do) {
    case 'link':
      return stack.link(command.user, command.used);
    case 'unlink':
      return stack.unlink(command.user, command.used);
    case 'linger':
      stack.lingers = command.is;
      if (!command.is) stack.lingering.clear();
      return;
    case 'unreadable':
      if (command.is) stack.unreadable.add(command.type);
      else stack.unreadable.delete(command.type);
      return;
    case 'wait':
      return wait(command.hours);
    case 'surveys':
      return surveys();
    case 'notices':
      return world.notify(...ALL);
    case 'mark':
    case 'delete':
      await world.pass(command.do, at(command.type));
      world.clock.advance(HOUR / 4);
      return;
    case 'keepGroup':
    case 'leaveGroup':
      return decideGroup(command.do, command.id);
    default:
      return change(command.do, command.id);
  }
}

async function change(what: 'use' | 'leave' | 'keep' | 'protect' | 'allow' | 'remove' | 'create', id: Id) {
  if (what === 'create') return stack.create(id);
  if (!stack.things.has(id)) return;
  if (what === 'remove') stack.remove(id);
  else if (what === 'keep') await keep(id);
  else if (what === 'protect' || what === 'allow')
    stack.change(id, { refuses: what === 'protect' ? 'deletion protection is on' : undefined });
  else stack.change(id, { isUsedElsewhere: what === 'use' });
}

async function keep(id: Id): Promise<void> {
  const target = { kind: 'id', value: id };
  const optOut = { target, until: 'forever', actor: 'ann@example.com', at: world.clock.now() };
  await world.wired.deps.optOuts.optOut(at(typeOf(id)), optOut as never);
  stack.kept.add(id);
}

/** Through the link of one of its members, whatever the type of that member. */
async function decideGroup(what: 'keepGroup' | 'leaveGroup', id: Id): Promise<void> {
  const value = groupOf(id);
  if (value === undefined) return;
  const { optOuts } = world.wired.deps;
  const [namespace, target, said] = [at(typeOf(id)), { kind: 'group', value } as const, world.clock.now()];
  const actor = 'ann@example.com';
  if (what === 'keepGroup') {
    await optOuts.optOut(namespace, { target, until: 'forever', actor, at: said });
    stack.keptGroups.add(value);
  } else {
    await optOuts.undo(namespace, target, { at: said, namespace, event: 'optOutUndone', actor, reason: 'a test' });
    stack.keptGroups.delete(value);
  }
}

async function wait(hours: number): Promise<void> {
  if (hours < 24) world.clock.advance(hours * HOUR);
  else await world.watched((hours * HOUR) / DAY, ...ALL);
}

/** In the order of the types, an hour later: surveys share evidence for a while. Only complete surveys are checked. */
async function surveys(): Promise<void> {
  world.clock.advance(HOUR);
  const outcomes: string[] = [];
  for (const namespace of ALL) outcomes.push((await world.pass('mark', namespace)).outcome);
  if (outcomes.some((outcome) => outcome !== 'complete') || stack.unreadable.size > 0) return;
  const marks = (await Promise.all(ALL.map((one) => world.marks(one)))).flat();
  stack.checkMarks(new Set(marks.map(({ id }) => id)));
}

/** Once interference ends, each resource without users and keeps is deleted within a bounded number of rounds. */
async function close(): Promise<void> {
  stack.calm();
  for (let i = 0; i < 2; i++) {
    await surveys();
    await world.notify(...ALL);
    await wait(24 * 15);
  }
  for (let i = 0; i < CLOSING_ROUNDS && stack.unused().size > 0; i++) {
    for (const namespace of ALL) await world.pass('delete', namespace);
    await wait(7);
  }
  for (const id of stack.unused()) stack.breaches.push(`${id}: nothing uses it, and it waits for ever`);
}

test(
  'L52 L54 Law 4 whatever uses what in whatever order, nothing is deleted before its users, and nothing waits for ever',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        commands,
        within(LIMIT_MS, async (all) => {
          await begin();
          for (const command of all) await run(command);
          await close();
          expect(stack.breaches).toEqual([]);
        }),
      ),
      { numRuns: RUNS },
    );
  },
  Math.max(120_000, RUNS * 5_000, 2 * (EXPLORE_MS ?? 0)),
);
