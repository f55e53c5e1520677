import { expect, test } from '@jest/globals';
import { parseRedisUrl } from '../../../src/state/redis/redisUrl.ts';

test.each([
  ['redis://cache', 'redis://cache:6379', { host: 'cache', port: 6379, db: 0 }],
  ['redis://127.0.0.1:7000/', 'redis://127.0.0.1:7000', { host: '127.0.0.1', port: 7000, db: 0 }],
  ['redis://[::1]:7000/12', 'redis://[::1]:7000', { host: '::1', port: 7000, db: 12 }],
  [
    'rediss://bob:s%2Fcret@cache.example.com/3',
    'rediss://cache.example.com:6379',
    {
      host: 'cache.example.com',
      port: 6379,
      db: 3,
      username: 'bob',
      password: 's/cret',
      tls: { servername: 'cache.example.com' },
    },
  ],
  ['redis://:only@h', 'redis://h:6379', { host: 'h', port: 6379, db: 0, password: 'only' }],
])('%s is read, and shown without user and password', (url, shown, options) => {
  expect(parseRedisUrl(url)).toEqual({ kind: 'single', shown, options });
});

test('a list of Sentinels is read, with the name of the master and its password', () => {
  expect(parseRedisUrl('redis+sentinel://bob:s%2Fcret@h1:7001,h2/my-master')).toEqual({
    kind: 'sentinel',
    shown: 'redis+sentinel://h1:7001,h2/my-master',
    options: {
      sentinels: [
        { host: 'h1', port: 7001 },
        { host: 'h2', port: 26379 },
      ],
      name: 'my-master',
      username: 'bob',
      password: 's/cret',
    },
  });
});

test('a list of cluster nodes is read, over TLS too', () => {
  expect(parseRedisUrl('rediss+cluster://:s3cret@[::1]:7001,h2')).toEqual({
    kind: 'cluster',
    shown: 'rediss+cluster://[::1]:7001,h2',
    nodes: [
      { host: '::1', port: 7001 },
      { host: 'h2', port: 6379 },
    ],
    options: { password: 's3cret', tls: {} },
  });
});

test.each([
  'redis+sentinel://:s3cret@h1,h2',
  'redis+sentinel://:s3cret@h1,,h2/m',
  'redis+cluster://:s3cret@h1,h2/1',
  'redis+cluster://:s3cret@',
  'redis+cluster://:s3cret@h1:99999',
  '',
  'cache:6379',
  'http://s3cret@x',
  'redis://',
  'redis://:s3cret@x/name',
  'redis://:s3cret@x/-1',
  '/tmp/sock',
])('%j is refused, and the error has no password', (url) => {
  expect(() => parseRedisUrl(url)).toThrow(RangeError);
  expect(() => parseRedisUrl(url)).not.toThrow(/s3cret/);
});
