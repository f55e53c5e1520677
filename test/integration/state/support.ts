import { type Clock, systemClock } from '../../../src/core/common/clock.ts';
import type { Logger } from '../../../src/core/common/logger.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { NO_SEAL } from '../../../src/core/resource/seal.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { RedisLearntFacts } from '../../../src/state/redis/learntFacts.ts';
import { type RedisState, type RedisStateOptions, redisState } from '../../../src/state/redis/redisState.ts';
import { forAll, forEach } from '../../support/lifetimes.ts';
import { oneType } from '../../support/oneType.ts';
import { passRecord } from '../../support/queue.ts';
import { PATIENT_MS, startRedis, type TestRedis } from '../../support/redis.ts';
import { sabotaged } from '../../support/sabotaged.ts';

export const DAY = 86_400_000;
/** Business time stands still, a little behind the real one, as Redis has the last word about "due". */
export const NOW = Date.now() - DAY;
export const NS = namespaceOf({ provider: 'aws', account: 'Te:st/{1}', location: 'us-east-1', resourceType: 'image' });
export const OTHER_NS = namespaceOf({ provider: 'aws', account: 'test', location: 'eu-west-1', resourceType: 'image' });
export const KEYS = namespaceKeys(NS);
/** The facts in a request for a permit about a configuration that deletes, and notifies owners before. */
export const ALLOWED = { noticeRequired: true, forbiddenBecause: undefined, startStage: 'live' } as const;

/** Ids as they occur in the wild, and worse. */
export const WILD_IDS = [
  'ami-1',
  'AMI-1',
  'arn:aws:ec2:us-east-1:1:image/ami-1',
  'repo/Team:Tag',
  '{brace}',
  'a|b|c',
  'two\nlines',
  'ünï ✓',
];

interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: object;
}

/** Keeps the log lines. */
export class LogBook implements Logger {
  readonly lines: LogLine[] = [];
  debug = (fields: object, message: string) => void this.lines.push({ level: 'debug', message, fields });
  info = (fields: object, message: string) => void this.lines.push({ level: 'info', message, fields });
  warn = (fields: object, message: string) => void this.lines.push({ level: 'warn', message, fields });
  error = (fields: object, message: string) => void this.lines.push({ level: 'error', message, fields });
  child = () => this;
  /** Why the record cannot be written. */
  unrecorded: string | undefined;
  readonly record = { write: (entry: object) => this.info(entry, 'audit'), problem: () => this.unrecorded };

  /** The audit entries about a resource. */
  audited(id: string): AuditEntry[] {
    const entries = this.lines.filter((line) => line.message === 'audit').map((line) => line.fields as AuditEntry);
    return entries.filter((entry) => entry.id === id);
  }
}

export interface StateFixture extends RedisState {
  readonly redis: TestRedis;
  readonly connection: RedisConnection;
  readonly log: LogBook;
  close(): Promise<void>;
}

/** Only for commands to a Redis that stands still: no answer can come in time, on any machine. */
const IMPATIENT_MS = 200;

/** A Redis of its own and all stores on it. */
export async function openState(
  options: Pick<Partial<RedisStateOptions>, 'typesOf' | 'partsOf' | 'currencyOf' | 'clock' | 'signingKeys'> = {},
): Promise<StateFixture> {
  const redis = await startRedis();
  const log = new LogBook();
  const connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs: PATIENT_MS });
  await connection.whenReady();
  const { parts } = await sabotaged(connection);
  return {
    ...parts(redisState(connection, { log, typesOf: oneType, ...options })),
    redis,
    connection,
    log,
    async close() {
      await connection.close();
      await redis.stop();
    },
  };
}

/** The learnt facts of an instance that was just started. */
export function learntBy(state: StateFixture, seal = NO_SEAL, clock: Clock = systemClock): RedisLearntFacts {
  return new RedisLearntFacts({ ...state, seal }, clock);
}

/**
 * Stops the Redis of `store` while `work` runs on the same stores over another connection, whose commands time out
 * soon. The connection of `store` itself stays patient, so that no other command fails on a slow machine.
 */
export async function whileRedisStands<T>(
  store: StateFixture,
  work: (impatient: StateFixture, stopRedis: () => void) => Promise<T>,
): Promise<T> {
  const { redis, log } = store;
  const connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs: IMPATIENT_MS });
  await connection.whenReady();
  const state = redisState(connection, { log, typesOf: oneType });
  try {
    return await work({ ...store, ...state, connection }, () => redis.pause());
  } finally {
    redis.resume();
    await connection.close();
  }
}

