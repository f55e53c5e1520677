/** What somebody who can write to Redis, and has no key of `signing`, does to the values of one kind of key. */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { KeyedSeal } from '../../src/core/resource/seal.ts';
import { decodeMark, encodeMark } from '../../src/state/redis/markValue.ts';

const LONG_MS = 400 * 86_400_000;
/** Has the name of the key of `signing`, and not its secret. */
const FORGER = new KeyedSeal([{ id: 'k1', secret: 'not the secret, but just as long' }]);

/** A copy of a whole Redis, key by key. */
export type Copies = ReadonlyMap<string, Buffer>;

export async function copiesOf(client: Redis): Promise<Copies> {
  const keys = await client.keys('*');
  const copies = await Promise.all(keys.map((key) => client.dumpBuffer(key)));
  return new Map(keys.flatMap((key, at) => (copies[at] ? [[key, copies[at]] as const] : [])));
}

export async function putBack(client: Redis, copies: Copies): Promise<void> {
  const all = client.multi().flushall();
  for (const [key, copy] of copies) all.restore(key, 0, copy, 'REPLACE');
  await all.exec();
}

/** The same text for the same values of these keys. */
export async function valuesOf(client: Redis, keys: readonly string[]): Promise<string> {
  const copies = await Promise.all(keys.map((key) => client.dumpBuffer(key)));
  return copies.map((copy) => copy?.toString('base64') ?? '').join(' ');
}

/** `signed`: a mark that is due long since, under the checksum of another key. */
export const FORGERIES = ['changed', 'emptied', 'renamed', 'signed', 'moved', 'older', 'type', 'deleted'] as const;
export type Forgery = (typeof FORGERIES)[number];

/** @param older the same Redis some days ago */
export async function forge(client: Redis, forgery: Forgery, keys: readonly string[], older: Copies): Promise<void> {
  const names = await client.keys('*');
  const found = await Promise.all(names.map((key) => client.type(key)));
  const types = new Map(names.map((key, at) => [key, found[at] ?? 'none']));
  for (const key of keys) {
    const type = types.get(key) ?? 'none';
    const copy = older.get(key);
    const elsewhere = [...types].find(([one, its]) => one !== key && its === type && sameEnd(one, key))?.[0];
    if (forgery === 'changed') await change(client, key, type, longAgo);
    else if (forgery === 'emptied') await change(client, key, type, emptied);
    else if (forgery === 'renamed') await change(client, key, type, renamed);
    else if (forgery === 'signed') await sign(client, key);
    else if (forgery === 'moved' && elsewhere) await client.copy(elsewhere, key, 'REPLACE');
    else if (forgery === 'older' && copy) await client.restore(key, 0, copy, 'REPLACE');
    else if (forgery === 'type') await client.multi().del(key).set(key, 'x').exec();
    else await client.del(key);
  }
}

/** Writes a key that nobody wrote yet. @returns false: this forgery needs a key */
export async function plant(client: Redis, forgery: Forgery, key: string, ids: readonly string[]): Promise<boolean> {
  if (forgery === 'type') await client.set(key, 'x');
  else if (forgery === 'changed') await client.zadd(key, ...ids.flatMap((id) => [1, id]));
  else if (forgery === 'emptied') await client.hset(key, Object.fromEntries(ids.map((id) => [id, '1'])));
  else return false;
  return true;
}

const sameEnd = (one: string, other: string) => one.split('}').at(-1) === other.split('}').at(-1);

async function sign(client: Redis, key: string): Promise<void> {
  const [, namespace] = /^holystone:\{(.*)\}:marks$/.exec(key) ?? [];
  if (namespace === undefined) return;
  for (const [id, value] of Object.entries(await client.hgetall(key))) {
    const mark = decodeMark(namespace as Namespace, id, value);
    await client.hset(
      key,
      id,
      encodeMark({ ...mark, projectedDeletionAt: mark.projectedDeletionAt - LONG_MS }, FORGER),
    );
  }
}

/** Every instant is long ago: seen, surveyed, noticed and due then. */
const longAgo = (text: string) => text.replace(/\d{13}(?!\d)/g, (at) => String(Number(at) - LONG_MS));

/** As if nothing had been found. */
const emptied = (text: string) => text.replace(/"count":\d+/, '"count":0').replaceAll(/\[[^[\]]*\]/g, '[]');

/** Whatever says something about an image says it about another one. */
const renamed = (text: string) => text.replaceAll('ami-', 'ami-0');

async function change(client: Redis, key: string, type: string, to: (text: string) => string): Promise<void> {
  if (type === 'string') await client.set(key, to((await client.get(key)) ?? ''), 'KEEPTTL');
  else if (type === 'hash') {
    for (const field of (await client.hkeys(key)).filter((one) => one !== 'data')) {
      await client.hset(key, field, to((await client.hget(key, field)) ?? ''));
    }
    await changePacked(client, key, to);
  } else if (type === 'zset') {
    const scores = await client.zrange(key, '0', '-1', 'WITHSCORES');
    for (let at = 0; at < scores.length; at += 2) await client.zadd(key, to(scores[at + 1] ?? ''), scores[at] ?? '');
  } else if (type === 'list') {
    const texts = await client.lrange(key, 0, -1);
    await client.del(key);
    if (texts.length > 0) await client.rpush(key, ...texts.map(to));
  } else await client.del(key);
}

/** Packed data, and its hash in the head: whoever changes one changes both. */
async function changePacked(client: Redis, key: string, to: (text: string) => string): Promise<void> {
  const packed = await client.hgetBuffer(key, 'data');
  if (!packed || packed.length === 0) return;
  const text = inflateSync(packed).toString();
  const data = deflateSync(to === emptied ? '[]' : to(text));
  const sha256 = createHash('sha256').update(data).digest('hex');
  const head = ((await client.hget(key, 'head')) ?? '').replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`);
  await client.hset(key, { head, data });
}
