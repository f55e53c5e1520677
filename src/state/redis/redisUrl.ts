/**
 * The URL of a Redis:
 *
 *   redis://[user[:password]@]host[:port][/database]                    one server
 *   redis+sentinel://[user[:password]@]host:port,host:port/master       the master of that name, found by its Sentinels
 *   redis+cluster://[user[:password]@]host:port,host:port               a cluster, found through any of these nodes
 *
 * `rediss` in place of `redis`: over TLS. User and password are those of Redis itself, not of a Sentinel.
 */
interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

interface Node {
  readonly host: string;
  readonly port: number;
}

interface Tls {
  readonly servername?: string;
}

/** A checked URL. Only `shown` may go into messages. */
export type RedisAddress = {
  /** For messages: scheme, hosts and ports; never the user or the password. */
  readonly shown: string;
} & (
  | { readonly kind: 'single'; readonly options: Credentials & Node & { readonly db: number; readonly tls?: Tls } }
  | {
      readonly kind: 'sentinel';
      readonly options: Credentials & {
        readonly sentinels: readonly Node[];
        readonly name: string;
        readonly tls?: Tls;
        readonly sentinelTLS?: Tls;
        readonly enableTLSForSentinelMode?: boolean;
      };
    }
  | {
      readonly kind: 'cluster';
      readonly nodes: readonly Node[];
      readonly options: Credentials & { readonly tls?: Tls };
    }
);

/** Error texts do not quote the URL: it may contain a password. */
const ALLOWED =
  'a Redis address is redis://host:port/database, rediss://user:password@host:port/database, ' +
  'redis+sentinel://host:port,host:port/master or redis+cluster://host:port,host:port';
const SENTINEL_PORT = 26_379;
const REDIS_PORT = 6_379;
const LIST = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^/@?#]+)(\/[^?#]*)?$/;

/** Reads the URL; `RangeError` with the allowed forms. */
export function parseRedisUrl(text: string): RedisAddress {
  const list = LIST.exec(text);
  return list ? addressOfMany(list) : addressOfOne(text);
}

function addressOfOne(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') throw new RangeError(ALLOWED);
  const { host, port } = nodeOf(url.host, REDIS_PORT);
  return {
    kind: 'single',
    shown: `${url.protocol}//${url.hostname}:${port}`,
    options: {
      host,
      port,
      db: databaseOf(url.pathname),
      ...credentialsOf(url),
      ...(url.protocol === 'rediss:' ? { tls: { servername: host } } : {}),
    },
  };
}

function addressOfMany([, scheme = '', kind = '', user, hosts = '', path = '']: readonly string[]): RedisAddress {
  const isSentinel = kind === 'sentinel';
  const nodes = hosts.split(',').map((host) => nodeOf(host, isSentinel ? SENTINEL_PORT : REDIS_PORT));
  const shown = `${scheme}+${kind}://${hosts}${path}`;
  const credentials = user === undefined ? {} : credentialsOf(new URL(`redis://${user}@host`));
  const isTls = scheme === 'rediss';
  const name = decodeURIComponent(path.slice(1));
  if (!isSentinel) {
    // A cluster has one database, and the nodes report their names.
    if (name !== '') throw new RangeError(ALLOWED);
    return { kind: 'cluster', shown, nodes, options: { ...credentials, ...(isTls ? { tls: {} } : {}) } };
  }
  if (name === '' || name.includes('/')) throw new RangeError(ALLOWED);
  const tls = isTls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {};
  return { kind: 'sentinel', shown, options: { ...credentials, sentinels: nodes, name, ...tls } };
}

function nodeOf(text: string, defaultPort: number): Node {
  // `redis:` has no default port in URL, so an explicit port always stays.
  const url = URL.canParse(`redis://${text}`) ? new URL(`redis://${text}`) : undefined;
  if (!url || url.hostname === '' || url.username !== '') throw new RangeError(ALLOWED);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? defaultPort : Number(url.port) };
}

function credentialsOf({ username, password }: URL): Credentials {
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
}

function databaseOf(path: string): number {
  if (path === '' || path === '/') return 0;
  if (!/^\/\d{1,4}$/.test(path)) throw new RangeError('the path of a Redis address is the number of its database');
  return Number(path.slice(1));
}
