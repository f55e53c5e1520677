/** Where a Redis is, read from `redis://` or `rediss://[user[:password]@]host[:port][/database]`. */
export interface RedisAddress {
  /** For messages: scheme, host and port; never the user or the password. */
  readonly shown: string;
  /** What ioredis needs to reach it; nothing about how to behave. */
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly db: number;
    readonly username?: string;
    readonly password?: string;
    readonly tls?: { readonly servername: string };
  };
}

/** Reads the URL; `RangeError` with what is allowed (and without the URL, which may hold a password). */
export function parseRedisUrl(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw new RangeError('a Redis address is redis://host:port/database or rediss://user:password@host:port/database');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? 6379 : Number(url.port);
  return {
    shown: `${url.protocol}//${url.hostname}:${port}`,
    options: {
      host,
      port,
      db: databaseOf(url.pathname),
      ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
      ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
      ...(url.protocol === 'rediss:' ? { tls: { servername: host } } : {}),
    },
  };
}

function databaseOf(path: string): number {
  if (path === '' || path === '/') return 0;
  if (!/^\/\d{1,4}$/.test(path)) throw new RangeError('the path of a Redis address is the number of its database');
  return Number(path.slice(1));
}
