/** Resources in quarantine whose namespace left the configuration: what is released, and what stays on record. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { LockLostError } from '../../../src/core/common/errors.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { Transition } from '../../../src/core/ports/ports.ts';
import type { Read, Resource } from '../../../src/core/resource/resource.ts';
import { listQuarantined, releaseStranded, whereOf } from '../../../src/lifecycle/restore/release.ts';
import { NOW, resource } from '../../support/evaluation.ts';
import { namespace as parsed, workConfiguration } from '../../support/queue.ts';

type Given = Parameters<typeof releaseStranded>;

const { namespace, account } = workConfiguration();
const sibling = { ...account, name: 'sister' };
const ofAnother = { ...account, name: 'hub', provider: 'registry' };
const TAG = { 'holystone:quarantine': '2026-06-01' };
const tagged = (id: string) => resource(id, { tags: TAG });
const found = (of: Resource): Read<Resource> => ({ kind: 'found', resource: of });
const putAway = (change: Partial<Mark> = {}): Mark => {
  const nominated = { namespace, resource: resource('b'), reasons: ['nothing uses it'], ownerVia: 'tag owner' };
  const quarantine = { at: NOW, until: NOW + 1 };
  return { ...newMark({ ...nominated, projectedDeletionAt: NOW }, 'first', NOW), quarantine, ...change };
};

let recorded: readonly string[];
let reads: Record<string, Read<Resource>>;
let declared: { dryRun: boolean; accounts: (typeof account)[] };
let mark: Mark | undefined;
/** Ids that people keep. */
let kept: readonly string[];
let failure: Error | undefined;
let isDenied: boolean;
/** What was asked, done and written. */
let did: string[];
let applied: Transition[];
let warned: unknown[][];

beforeEach(() => {
  [recorded, reads, mark, kept, failure, isDenied] = [
    ['a'],
    { a: found(tagged('a')) },
    undefined,
    [],
    undefined,
    false,
  ];
  declared = { dryRun: false, accounts: [ofAnother, account, sibling] };
  [did, applied, warned] = [[], [], []];
});

const handler = {
  resourceType: 'image',
  parameters: { parse: (given: object) => ({ ...given, parsed: true }) },
  open: () => session,
};
const session = {
  verifyAccount: async () => void did.push('account'),
  async get(ids: readonly string[]) {
    if (failure) throw failure;
    did.push(`read ${ids}`);
    return new Map(Object.entries(reads));
  },
  async *list() {
    yield [tagged('a'), resource('b')];
    yield [tagged('c')];
  },
  quarantine: {
    async release({ id }: Resource) {
      if (isDenied) throw new Error('denied');
      did.push(`released ${id}`);
      return 'enabled again';
    },
    tagAgain: async (of: Resource) => ({ ...of, tags: TAG }),
  },
};

async function stranded(signal = new AbortController().signal, of: object = session): Promise<void> {
  const log = { warn: (...words: unknown[]) => void warned.push(words), child: () => log };
  const deps = {
    log,
    clock: { now: () => NOW },
    declared: () => declared,
    handlerOf: () => ({ ...handler, open: () => of }),
    audit: { log: () => {} },
    lastUsed: { seen: async () => void did.push('used') },
    quarantines: {
      ids: async () => recorded,
      location: async () => 'us-east-1',
      remove: async (_namespace: string, ids: readonly string[]) => void did.push(`forgot ${ids}`),
    },
    marks: {
      get: async (_namespace: string, id: string) => (id === mark?.id ? mark : undefined),
      apply: async (_namespace: string, [transition]: readonly [Transition]) => [applied.push(transition)],
    },
    optOuts: {
      all: async () => new Map(kept.map((id) => [`id:${id}`, { until: 'forever', target: { kind: 'id', value: id } }])),
    },
    definitions: { read: async (_of: string, id: string) => ({ generations: [definition(id)], corrupt: [] }) },
  };
  await releaseStranded(deps as unknown as Given[0], namespace, { token: 'ours' }, signal);
}
const definition = (id: string) => ({ check: 'valid', stored: { identity: resource(id).identity, at: NOW - 1 } });

