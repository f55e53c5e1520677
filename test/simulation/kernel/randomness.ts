/** Everything random that the program draws comes from the seed; and zlib answers at once, because a thread answers when it likes. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { here } from './current.ts';
import { real } from './real.ts';

const require = createRequire(import.meta.url);

/** Once, before the program is imported. */
export function installRandomness(): void {
  Math.random = () => here()?.simulation.productRandom() ?? real.random();
  const crypto = require('node:crypto');
  const { randomBytes, randomUUID, randomFillSync } = { ...crypto };
  crypto.randomFillSync = (bytes: Uint8Array, ...rest: unknown[]) =>
    here() ? filled(bytes) : randomFillSync(bytes, ...rest);
  crypto.randomBytes = (size: number, given?: (error: null, bytes: Buffer) => void) => {
    if (!here()) return randomBytes(size, given);
    const bytes = filled(Buffer.alloc(size));
    if (!given) return bytes;
    process.nextTick(given, null, bytes);
    return undefined;
  };
  crypto.randomUUID = (options?: object) => (here() ? uuid() : randomUUID(options));
  globalThis.crypto.randomUUID = () => crypto.randomUUID();
  const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
  const values = (given: NodeJS.ArrayBufferView) => {
    if (!here()) return getRandomValues(given as Uint8Array<ArrayBuffer>);
    filled(new Uint8Array(given.buffer, given.byteOffset, given.byteLength));
    return given;
  };
  globalThis.crypto.getRandomValues = values as typeof globalThis.crypto.getRandomValues;
  installZlib();
  syncBuiltinESMExports();
}

function installZlib(): void {
  const zlib = require('node:zlib');
  for (const name of [
    'deflate',
    'deflateRaw',
    'inflate',
    'inflateRaw',
    'gzip',
    'gunzip',
    'brotliCompress',
    'brotliDecompress',
    'unzip',
  ]) {
    const later = zlib[name];
    const atOnce = zlib[`${name}Sync`];
    zlib[name] = (data: unknown, ...rest: unknown[]) => {
      if (!here()) return later(data, ...rest);
      const given = rest.pop() as (error: unknown, result?: unknown) => void;
      try {
        process.nextTick(given, null, atOnce(data, ...rest));
      } catch (error) {
        process.nextTick(given, error);
      }
      return undefined;
    };
  }
}

function filled<T extends Uint8Array>(bytes: T): T {
  const random = here()?.simulation.productRandom ?? real.random;
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(random() * 256);
  return bytes;
}

function uuid(): string {
  const bytes = filled(Buffer.alloc(16));
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
