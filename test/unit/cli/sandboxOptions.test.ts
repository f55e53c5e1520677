import { describe, expect, test } from '@jest/globals';
import { isLoopback, portFrom, seedFrom, shareFrom } from '../../../src/cli/sandbox/options.ts';

describe('the options of holystone sandbox', () => {
  test.each([
    [['main'], { kind: 'main' }],
    [['empty'], { kind: 'empty' }],
    [['large', '20000'], { kind: 'large', images: 20_000 }],
    [['large'], undefined],
    [['large', '0'], undefined],
    [['large', '1.5'], undefined],
    [['large', '100001'], undefined],
    [['main', '3'], undefined],
    [['huge'], undefined],
    [[], undefined],
  ])('--seed %j gives %j', (words, seed) => {
    expect(seedFrom(words)).toEqual(seed);
  });

  test.each([
    ['100%', 1],
    ['12.5%', 0.125],
    ['0%', undefined],
    ['0.5', undefined],
    ['fast', undefined],
  ])('--rate %s gives %s', (text, share) => {
    expect(shareFrom(text)).toBe(share);
  });

  test.each([
    ['0', 0],
    ['65535', 65_535],
    ['65536', undefined],
    ['-1', undefined],
    ['', undefined],
  ])('--port %j gives %s', (text, port) => {
    expect(portFrom(text)).toBe(port);
  });

  test.each([
    ['127.0.0.1', true],
    ['127.9.8.7', true],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['127.0.0.256', false],
    ['127.0.0.1.example.com', false],
    ['localhost.example.com', false],
    ['::', false],
  ])('--bind %s is allowed: %s', (address, allowed) => {
    expect(isLoopback(address)).toBe(allowed);
  });
});
