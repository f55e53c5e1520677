import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { KeyedSeal } from '../../../src/core/resource/seal.ts';
import { partAtSeal } from '../../../src/core/resource/sealedEnd.ts';
import { openJson, sealJson } from '../../../src/state/redis/sealedJson.ts';

const END = /,"mac":"([\w-]{1,32}\.[\w-]{22})"\}$/;
const CHECKSUM = `k1.${'x'.repeat(22)}`;

// As V8 does by itself in a process that has compiled many patterns.
beforeAll(() => setFlagsFromString('--no-regexp-optimization'));
afterAll(() => setFlagsFromString('--regexp-optimization'));

test('a value without a checksum has none, and so has a value that is only a checksum', () => {
  expect(partAtSeal('{"a":1}', END)).toBeUndefined();
  expect(partAtSeal(`,"mac":"${CHECKSUM}"}`, END)).toBeUndefined();
});

test('a value is parted at the checksum at its very end', () => {
  const inside = `{"a":"\\",\\"mac\\":\\"${CHECKSUM}\\"}"`;
  expect(partAtSeal(`${inside},"mac":"${CHECKSUM}"}`, END)).toEqual({ inside, checksum: CHECKSUM });
});

test('a value of many megabytes is read as often as it is asked for', () => {
  const seal = new KeyedSeal([{ id: 'k1', secret: 'the key of the tests, long enough' }]);
  const place = ['mark', 'aws:test:us-east-1:image', 'ami-1'] as const;
  const json = JSON.stringify({ name: 'W'.repeat(16_000_000) });
  const sealed = sealJson(seal, place, json);
  const checks = Array.from({ length: 5 }, () => openJson(seal, place, sealed));
  expect(checks.map(({ check }) => check)).toEqual(Array(5).fill('valid'));
  expect(checks.every((one) => one.json === json)).toBe(true);
});
