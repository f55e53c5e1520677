import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { type RedisState, redisState } from '../../../src/state/redis/redisState.ts';
import { loadScript, ScriptRunner } from '../../../src/state/redis/script.ts';
import { oneType } from '../../support/oneType.ts';
import { PATIENT_MS } from '../../support/redis.ts';
import { type Fate, type LossyProxy, startLossyProxy } from './lossyProxy.ts';
import {
  ALLOWED,
  adding,
  auditOf,
  dueMark,
  KEYS,
  LogBook,
  markOf,
  NOW,
  NS,
  removing,
  stateForAll,
  surveyed,
  WILD_IDS,
} from './support.ts';

/** Only a reply that never arrives takes so long. */
const SILENT_MS = 5_000;

const direct = stateForAll();
let proxy: LossyProxy;
let connection: RedisConnection;
let state: RedisState;
const log = new LogBook();

beforeEach(async () => {
  await direct.redis.flush();
  log.lines.length = 0;
  proxy = await startLossyProxy(direct.redis.port);
  connection = new RedisConnection({ url: proxy.url, log, commandTimeoutMs: PATIENT_MS });
  await connection.whenReady();
  state = redisState(connection, { log, typesOf: oneType });
});
afterEach(async () => {
  await connection.close();
  await proxy.close();
});

/** The changes of marks, which are announced in the background, are written first: only the test's own requests count. */
async function losing(text: string, fates: readonly Fate[]): Promise<void> {
  await state.markTable.settled();
  if (fates.includes('silence')) connection.client.options.commandTimeout = SILENT_MS;
  proxy.onRequest(text, fates);
}

/** The requests for a permit, once Redis knows the script. */
const PERMIT = loadScript('permit', []).sha;

const LOSSES = [
  ['never arrives', ['silence']],
  ['is cut off by a broken connection', ['break']],
  ['is cut off twice', ['break', 'break']],
] as const;

describe.each(LOSSES)('when the reply %s', (_, fates) => {
  test('a transition is applied and audited once', async () => {
    await state.marks.apply(NS, [adding(markOf('warm-up'))]);
    await losing('evalsha', fates);
    const mark = markOf('ami-1');

    expect(await state.marks.apply(NS, [adding(mark)])).toEqual(['applied']);

    expect(proxy.seen).toBe(fates.length + 1);
    expect(await direct.marks.get(NS, 'ami-1')).toEqual(mark);
    const entry = { ...auditOf('ami-1'), name: 'name of ami-1', before: 'none', after: 'marked' };
    expect(await direct.audit.history(NS, 'ami-1')).toEqual([entry]);
    expect(log.audited('ami-1')).toEqual([entry]);
  });

  test('a permit is given once and counts once in the budget', async () => {
    const mark = dueMark('ami-1');
    await direct.connection.client.set(KEYS.lock, 'mine', 'PX', 60_000);
    await direct.marks.apply(NS, [adding(mark)]);
    await state.marks.apply(NS, [adding(markOf('warm-up'))]);
    await surveyed(direct);
    await losing(PERMIT, fates);
    const request = { mark, passId: 'p', now: NOW, identity: mark.identity, ...ALLOWED, deletesPerDay: 5 };

    const answer = await state.permits.request(NS, request, { token: 'mine' });

    expect(answer).toMatchObject({ kind: 'granted', mark: { state: 'deleting', revision: 2 } });
    const budget = KEYS.budget(new Date(NOW).toISOString().slice(0, 10));
    expect(await direct.connection.client.get(budget)).toBe('1');
    expect((await direct.audit.history(NS, 'ami-1')).map((entry) => entry.event)).toEqual(['marked', 'permitted']);
  });
});

test('a permit whose reply is lost is not given when the resource was opted out before it was asked again', async () => {
  const mark = dueMark('ami-1');
  await direct.connection.client.set(KEYS.lock, 'mine', 'PX', 60_000);
  await direct.marks.apply(NS, [adding(mark)]);
  await surveyed(direct);
  await losing(PERMIT, ['silence']);
  const request = { mark, passId: 'p', now: NOW, identity: mark.identity, ...ALLOWED, deletesPerDay: 5 };

  const asked = state.permits.request(NS, request, { token: 'mine' });
  while ((await direct.marks.get(NS, 'ami-1'))?.state !== 'deleting') await direct.connection.client.ping();
  const optOut = { target: { kind: 'id', value: 'ami-1' }, until: 'forever', actor: 'a', at: NOW } as const;
  expect(await direct.optOuts.optOut(NS, optOut)).toEqual({ deletionBegun: true });

  expect(await asked).toMatchObject({ kind: 'denied', clause: 'optedOut' });
});