export function markOf(id: string, change: Partial<Mark> & { group?: string; at?: number } = {}): Mark {
  const { group, at, ...rest } = change;
  const resource = { id, identity: `${id}#1`, name: `name of ${id}`, tags: {}, aliases: [id] };
  const mark = newMark(
    {
      namespace: NS,
      resource: group === undefined ? resource : { ...resource, group },
      reasons: ['unused for 30 days', 'a | pipe, a "quote" and a 12345678901234567'],
      owner: 'Owner+{x}@example.com',
      ownerVia: 'tag owner',
      projectedDeletionAt: at ?? NOW + 10 * DAY,
    },
    `generation of ${id}`,
    NOW,
  );
  return { ...mark, ...rest };
}

export function auditOf(id: string, event: AuditEntry['event'] = 'marked'): AuditEntry {
  return { at: NOW, namespace: NS, id, event, actor: 'holystone', reason: 'a test' };
}

export function adding(mark: Mark) {
  return { id: mark.id, before: undefined, after: mark, audit: auditOf(mark.id) };
}

export function changing(before: Mark, change: Partial<Mark>) {
  const after = { ...before, ...change, revision: before.revision + 1 };
  return { id: before.id, before, after, audit: auditOf(before.id, 'refreshed') };
}

export function removing(before: Mark) {
  return { id: before.id, before, after: undefined, audit: auditOf(before.id, 'unmarked') };
}

/** All marks by id. */
export async function allMarks(state: RedisState, namespace = NS): Promise<Map<string, Mark>> {
  const marks = new Map<string, Mark>();
  for await (const page of state.marks.all(namespace)) for (const mark of page) marks.set(mark.id, mark);
  return marks;
}

/** A complete mark pass in the present life of Redis, without which no permit is given. */
export async function surveyed({ passes, watch }: Pick<RedisState, 'passes' | 'watch'>, namespace = NS): Promise<void> {
  const incarnation = await watch.incarnation();
  await passes.record(passRecord({ namespace, ...(incarnation === undefined ? {} : { incarnation }) }));
}

/**
 * Every key with its content, to see that nothing was written; but for the beat, which grows with every look, and the feed
 * of events and the changes of marks, which are written in the background.
 */
export async function dump(state: StateFixture): Promise<Record<string, string>> {
  const { client } = state.connection;
  const keys = (await client.keys('*'))
    .filter((key) => !/^holystone:(control$|\{holystone:control\}|\{events\}|\{marks\})/.test(key))
    .sort();
  const values = await Promise.all(keys.map((key) => dumpOf(client, key)));
  return Object.fromEntries(keys.map((key, i) => [key, values[i] ?? '']));
}

/** Redis dumps the fields of a large hash in an order that changes while it makes room for more of them. */
async function dumpOf(client: StateFixture['connection']['client'], key: string): Promise<string | undefined> {
  if ((await client.type(key)) !== 'hash') return (await client.dumpBuffer(key))?.toString('base64');
  const fields = Object.entries(await client.hgetallBuffer(key));
  return JSON.stringify(fields.map(([name, value]) => [name, value.toString('base64')]).sort());
}

/** A mark whose owner was notified, and which is due. */
export function dueMark(id: string, change: Parameters<typeof markOf>[1] = {}): Mark {
  const mark = markOf(id, { at: NOW - DAY });
  const notice = {
    messageId: `<${id}@x>`,
    recipient: mark.owner ?? '',
    acceptedAt: NOW - 11 * DAY,
    shownAt: NOW - DAY,
    generation: mark.generation,
    validUntil: NOW + 13 * DAY,
  };
  return { ...markOf(id, { state: 'noticed', notice, at: NOW - DAY, ...change }), ownerVia: mark.ownerVia };
}

const closed = (state: StateFixture) => state.close();

/** For all tests of a file. */
export function stateForAll(options?: Parameters<typeof openState>[0]): StateFixture {
  return forAll(() => openState(options), closed);
}

/** Anew for each test of a file. */
export function stateForEach(options?: Parameters<typeof openState>[0]): StateFixture {
  return forEach(() => openState(options), closed);
}
