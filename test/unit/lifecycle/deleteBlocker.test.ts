/** Why a delete pass begins no deletion, and whether an earlier one has not ended. */
import { describe, expect, test } from '@jest/globals';
import { isUnderWay } from '../../../src/lifecycle/deletion/begun.ts';
import { deleteBlocker } from '../../../src/lifecycle/deletion/deleteContext.ts';
import { workConfiguration } from '../../support/queue.ts';

type Pass = Parameters<typeof deleteBlocker>[0];

const wc = workConfiguration();
const UNSAFE = { clause: 'durability', why: 'Redis may lose data' };

describe('the reason for which a pass begins no deletion', () => {
  const blocker = (fleet: () => Promise<string | undefined>, store: () => Promise<typeof UNSAFE | undefined>) =>
    deleteBlocker({
      deps: { fleet: { deleteBlocker: fleet }, watch: { deleteBlocker: store } },
      wc,
    } as unknown as Pass);
  const nothing = async () => undefined;

  test('is nothing where neither the fleet nor the store objects', async () => {
    expect(await blocker(nothing, nothing)).toBeUndefined();
  });

  test('L61 is what an operator or the fleet says', async () => {
    expect(await blocker(async () => 'the kill switch is on', nothing)).toBe('the kill switch is on');
  });

  test('L25 is a store that may lose data', async () => {
    expect(await blocker(nothing, async () => UNSAFE)).toBe('Redis may lose data');
  });

  test.each<[string, Parameters<typeof blocker>]>([
    ['the fleet', [() => Promise.reject(new Error('no answer')), nothing]],
    ['the store', [nothing, () => Promise.reject(new Error('no answer'))]],
  ])('L61 is a question that %s does not answer', async (_who, asked) => {
    expect(await blocker(...asked)).toBe('the control state cannot be read, so Holystone deletes nothing: no answer');
  });
});

describe('a request of an earlier pass', () => {
  const underWay = (here: readonly string[], before: boolean | undefined, states: readonly string[]) => {
    const marks = { page: async () => ({ marks: states.map((state) => ({ state })) }) };
    const previous = before === undefined ? undefined : before ? { underWay: true } : {};
    return isUnderWay({ deps: { marks }, wc, previous, underWay: new Set(here) } as unknown as Pass);
  };

  test.each<[string, Parameters<typeof underWay>, boolean]>([
    ['this pass saw it', [['a'], false, []], true],
    ['the pass before saw it, and its mark still waits', [[], true, ['noticed', 'deleting']], true],
    ['the pass before saw it, and it has ended', [[], true, ['noticed']], false],
    ['there was no pass before', [[], undefined, ['deleting']], false],
    ['no pass saw one: no mark is read for that', [[], false, ['deleting']], false],
  ])('L52 is under way or not: %s', async (_what, given, is) => {
    expect(await underWay(...given)).toBe(is);
  });
});
