/** The promises of every resource type: listing, reads by id, deletion and keep tag. One suite for all. */
import { describe, expect, test } from '@jest/globals';
import type { KindName } from '../../../sandbox/aws/store/kinds.ts';
import { DELETABLE_KINDS } from '../../../sandbox/demo/deletableKinds.ts';
import { ReadError } from '../../../src/core/common/errors.ts';
import type { DeleteOutcome, Resource } from '../../../src/core/resource/resource.ts';
import { CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { namesInDocuments } from '../../../src/handlers/aws/mentions/namesInDocuments.ts';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { TYPES } from '../../conformance/account.ts';
import { KITS } from '../../kits/index.ts';
import { operationOf } from '../../kits/kit.ts';
import { awsForEach, collect, failureOf, HERE, ID, OTHER_ID, openGate, scopeOf } from './fixture.ts';

const { handlers } = provider;

/** Types whose name, or a part of their id, is one of AWS. */
const NAMED: ReadonlySet<string> = new Set([
  ...['autoScalingGroup', 'cache', 'dbInstance', 'fargateService', 'launchConfiguration', 'launchTemplate'],
  ...['loadBalancer', 'logGroup', 'modelEndpoint', 'runningDbInstance', 'securityGroup', 'table', 'targetGroup'],
]);

test.each([
  ['a kit', KITS.map(({ type }) => type)],
  ['cases in the account that moto and Cloud Custodian judge too', TYPES],
  ['a deletion that the oracle of the demo recognises', DELETABLE_KINDS.map(({ type }) => type)],
])('every type of AWS has %s', (_what, types: readonly string[]) => {
  expect(types.toSorted()).toEqual(handlers.map(({ resourceType }) => resourceType));
});

/** As IAM names it. */
const permissionOf = (call: string) => CALLS.get(call)?.permission ?? call;

/** The permission that an operator must allow, and the role that needs it. */
function denied(call: string, role: 'reader' | 'deleter'): string {
  const key = role === 'reader' ? 'readRole' : 'deleteRole';
  return `${permissionOf(call)} is denied; allow it for the role arn:aws:iam::${ID}:role/${role} (${key} of account test)`;
}

describe.each(KITS.map((kit) => [kit.type, kit] as const))('%s', (type, kit) => {
  const handler = handlerOf(handlers, type);
  const scope = scopeOf(handler.parameters.parse({}));
  const [list, del] = [operationOf(kit.listing.call), operationOf(kit.deleting.call)];
  const readsById = operationOf(kit.reads?.call ?? kit.listing.call);
  const aws = awsForEach();

  const open = (io?: Partial<Io>) => handler.open(scope, aws.io(io));
  const make = (count: number) => kit.make(aws.control, HERE, count);
  const one = (): string => make(1)[0] ?? '';
  const gone = (id: string) =>
    kit.gone ? kit.gone(aws.control, HERE, id) : aws.control.remove(HERE, type as KindName, id);
  const found = async (id: string): Promise<Resource> => {
    const read = (await open().get([id])).get(id);
    if (read?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(read)}`);
    return read.resource;
  };
  /** As its quarantine leaves it. */
  const due = async (id: string): Promise<Resource> => {
    kit.deleting.ready?.(aws.control, HERE, id);
    return found(id);
  };
  const { refusedFirst } = kit.deleting;
  const calls = (operation: string) =>
    aws.control.calls({ operation }).filter(({ error }) => refusedFirst === undefined || error !== refusedFirst);
  const isPaged = kit.listing.size !== undefined;
  /** Two pages and a half. */
  const MANY = 2.5 * (kit.listing.size ?? 4);
  const pages = isPaged ? [1, 2, 3] : [1];

  test('A98 a document of users means it by the id that Holystone shows, and by its name', async () => {
    const { id, name, aliases } = await found(one());
    const isMeant = (by: string) => [by, ...namesInDocuments.aliasesOf(by)].some((alias) => aliases.includes(alias));
    expect([isMeant(id), isMeant(` ${id} `), isMeant('another')]).toEqual([true, true, false]);
    // A name that people may change, such as a tag, means nothing.
    if (NAMED.has(type)) expect(isMeant(name)).toBe(true);
  });

  describe('list', () => {
    test('A6 Holystone sees all of several pages, and asks for each page once', async () => {
      const ids = make(MANY);
      const listed = await collect(open().list());
      const made = new Set(ids);
      const ours = kit.hasOthers ? listed.filter(({ id }) => made.has(id)) : listed;
      expect(ours.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
      expect(calls(list)).toHaveLength(pages.length);
      for (const { input } of calls(list)) expect(input).toMatchObject(kit.listing.asks ?? {});
    });

    test.each(pages)('A6 page %i fails → the listing throws and says what to do', async (page) => {
      make(MANY);
      aws.control.addFault({ kind: 'deny', operation: list, page });
      expect(await failureOf(collect(open().list()))).toMatchObject({
        name: 'ReadError',
        problem: 'denied',
        permission: permissionOf(kit.listing.call),
        message: expect.stringContaining(` in test/us-east-1: ${denied(kit.listing.call, 'reader')}`),
      });
    });

    if (isPaged) {
      test('A6 a token that repeats is an error, not a loop', async () => {
        make(MANY);
        aws.control.addFault({ kind: 'repeatToken', operation: list });
        expect(await failureOf(collect(open().list()))).toMatchObject({
          problem: 'malformed',
          message: expect.stringContaining('the same NextToken twice'),
        });
        expect(calls(list)).toHaveLength(2);
      });
    }

    test.each(['truncate', 'cutOff', 'blank', 'drop'] as const)(
      'A14 AWS answers in part (%s) → the listing fails',
      async (kind) => {
        make(10);
        aws.control.addFault({ kind, operation: list });
        expect(await failureOf(collect(open().list()))).toBeInstanceOf(ReadError);
      },
    );
  });

  if (isPaged) {
    test('the listing stops between two pages when the pass stops', async () => {
      make(MANY);
      const stop = new AbortController();
      const pages = open({ signal: stop.signal }).list()[Symbol.asyncIterator]();
      await pages.next();
      stop.abort(new Error('the pass ends'));
      await expect(pages.next()).rejects.toThrow('the pass ends');
      expect(calls(list)).toHaveLength(1);
    });
  }

  describe('get', () => {
    test('a missing resource hides none of the others', async () => {
      const ids = make(3);
      gone(ids[1] ?? '');
      const reads = await open().get(ids);
      expect(ids.map((id) => reads.get(id)?.kind)).toEqual(['found', 'gone', 'found']);
    });

    const { leftOut } = kit;
    if (leftOut) {
      test(`Law 2 an id that a whole answer leaves out is ${leftOut}`, async () => {
        const id = one();
        aws.control.addFault({ kind: 'empty', operation: readsById });
        expect((await open().get([id])).get(id)).toMatchObject({ kind: leftOut });
      });
    }

    const failures = [
      ['deny', 'denied'],
      ['throttle', 'throttled'],
      ['error', 'failed'],
      ['blank', 'malformed'],
    ] as const;
    test.each(failures.filter(([kind]) => kind !== 'blank' || !kit.reads?.isHead))(
      'Law 2 a read that fails (%s) throws, and reports no resource as gone',
      async (kind, problem) => {
        const ids = make(5);
        aws.control.addFault({ kind, operation: readsById });
        expect(await failureOf(open().get(ids))).toMatchObject({ name: 'ReadError', problem });
        expect(calls(readsById).length).toBeLessThanOrEqual(kit.reads?.isHead ? ids.length : 1);
      },
    );
  });

  describe('delete', () => {
    const remove = async (id: string, before?: () => unknown): Promise<DeleteOutcome | undefined> => {
      const resource = await due(id);
      before?.();
      return (await open({ permit: openGate() }).delete([resource])).get(id);
    };

    test('A11 the handler deletes only the given resource and returns the request id; a read by id then says gone', async () => {
      const [id = '', other = ''] = make(2);
      expect(await remove(id)).toEqual({ kind: kit.deleting.done, requestId: calls(del)[0]?.requestId });
      expect(calls(del)[0]).toMatchObject({ role: 'deleter' });
      expect(calls(del).map(({ input }) => input)).toEqual([kit.deleting.input(id)]);
      const reads = await open().get([id, other]);
      expect([reads.get(id)?.kind, reads.get(other)?.kind]).toEqual(['gone', 'found']);
    });

    test('A10 the resource vanished after the read → the deletion answers gone', async () => {
      const id = one();
      expect(await remove(id, () => gone(id))).toEqual({ kind: 'gone' });
    });

    test.each([
      ['throttled', { kind: 'throttle' as const }, { kind: 'retry', afterMs: expect.any(Number) }],
      [
        'DependencyViolation',
        { kind: 'error' as const, code: 'DependencyViolation', status: 400 },
        { kind: 'refused' },
      ],
      ['any other refusal', { kind: 'error' as const, code: 'NotSo', status: 400 }, { kind: 'refused' }],
      ['denied', { kind: 'deny' as const }, { kind: 'refused', reason: denied(kit.deleting.call, 'deleter') }],
    ])(
      'A10 AWS answers the deletion: %s → the handler returns an outcome, and sends one request',
      async (_name, fault, outcome) => {
        const id = one();
        aws.control.addFault({ operation: del, ...fault });
        expect(await remove(id)).toMatchObject(outcome);
        expect(calls(del)).toHaveLength(1);
      },
    );

    test.each(['dropAfter', 'drop', 'cutOff'] as const)(
      'the answer of AWS to a deletion is lost (%s) → the handler returns no outcome, and does not send the request again',
      async (kind) => {
        const id = one();
        aws.control.addFault({ kind, operation: del });
        expect(await remove(id)).toBeUndefined();
        expect(calls(del)).toHaveLength(1);
      },
    );

    test('without a permit no request is sent', async () => {
      const resource = await due(one());
      expect(await failureOf(open().delete([resource]))).toMatchObject({ name: 'PermitError' });
      expect(calls(del)).toEqual([]);
    });

    const { id: _id, ...nameless } = scope.account;
    const deleteRole = `arn:aws:iam::${OTHER_ID}:role/deleter`;
    const strange = { ...scope.account, settings: { ...scope.account.settings, deleteRole } };
    test.each([
      ['an account that is declared without its id', nameless, { name: 'PermitError' }],
      ['a delete role of another account', strange, { problem: 'wrongAccount' }],
    ])('%s: the handler sends no request', async (_name, account, failure) => {
      const resource = await due(one());
      const session = handler.open({ ...scope, account }, aws.io({ permit: openGate() }));
      expect(await failureOf(session.delete([resource]))).toMatchObject(failure);
      expect(calls(del)).toEqual([]);
    });

    test('the handler takes a token of the call’s own rate bucket before it deletes', async () => {
      const id = one();
      const takes = () => aws.pacer.taken.filter(({ api }) => api === kit.deleting.bucket).length;
      const resource = await due(id);
      const before = takes();
      await open({ permit: openGate() }).delete([resource]);
      expect(takes()).toBeGreaterThan(before);
      expect(aws.pacer.taken.at(-1)).toMatchObject({ api: kit.deleting.bucket });
    });
  });

  const { named } = kit;
  if (named) {
    describe('known by name', () => {
      const called = (name: string) => named.make(aws.control, HERE, name);
      const remove = async (name: string, before?: () => void) => {
        const resource = await due(name);
        before?.();
        return (await open({ permit: openGate() }).delete([resource])).get(name);
      };

      test('the handler asks for as many names in a call as AWS allows', async () => {
        const ids = make(2 * named.size);
        const reads = await open().get(ids);
        expect(ids.map((id) => reads.get(id)?.kind)).toEqual(ids.map(() => 'found'));
        expect(calls(readsById)).toHaveLength(2);
        expect((await open().get(['nobody'])).get('nobody')?.kind).toBe('gone');
      });

      test('L35 somebody makes a resource again under the same name → a read finds it with another identity', async () => {
        called('web');
        const { identity } = await found('web');
        gone('web');
        called('web');
        expect((await found('web')).identity).not.toBe(identity);
      });

      test('L35 another resource took the name after the read → the handler refuses the deletion, and sends no request', async () => {
        called('web');
        const outcome = await remove('web', () => {
          gone('web');
          called('web');
        });
        expect(outcome).toMatchObject({
          kind: 'refused',
          reason: expect.stringMatching(/^another .* is called web now/),
        });
        expect(calls(del)).toEqual([]);
      });

      test('A10 the resource vanished after the read → the handler answers gone, and sends no request', async () => {
        called('web');
        expect(await remove('web', () => gone('web'))).toEqual({ kind: 'gone' });
        expect(calls(del)).toEqual([]);
      });

      const { notFound } = named;
      if (notFound) {
        test('A10 the resource vanished between the comparison of its identity and the request → the handler answers gone', async () => {
          called('web');
          const message = notFound('web');
          aws.control.addFault({ kind: 'error', operation: del, code: 'ValidationError', message, status: 400 });
          expect(await remove('web')).toEqual({ kind: 'gone' });
        });
      }

      test('the read before the deletion fails → the handler sends no request, and says so', async () => {
        called('web');
        const outcome = await remove('web', () => {
          aws.control.addFault({ kind: 'drop', operation: readsById });
        });
        expect([outcome, calls(del)]).toEqual([expect.objectContaining({ kind: 'retry', request: 'unsent' }), []]);
      });
    });
  }

  if (kit.deleting.dryRun) {
    describe('the dry run', () => {
      const dryRunDelete = async (id: string) => open({ permit: openGate() }).dryRunDelete?.(await found(id));

      test('A8 the handler asks once with DryRun, and deletes nothing', async () => {
        const id = one();
        await dryRunDelete(id);
        await dryRunDelete(id);
        expect(calls(del)).toMatchObject([{ dryRun: true, role: 'deleter', input: kit.deleting.input(id) }]);
        expect((await found(id)).id).toBe(id);
      });

      test('A8 AWS denies the DryRun → the error names the missing permission', async () => {
        const id = one();
        aws.control.deny({ account: ID, action: kit.deleting.call });
        expect(await failureOf(dryRunDelete(id) as Promise<unknown>)).toMatchObject({ permission: kit.deleting.call });
      });
    });
  } else {
    test('A8 AWS has no DryRun for this type → the handler offers none', () => {
      expect(open().dryRunDelete).toBeUndefined();
    });
  }

  const { tagged } = kit;
  if (tagged) {
    test('L62 L64 the handler writes the keep tag and removes it again; the keep tag of a person stays', async () => {
      const ours = tagged(aws.control, HERE, { team: 'a' });
      const theirs = tagged(aws.control, HERE, { 'holystone:keep': 'always' });
      for (const id of [ours, theirs]) await open().protect?.(await found(id), 'forever');
      const kept = await found(ours);
      for (const id of [ours, theirs]) await open().protect?.(await found(id), undefined);
      expect([kept.tags, (await found(ours)).tags, (await found(theirs)).tags]).toEqual([
        { team: 'a', 'holystone:keep': 'always', 'holystone:keep-by': 'always' },
        { team: 'a' },
        { 'holystone:keep': 'always' },
      ]);
    });
  } else {
    test('L62 this type has no tags → the handler offers no keep tag', () => {
      expect(open().protect).toBeUndefined();
    });
  }
});