describe('when every reply is lost', () => {
  const never = ['break', 'break', 'break', 'break'] as const;
  const target = { kind: 'id', value: 'ami-1' } as const;
  const approval = { action: 'mark', digest: 'd', actor: 'olga', at: NOW } as const;
  const unconfirmed = () =>
    log.lines
      .filter(({ message, fields }) => message === 'audit' && 'unconfirmed' in fields)
      .map(({ fields }) => (fields as { event: string }).event);

  test('it gives up after the third with a StoreError, and the audit log has it as unconfirmed', async () => {
    const mark = markOf('ami-1', { state: 'deleting' });
    await direct.marks.apply(NS, [adding(mark)]);
    await losing('evalsha', never);
    const deleted = { ...removing(mark), audit: { ...auditOf('ami-1', 'deleted'), requestId: 'r-1' } };

    await expect(state.marks.apply(NS, [deleted])).rejects.toThrow(StoreError);

    expect(proxy.seen).toBe(3);
    const entry = { event: 'deleted', requestId: 'r-1', before: 'deleting', after: 'deleted' };
    expect((await direct.audit.history(NS, 'ami-1')).at(-1)).toMatchObject(entry);
    expect(log.audited('ami-1')).toEqual([expect.objectContaining({ ...entry, unconfirmed: true })]);
  });

  test('a change of the control is unconfirmed in the audit log too', async () => {
    await losing('evalsha', never);

    await expect(
      state.control.write({ killed: true }, { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' }),
    ).rejects.toThrow(StoreError);

    const logged = log.lines.filter(({ message }) => message === 'audit').map(({ fields }) => fields);
    expect(logged).toEqual([expect.objectContaining({ actor: 'olga', unconfirmed: true })]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['optedOut', () => state.optOuts.optOut(NS, { target, until: 'forever', actor: 'ann', at: NOW })],
    ['optOutUndone', () => state.optOuts.undo(NS, target, auditOf('ami-1', 'optOutUndone'))],
    ['approved', () => state.passes.approve(NS, approval, { ...auditOf('x', 'approved'), actor: 'olga' })],
  ])('"%s" is unconfirmed in the audit log', async (event, write) => {
    await direct.optOuts.optOut(NS, { target, until: 'forever', actor: 'holystone', at: NOW });
    await losing('eval', never);

    await expect(write()).rejects.toThrow(StoreError);

    expect(unconfirmed()).toEqual([event]);
  });

  test('"permitted" is unconfirmed in the audit log', async () => {
    const mark = dueMark('ami-1');
    await direct.connection.client.set(KEYS.lock, 'mine', 'PX', 60_000);
    await direct.marks.apply(NS, [adding(mark)]);
    await surveyed(direct);
    await losing(PERMIT, never);

    const request = { ...ALLOWED, mark, passId: 'p', now: NOW, identity: mark.identity, deletesPerDay: 5 };
    await expect(state.permits.request(NS, request, { token: 'mine' })).rejects.toThrow(StoreError);

    expect(unconfirmed()).toEqual(['permitted']);
  });
});

test('the record of a cloud answer waits for a broken connection, and is in the audit log once', async () => {
  const mark = markOf('ami-1', { state: 'deleting' });
  await direct.marks.apply(NS, [adding(mark)]);
  await losing('hget', ['break']);
  await expect(state.marks.get(NS, 'ami-1')).rejects.toThrow(StoreError);
  const deleted = { ...removing(mark), audit: { ...auditOf('ami-1', 'deleted'), requestId: 'r-1' } };

  expect(await state.marks.apply(NS, [deleted])).toEqual(['applied']);

  const entry = { ...deleted.audit, name: 'name of ami-1', before: 'deleting', after: 'deleted' };
  expect(log.audited('ami-1')).toEqual([entry]);
});

test('a command that never left is not in the audit log', async () => {
  await connection.command('a test', async (client) => client.disconnect());

  await expect(state.marks.apply(NS, [adding(markOf('ami-1'))])).rejects.toThrow(StoreError);

  expect(log.audited('ami-1')).toEqual([]);
});

test.each(WILD_IDS)('L62 an opt-out of %j whose reply is lost still returns the removed mark', async (id) => {
  await state.marks.apply(NS, [adding(markOf(id))]);
  await losing('eval', ['break']);

  const stored = await state.optOuts.optOut(NS, {
    target: { kind: 'id', value: id },
    until: 'forever',
    actor: 'a',
    at: NOW,
  });

  expect(stored).toEqual({ removed: markOf(id), deletionBegun: false });
});

test('a slot whose reply is lost is still ours', async () => {
  await state.claimSlot('loads the script', NOW);
  await losing('eval', ['break']);

  expect(await state.claimSlot('tick', NOW)).toBe(true);
});

test('the same operation twice counts once, another counts again', async () => {
  const runner = new ScriptRunner(direct.connection);
  const put = loadScript('putOutbox', ['outbox']);
  const run = (operationId: string, field: string) =>
    runner.write(put, {
      operation: 'a test',
      keys: { outbox: 'o' },
      op: (id) => `op:${id}`,
      operationId,
      args: [field],
    });

  expect([await run('1', 'a'), await run('1', 'b'), await run('2', 'c')]).toEqual(['1', '1', '1']);
  expect(await direct.connection.client.hkeys('o')).toEqual(['a', 'c']);
  expect(await direct.connection.client.pttl('op:1')).toBeGreaterThan(500_000);
});