describe('resources in quarantine that no entry covers any more', () => {
  test('L12 are released, and their marks end; nobody counts that as a use', async () => {
    mark = putAway({ id: 'a', identity: resource('a').identity });
    await stranded();
    expect(did).toEqual(['account', 'read a', 'released a', 'forgot a']);
    const audit = { at: NOW, event: 'unmarked', actor: 'holystone', generation: 'first', namespace, id: 'a' };
    const reason = 'no entry of the configuration covers it any more';
    expect(applied).toEqual([{ id: 'a', before: mark, after: undefined, audit: { ...audit, reason } }]);
  });

  test('L12 are read as they exist, where the type tells that apart', async () => {
    const getExisting = async (ids: readonly string[]) => {
      did.push(`looked for ${ids}`);
      return new Map(Object.entries(reads));
    };
    await stranded(undefined, { ...session, getExisting });
    expect(did).toContain('looked for a');
    expect(did).not.toContain('read a');
  });

  test('L12 are left alone in dry run, and where their account is unknown', async () => {
    declared.dryRun = true;
    await stranded();
    declared = { dryRun: false, accounts: [sibling, ofAnother] };
    await stranded();
    expect([did, warned]).toEqual([[], []]);
  });

  test('L12 are none: the record of the place goes', async () => {
    recorded = [];
    await stranded();
    expect(did).toEqual(['forgot ']);
  });

  test('L12 leave the record where they are gone or out, and stay in it where a read said nothing', async () => {
    recorded = ['gone', 'out', 'unknown', 'unanswered', 'a'];
    reads = { gone: { kind: 'gone' }, out: found(resource('out')), unknown: { kind: 'unknown', why: 'x' }, ...reads };
    await stranded();
    expect(did).toEqual(['account', `read ${recorded}`, 'released a', 'forgot a', 'forgot gone,out']);
  });

  test('L12 that cannot be released stay in the record', async () => {
    isDenied = true;
    await stranded();
    expect([did, applied]).toEqual([['account', 'read a'], []]);
  });
});

describe('one without our tag', () => {
  beforeEach(() => {
    [recorded, reads] = [['b'], { b: found(resource('b')) }];
  });

  test('L12 is released where its mark says that Holystone has put it away', async () => {
    mark = putAway();
    await stranded();
    expect(did).toContain('released b');
  });

  test('L12 is released where a person keeps it, which has ended its mark', async () => {
    kept = ['b'];
    await stranded();
    expect(did).toContain('released b');
  });

  test.each<[string, Mark | undefined, readonly string[]]>([
    ['its mark says nothing of it, whoever keeps it', putAway({ quarantine: undefined as never }), ['b']],
    ['it has no mark, and people keep another one', undefined, ['c']],
    ['its mark is of an earlier one', putAway({ identity: 'another' }), []],
  ])('L12 is none of ours: %s', async (_what, of, keeps) => {
    [mark, kept] = [of, keeps];
    await stranded();
    expect(did).toEqual(['account', 'read b', 'forgot b']);
  });
});

describe('a failure', () => {
  test('L12 is told, and the next tick tries again', async () => {
    failure = new Error('AWS is away');
    await stranded();
    const text =
      'no entry of the configuration covers it any more, and it could not be released; Holystone will try again';
    expect(warned).toEqual([[{ namespace, problem: 'AWS is away' }, text]]);
  });

  test('L12 of the lock ends the work', async () => {
    failure = new LockLostError('the lock is lost');
    await expect(stranded()).rejects.toThrow('the lock is lost');
  });

  test('L12 after the end of the program is none of the release', async () => {
    failure = new Error('aborted');
    await expect(stranded(AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

test('L12 what has our tag is found in a listing of the proven account', async () => {
  const opened = { session } as unknown as Parameters<typeof listQuarantined>[0];
  expect((await listQuarantined(opened)).map(({ id }) => id)).toEqual(['a', 'c']);
  expect(did).toEqual(['account']);
});

test('L12 the place of a namespace has its account, and the others of the same provider', () => {
  const of = handler as unknown as Parameters<typeof whereOf>[3];
  expect(whereOf(declared, namespace, 'us-east-1', of)).toEqual({
    namespace,
    account,
    accounts: [account, sibling],
    location: 'us-east-1',
    resourceType: 'image',
    parameters: { parsed: true },
  });
  expect(whereOf(declared, parsed('aws:away:us-east-1:image'), 'us-east-1', of)).toBeUndefined();
});
