import { messageOf } from '../../core/common/errors.ts';

/** ioredis's text for a command without a reply. */
export const TIMED_OUT = 'Command timed out';

/** ioredis's error texts, and ours for them. */
const PROBLEMS: readonly (readonly [start: string, problem: string])[] = [
  ["Stream isn't writeable", 'it is not connected'],
  ['Reached the max retries per request', 'the connection broke before it answered'],
  [TIMED_OUT, 'it did not answer in time'],
  ['Socket timeout.', 'it did not answer in time'],
];

/** A failure of Redis or of the way to it, for people. */
export function problemOf(error: unknown): string {
  // The client of a cluster says only that no node answered as one; the reason is that of the last node.
  const last = error instanceof Error && 'lastNodeError' in error ? error.lastNodeError : undefined;
  if (last !== undefined) return problemOf(last);
  // ECONNREFUSED on a name with two addresses comes as an AggregateError without a message.
  const code = error instanceof Error && error.message === '' && 'code' in error ? error.code : undefined;
  const message = typeof code === 'string' ? code : messageOf(error);
  return PROBLEMS.find(([start]) => message.startsWith(start))?.[1] ?? message;
}

/** The problem of a server that reads its data, as Redis itself says it to a command. */
export const LOADING = 'LOADING Redis is loading the dataset in memory';

/** What to do if a URL of one server leads to one of a cluster. */
export const NODE_OF_CLUSTER = 'it is a node of a cluster: write redis+cluster:// in redis.url';

/** The start of Redis's answers, or of the system's, and what to do; the first that is in the problem counts. */
const ADVICE: readonly (readonly [problem: RegExp, todo: string])[] = [
  [/NOAUTH|DENIED/, 'it wants a password: write redis://user:password@… in redis.url'],
  [/WRONGPASS|AUTH failed/, 'correct the user and the password in redis.url, or the user in Redis (ACL LIST shows it)'],
  // The second is what a script says that a user without the right calls.
  [
    /NOPERM|The user executing the script/,
    'its user lacks this right: docs/operations.md has the rights that Holystone needs, for ACL SETUSER',
  ],
  [/MOVED|CROSSSLOT/, NODE_OF_CLUSTER],
  [/cluster support disabled/, 'it is no cluster: write redis:// in redis.url'],
  [/CLUSTERDOWN/, 'a part of the cluster is down: bring its nodes back, or wait for a failover'],
  [/OOM/, 'give it memory or disk space: raise its maxmemory'],
  [/MISCONF/, 'it cannot save its data: give its disk space, and look into its log; until then it takes no write'],
  [/NOREPLICAS/, 'too few of its replicas follow: bring them back, or lower min-replicas-to-write'],
  [/READONLY/, 'it is a replica: wait for a failover to end, or name the primary in redis.url'],
  [/LOADING|MASTERDOWN/, 'it is starting or failing over; wait'],
  [/max number of clients/, 'close other clients of it, or raise its maxclients'],
  [
    /CERT|certificate|ssl|tls|wrong version number/i,
    'rediss:// in redis.url needs TLS there, and a certificate that Node trusts',
  ],
];

/** What to do about a problem that Redis, or the way to it, has. */
export function adviceFor(problem: string): string {
  return ADVICE.find(([pattern]) => pattern.test(problem))?.[1] ?? 'check that it runs and that redis.url is right';
}
