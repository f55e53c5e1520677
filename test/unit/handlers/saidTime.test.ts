import { describe, expect, test } from '@jest/globals';
import { saidTime } from '../../../src/handlers/aws/wire/saidTime.ts';

const AT = Date.UTC(2026, 10, 27, 8, 49, 37);
const DATE = 'Fri, 27 Nov 2026 08:49:37 GMT';
const SANDBOX = { date: DATE, server: 'holystone-sandbox' };
const VERIFIED = { authorized: true, remoteAddress: '198.51.100.7' };
const said = (url: string, headers: Record<string, string> = { date: DATE }, socket: object = VERIFIED) => {
  const { protocol, hostname } = new URL(url);
  return saidTime({ protocol, hostname }, { headers, body: { socket } });
};

describe('L71 the clock of AWS is heard', () => {
  test.each([
    'https://ec2.us-east-1.amazonaws.com/',
    'https://sts.cn-north-1.amazonaws.com.cn/',
    'https://EC2.us-east-1.api.aws/',
    'https://vpce-0a.ec2.us-east-1.vpce.amazonaws.com/',
    'https://monitoring.eusc-de-east-1.amazonaws.eu/',
  ])('from %s', (url) => {
    expect(said(url)).toEqual({ by: 'AWS', at: AT });
  });

  test('whatever the case of the header', () => {
    expect(said('https://ec2.us-east-1.amazonaws.com', { Date: DATE })?.at).toBe(AT);
  });

  test.each(['http://127.0.0.1:4566', 'http://localhost:4566', 'http://[::1]:4566'])(
    'and that of the sandbox, which says that it is one, at %s',
    (url) => {
      expect(said(url, SANDBOX)).toEqual({ by: 'the sandbox', at: AT });
    },
  );
});

describe('L71 no clock is heard', () => {
  test.each([
    ['of an emulator on this machine', 'http://127.0.0.1:4566'],
    ['of an emulator with a certificate of its own', 'https://localhost.localstack.cloud:4566'],
    ['without TLS', 'http://ec2.us-east-1.amazonaws.com'],
    ['of a name that only begins as one of AWS', 'https://ec2.amazonaws.com.evil.example'],
    ['of a name that only ends as one of AWS', 'https://evil-amazonaws.com'],
    ['of a server in the own network', 'https://10.0.0.7'],
  ])('%s', (_whose, url) => {
    expect(said(url)).toBeUndefined();
  });

  test.each([
    ['on another machine that says it is the sandbox', 'https://sandbox.example.com', SANDBOX],
    ['of an answer from a cache', 'https://ec2.us-east-1.amazonaws.com', { date: DATE, age: '0' }],
    ['of an answer that a proxy passed on', 'https://ec2.us-east-1.amazonaws.com', { date: DATE, Via: '1.1 squid' }],
    ['of an answer without one', 'https://ec2.us-east-1.amazonaws.com', {}],
    [
      'of an answer with two, which Node puts together',
      'https://ec2.us-east-1.amazonaws.com',
      { date: `${DATE}, ${DATE}` },
    ],
    ['of an answer with no date in it', 'https://ec2.us-east-1.amazonaws.com', { date: '0' }],
  ] as const)('%s', (_whose, url, headers) => {
    expect(said(url, { ...headers })).toBeUndefined();
  });

  test.each([
    ['of an answer whose certificate nobody checked', { ...VERIFIED, authorized: false }],
    ['of an answer that shows no connection', {}],
    ['of this machine under a name of AWS', { authorized: true, remoteAddress: '127.0.0.1' }],
    ['of this machine by IPv6', { authorized: true, remoteAddress: '::1' }],
    ['of this machine by IPv4 in IPv6', { authorized: true, remoteAddress: '::ffff:127.0.0.1' }],
  ])('%s', (_whose, socket) => {
    expect(said('https://ec2.us-east-1.amazonaws.com', { date: DATE }, socket)).toBeUndefined();
  });
});
