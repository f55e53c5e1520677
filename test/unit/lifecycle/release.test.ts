/** A resource that leaves quarantine on request, and what becomes of its mark; and whether its definition is on record. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { Transition } from '../../../src/core/ports/ports.ts';
import { isOnRecord } from '../../../src/lifecycle/deletion/quarantine.ts';
import { releaseResources } from '../../../src/lifecycle/restore/release.ts';
import { NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

type Given = Parameters<typeof releaseResources>;

const { namespace } = workConfiguration();
const fence = { token: 'ours' };

function markOf(change: Partial<Mark> = {}): Mark {
  const nominated = { namespace, resource: resource('a'), reasons: ['nothing uses it'], ownerVia: 'tag owner' };
  return { ...newMark({ ...nominated, projectedDeletionAt: NOW }, 'first', NOW), ...change };
}

let stored: Mark | undefined;
let applied: Transition[];
let used: string[];
let said: object[];
let isDenied: boolean;

beforeEach(() => {
  [stored, applied, used, said, isDenied] = [markOf(), [], [], [], false];
});

function released(isUse = false): Promise<readonly string[]> {
  const deps = {
    clock: { now: () => NOW },
    marks: {
      get: async () => stored,
      apply: async (_namespace: string, [transition]: readonly [Transition]) => [applied.push(transition)],
    },
    lastUsed: { seen: async (_namespace: string, aliases: readonly string[]) => void used.push(...aliases) },
    audit: { log: (entry: object) => void said.push(entry) },
    log: { warn: () => {} },
    quarantines: { remove: async () => {} },
  };
  const release = async () => {
    if (isDenied) throw new Error('ec2:EnableImage is denied');
    return 'enabled again';
  };
  const order = { namespace, actor: 'olga', reason: 'needed', isUse };
  const opened = { session: { quarantine: { release } } };
  return releaseResources(deps as unknown as Given[0], opened as unknown as Given[1], [resource('a')], order, fence);
}

describe('a resource that leaves quarantine on request', () => {
  test('L12 loses its mark, and the audit log says who wanted that', async () => {
    expect(await released()).toEqual(['a']);
    const audit = { event: 'unmarked', actor: 'olga', reason: 'needed', generation: 'first' };
    expect(applied).toEqual([expect.objectContaining({ before: stored, after: undefined })]);
    expect(applied[0]?.audit).toMatchObject(audit);
    expect(said).toEqual([
      expect.objectContaining({ event: 'released', actor: 'olga', reason: 'enabled again; needed' }),
    ]);
    expect(used).toEqual([]);
  });

  test('L12 counts as used where a person wants it back', async () => {
    await released(true);
    expect(used).toEqual([...resource('a').aliases]);
  });

  test.each<[string, Mark | undefined]>([
    ['its deletion has begun, which a read by id ends', intendDeletion(markOf(), 'p-1', NOW)],
    ['it is of another resource with the same id', markOf({ identity: 'another' })],
    ['there is none', undefined],
  ])('L12 changes no mark: %s', async (_what, mark) => {
    stored = mark;
    expect(await released()).toEqual(['a']);
    expect(applied).toEqual([]);
  });

  test('L12 keeps its mark where it cannot be released', async () => {
    isDenied = true;
    expect(await released()).toEqual([]);
    expect(applied).toEqual([]);
  });
});

const OURS = markOf().identity;
type Generation = readonly [check: string, identity: string];

test.each<[Generation[], boolean]>([
  [[], false],
  [[['valid', OURS]], true],
  [[['valid', 'another']], false],
  [[['unsigned', OURS]], false],
  [
    [
      ['unsigned', OURS],
      ['valid', OURS],
      ['valid', 'another'],
    ],
    true,
  ],
])('A8 of the stored definitions %j one is the record of the resource: %j', async (given, is) => {
  const generations = given.map(([check, identity]) => ({ check, stored: { identity } }));
  const definitions = { read: async () => ({ generations, corrupt: [] }) };
  expect(await isOnRecord({ definitions } as unknown as Parameters<typeof isOnRecord>[0], markOf())).toBe(is);
});
