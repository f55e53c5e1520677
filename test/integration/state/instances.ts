/** Instances of their own on one Redis, each with a memory of its own, and the questions of a test to them. */
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { type RedisState, type RedisStateOptions, redisState } from '../../../src/state/redis/redisState.ts';
import { oneType } from '../../support/oneType.ts';
import { sabotaged } from '../../support/sabotaged.ts';
import { ALLOWED, adding, dueMark, KEYS, LogBook, NOW, NS } from './support.ts';

export type Instance = RedisState & { readonly connection: RedisConnection; readonly log: LogBook };

/** The release of each instance, also of one that is not ready yet: a test that runs out of time leaves none behind. */
const endings: (() => Promise<void>)[] = [];

export async function startInstance(url: string, options: Partial<RedisStateOptions> = {}): Promise<Instance> {
  const log = new LogBook();
  const connection = new RedisConnection({ url, log });
  endings.push(() => connection.close());
  await connection.whenReady();
  const { parts } = await sabotaged(connection);
  const state = { ...parts(redisState(connection, { log, typesOf: oneType, ...options })), connection, log };
  endings.push(async () => state.watch.stop());
  return state;
}

/** For `afterEach`. */
export async function stopInstances(): Promise<void> {
  // The latest first: an instance stops watching before its connection closes.
  for (const end of endings.splice(0).reverse()) await end();
}

export async function addDueMark(state: Instance, id = 'ami-1'): Promise<void> {
  await state.connection.command('a test', (client) => client.hdel(KEYS.marks, id));
  await state.marks.apply(NS, [adding(dueMark(id))]);
}

/** Whether the due mark may be deleted; `granted`, or the clause that denies it. */
export async function askPermit(state: Instance, id = 'ami-1', deletesPerDay = 500): Promise<string> {
  const mark = dueMark(id);
  await state.connection.client.set(KEYS.lock, 'mine', 'PX', 60_000);
  const request = { mark, passId: 'p', now: NOW, identity: mark.identity, ...ALLOWED, deletesPerDay };
  const answer = await state.permits.request(NS, request, { token: 'mine' });
  return answer.kind === 'granted' ? answer.kind : `${answer.clause}: ${answer.why}`;
}

export function optOut(state: Instance, id = 'ami-1') {
  return state.optOuts.optOut(NS, { target: { kind: 'id', value: id }, until: 'forever', actor: 'ann', at: NOW });
}
