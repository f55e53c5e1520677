import { describe, expect, test } from '@jest/globals';
import { requiresLoopback } from '../../../src/http/app/access.ts';
import { isLoopbackAddress, isLoopbackHost, refuseCrossSite } from '../../../src/http/app/origin.ts';

describe('P11 loopback', () => {
  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  test.each(['10.0.0.1', '127.0.0.1.evil.example', '127.1', '::', '::ffff:10.0.0.1', '', undefined])(
    '%s is not',
    (address) => {
      expect(isLoopbackAddress(address)).toBe(false);
    },
  );

  test.each(['localhost', 'LocalHost:8081', '127.0.0.1:8081', '[::1]:8081', '[::1]'])('the host %s is', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  test.each(['localhost.', 'localhost:80:80', 'localhost@evil', 'evil.example', '[::1', '', undefined])(
    'the host %s is not',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );

  test('a listener without tokens must be on loopback, one with tokens need not', () => {
    expect(requiresLoopback([])).toBe(true);
    expect(requiresLoopback([{ name: 'bob', access: 'reader', secret: 'x' }])).toBe(false);
  });
});

describe('P11 a change', () => {
  const json = { host: 'localhost:8081', 'content-type': 'application/json; charset=utf-8' };

  test.each([
    ['a program sends it', {}],
    ['our own page sends it', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8081' }],
    ['a person typed it', { 'sec-fetch-site': 'none' }],
    [
      'a proxy renamed the host, and the browser says same-origin',
      { 'sec-fetch-site': 'same-origin', origin: 'https://x' },
    ],
  ])('is let through when %s', (_when, headers) => {
    expect(() => refuseCrossSite('POST', { ...json, ...headers })).not.toThrow();
  });

  test.each([
    ['another port', { origin: 'http://localhost:9999' }],
    ['nonsense', { origin: 'nonsense' }],
    ['a page that lies about the site', { 'sec-fetch-site': 'whatever' }],
  ])('is refused from %s', (_where, headers) => {
    expect(() => refuseCrossSite('PUT', { ...json, ...headers })).toThrow('another site');
  });

  test('a POST without JSON or a bearer token is refused from any sender', () => {
    expect(() => refuseCrossSite('POST', { host: 'localhost' })).toThrow('application/json');
    expect(() => refuseCrossSite('POST', { 'content-type': 'application/jsonx' })).toThrow('application/json');
    expect(() => refuseCrossSite('POST', { authorization: 'Bearer x' })).not.toThrow();
  });
});
