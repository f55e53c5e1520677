/** Checks for tokens, keys and addresses that contradict each other, or that are not protected on the network. */
import { isLoopbackHost } from '../../core/text/loopback.ts';
import { parseRedisUrl, type RedisAddress } from '../../state/redis/redisUrl.ts';
import { valueAt } from '../yaml/plain.ts';
import type { Problems } from '../yaml/problems.ts';
import type { Path } from '../yaml/tree.ts';

/** A list in the document, and the key of its items that must differ from all others. */
interface Unique {
  readonly lists: readonly Path[];
  readonly key: string;
  readonly why: string;
}

const OPERATOR: Path = ['http', 'operator'];
const TOKENS: readonly Path[] = [
  [...OPERATOR, 'readerTokens'],
  [...OPERATOR, 'operatorTokens'],
];

const UNIQUE: readonly Unique[] = [
  { lists: TOKENS, key: 'token', why: 'this token is given twice; each person or program needs a token of its own' },
  { lists: TOKENS, key: 'name', why: 'this name is given twice; the audit log could not name the actor' },
  {
    lists: [
      ['optOut', 'keys'],
      ['signing', 'keys'],
    ],
    key: 'secret',
    why: 'this secret has another id already; a key that was rotated out would stay valid',
  },
];

/** Reports tokens, names and secrets that are given twice; warns about unprotected addresses. */
export function checkSecrets(data: unknown, problems: Pick<Problems, 'report' | 'warn'>): void {
  for (const unique of UNIQUE) checkUnique(data, unique, problems);
  const redis = valueAt(data, ['redis', 'url']);
  if (typeof redis === 'string' && isOpenRedis(redis)) {
    problems.warn(
      ['redis', 'url'],
      'redis.url is a network address without a password: each client that reaches it can change marks and opt-outs; give it a user and a password, and use rediss:// (docs/operations.md)',
    );
  }
  const url = valueAt(data, ['http', 'public', 'url']);
  if (typeof url === 'string' && isPlainHttp(url)) {
    problems.warn(
      ['http', 'public', 'url'],
      'links in the mails are not encrypted: an attacker on the network could read them and decide as the owner; use https://',
    );
  }
}

function checkUnique(data: unknown, { lists, key, why }: Unique, problems: Pick<Problems, 'report'>): void {
  const seen = new Set<unknown>();
  for (const list of lists) {
    listIn(data, list).forEach((item, index) => {
      const value = valueAt(item, [key]);
      if (typeof value !== 'string') return;
      if (seen.has(value)) problems.report([...list, index, key], why);
      seen.add(value);
    });
  }
}

function listIn(data: unknown, path: Path): readonly unknown[] {
  const value = valueAt(data, path);
  return Array.isArray(value) ? value : [];
}

function isPlainHttp(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}

/** Is it on another machine, and without a password? Another check reports an invalid URL. */
function isOpenRedis(text: string): boolean {
  if (text === 'embedded') return false;
  try {
    const address = parseRedisUrl(text);
    if (address.options.password !== undefined) return false;
    return !hostsOf(address).every((host) => host === '::1' || isLoopbackHost(host));
  } catch {
    return false;
  }
}

function hostsOf(address: RedisAddress): readonly string[] {
  if (address.kind === 'single') return [address.options.host];
  const nodes = address.kind === 'sentinel' ? address.options.sentinels : address.nodes;
  return nodes.map(({ host }) => host);
}
