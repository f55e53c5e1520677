/** One type of AWS from the survey of an unused resource to its end, at AWS's time; and the tables of what keeps one until then. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { type AwsTime, awsTimeOf } from './awsTime.ts';
import type { AwsType } from './awsTypes.ts';
import { DAY, HERE, HOUR, namespaceOf, type World, worldForAll } from './awsWorld.ts';

export const UNTIL = 'until: 2099-12-31, reason: a test';
export const EASY = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';
/** An entry that stops, and never deletes. */
export const STOPS = 'actions: [mark, notify, stop]';
/** Of a resource that its owner keeps. */
export const KEPT = { Key: 'holystone:keep', Value: 'always' };

export interface Life extends AwsTime {
  readonly world: World;
  readonly namespace: Namespace;
  /** The world anew, with an entry of the type that is live and finds what is unused. @param keys more keys of the entry */
  begin(keys?: string): Promise<void>;
  control(): World['sandbox']['control'];
  state(): ReturnType<World['sandbox']['control']['state']>;
  mark(): ReturnType<World['pass']>;
  /** The delete pass. */
  remove(): ReturnType<World['pass']>;
  /** Ids that have a mark. */
  marked(): Promise<readonly string[]>;
  /** Operations that changed something, in their order. @param of only those whose input names it */
  sent(of?: string): readonly string[];
  /** Marks this many, and lets their retention pass. */
  due(count?: number): Promise<void>;
  /** The same, up to the first step of their quarantine: a backup, or a stop. */
  saved(count?: number): Promise<void>;
  /** CloudWatch has a value of one, as of now. */
  measured(namespace: string, name: string, dimensions: Record<string, string>, value?: number): void;
  /** A function has this text in its environment. */
  called(text: string): void;
  /** A listing call has this item, too. */
  answers(operation: string, item: object): void;
  /** What an entry of the type says, in one line of YAML. */
  entry(keys?: string): string;
}

/** @param judged the type whose passes run; default: that of the entry */
export function lifeOf(type: AwsType, judged = type, world = worldForAll()): Life {
  const namespace = namespaceOf(judged);
  const time = awsTimeOf(world, namespace);
  const control = () => world.sandbox.control;
  const entry = (keys = 'live: true') =>
    `{ type: ${type}, accounts: [test], when: [{ rule: unused }], acceptIncomplete: { ${UNTIL} }${keys && `, ${keys}`} }`;
  const life: Life = {
    ...time,
    world,
    namespace,
    entry,
    begin: (keys) => time.reset({ cleanup: `[${entry(keys)}]`, defaults: EASY }),
    control,
    state: () => control().state(HERE),
    mark: () => world.pass('mark', namespace),
    remove: () => world.pass('delete', namespace),
    marked: async () => (await world.marks(namespace)).map(({ id }) => id),
    sent(of = '') {
      const writes = world.writes().filter(({ input }) => JSON.stringify(input).includes(of));
      return writes.map(({ operation, status }) => (status < 300 ? operation : `${operation} refused`));
    },
    async due(count = 1) {
      expect(await life.mark()).toMatchObject({ counts: { marked: count } });
      await world.notify(namespace);
      await time.days(11);
      time.later(HOUR);
    },
    async saved(count = 1) {
      await life.due(count);
      expect(await life.remove()).toMatchObject({ outcome: 'complete', counts: { quarantined: count, accepted: 0 } });
    },
    measured(metrics, name, dimensions, value = 1) {
      const points = [{ at: new Date(world.clock.now()).toISOString(), value }];
      control().addMetrics(HERE, [{ namespace: metrics, name, dimensions, points }]);
    },
    called(text) {
      const FunctionName = `checkout-${life.state().functions.length}`;
      control().addFunctions(HERE, [{ FunctionName, Environment: { Variables: { TEXT: text } } }]);
    },
    answers(operation, item) {
      control().addAnswers(HERE, [{ operation, item }]);
    },
  };
  return life;
}

/** When resources of a suite were made, and for whom. */
export const oldOnes = (world: World) => ({
  at: new Date(world.clock.now() - 200 * DAY),
  tags: { owner: 'ann@example.com' },
});

/** Names and ids of resources by their number: `shopa`, `shopb`; `fs-00000000000000001`. */
export const lettered = (name: string) => (number: number) => name + String.fromCharCode(97 + number);
export const numbered = (prefix: string) => (number: number) => prefix + (number + 1).toString(16).padStart(17, '0');

export interface Table {
  readonly life: Life;
  /** Of the entry. */
  readonly keys?: string;
  /** What is there beside them, once the world is new. */
  readonly beside?: () => unknown;
  /** Of the resource with this number. */
  readonly idOf: (number: number) => string;
  readonly add: (id: string) => void;
  /** Brings so many of them directly before their end. */
  readonly ready: (count: number) => Promise<void>;
  /** Operations that end one. */
  readonly ends: RegExp;
  /** The mark of one that stays is over, too. */
  readonly unmarked?: boolean;
}

/** What happens to the resource of that id, in words and in the world. */
export type Happening = readonly [what: string, happens: (id: string) => unknown];

/**
 * Each case happens to a resource of its own, all in one world, directly before their end: none of them ends. One more, to which
 * nothing happens, ends: so no case keeps the resource of another.
 */
export function eachStays(
  what: string,
  { life, keys, beside, idOf, add, ready, ends, unmarked }: Table,
  cases: readonly Happening[],
): void {
  describe(what, () => {
    const ids = cases.map((_one, number) => idOf(number));
    const untouched = idOf(cases.length);
    const ended = (id: string) => life.sent(id).filter((operation) => ends.test(operation));
    let marked: readonly string[] = [];
    beforeAll(async () => {
      await life.begin(keys);
      await beside?.();
      for (const id of [...ids, untouched]) add(id);
      await ready(cases.length + 1);
      for (const [number, [, happens]] of cases.entries()) await happens(idOf(number));
      await life.remove();
      if (unmarked) await life.mark();
      marked = unmarked ? await life.marked() : [];
    });

    test('one to which nothing happened ends', () => expect(ended(untouched)).not.toEqual([]));
    test.each(cases.map(([name], number) => [name, idOf(number)] as const))('%s', (_what, id) => {
      expect([ended(id), marked.includes(id)]).toEqual([[], false]);
    });
  });
}

/** The same for what happens to the whole place: one resource in a world of its own each. */
export function eachStaysAlone(what: string, table: Table, cases: readonly Happening[]): void {
  const { life, keys, idOf, add, ready, ends } = table;
  test.each(cases.map((each) => [...each] as const))(`${what}: %s`, async (_what, happens) => {
    await life.begin(keys);
    add(idOf(0));
    await ready(1);
    await happens(idOf(0));
    await life.remove();
    expect(life.sent().filter((operation) => ends.test(operation))).toEqual([]);
  });
}
