import { describe, expect, test } from '@jest/globals';
import { isSandbox } from '../../../src/handlers/aws/account/isSandbox.ts';
import type { EvidenceSource, Scope } from '../../../src/handlers/contract/handler.ts';
import { ACCOUNTS, LIVE, load, problemsOf, widget } from './load.ts';

const entry = (more: string, type = 'widget') =>
  `cleanup:\n  - type: ${type}\n    accounts: [test]\n    when: [{ rule: unused }]\n    live: true\n${more}`;

describe('going live', () => {
  test('L11 an account without id is planned and marked, never deleted from', () => {
    const text = `${LIVE}${ACCOUNTS}${entry('').replace('[test]', '[Prod]')}`;
    const [configuration] = load(text).workConfigurations;
    expect(configuration).toMatchObject({
      live: true,
      neverDeletesBecause: 'the account "Prod" is declared without id',
    });
    expect(configuration).not.toHaveProperty('notLiveBecause');
  });

  test('L11 without `live: true` both reasons are named', () => {
    const text = `${LIVE}${ACCOUNTS}${entry('').replace('[test]', '[Prod]')}`.replace('live: true', 'live: false');
    expect(load(text).workConfigurations[0]).toMatchObject({
      live: false,
      notLiveBecause: 'the entry does not set live: true; the account "Prod" is declared without id',
    });
  });

  test('L11 nor is another, where its evidence has to be read in one without id', () => {
    const text = `${LIVE}${ACCOUNTS}${entry('')}`;
    const places = ({ accounts }: Scope) => accounts.map(({ name }) => ({ account: name, location: 'us-east-1' }));
    const [users] = widget.evidence;
    const everywhere = { ...widget, evidence: [{ ...(users as EvidenceSource), places }] };
    const [configuration] = load(text, { handlers: [everywhere] }).workConfigurations;
    expect(configuration).toMatchObject({
      live: false,
      notLiveBecause: 'evidence must be read in the account "Prod", which is declared without id',
    });
    const off = text.replace('live: true', 'live: true\n    evidence: { off: [users] }');
    for (const [yaml, handler] of [
      [off, everywhere],
      [text, widget],
    ] as const) {
      expect(load(yaml, { handlers: [handler] }).workConfigurations[0]?.live).toBe(true);
    }
  });

  test('a type with evidence that is not read yet is not live outside a sandbox, and says why', () => {
    const [configuration] = load(`${LIVE}${ACCOUNTS}${entry('', 'gadget')}`).workConfigurations;
    expect(configuration).toMatchObject({
      live: false,
      notLiveBecause: 'evidence that this version cannot read yet: moonlight',
    });
  });

  test('against the sandbox it is', () => {
    const env = { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' };
    const [configuration] = load(`${LIVE}${ACCOUNTS}${entry('', 'gadget')}`, { env }).workConfigurations;
    expect(configuration?.live).toBe(true);
    expect(configuration).not.toHaveProperty('notLiveBecause');
  });

  test.each([
    ['http://127.0.0.1:1', true],
    ['http://127.9.9.9', true],
    ['http://[::1]:1', true],
    ['http://localhost:1', true],
    ['https://ec2.us-east-1.amazonaws.com', false],
    ['http://127.0.0.1.example.com', false],
    ['http://localhost.example.com', false],
    ['http://127.0.0.1@evil.example.com', false],
    ['http://10.0.0.1', false],
    ['localhost', false],
    ['', false],
  ])('AWS_ENDPOINT_URL %s is a sandbox: %s', (url, expected) => {
    expect(isSandbox({ AWS_ENDPOINT_URL: url })).toBe(expected);
  });

  test('one service with another endpoint, or ignored endpoints, are no sandbox', () => {
    const local = { AWS_ENDPOINT_URL: 'http://localhost:1' };
    expect(isSandbox({ ...local, AWS_ENDPOINT_URL_EC2: 'https://ec2.us-east-1.amazonaws.com' })).toBe(false);
    expect(isSandbox({ ...local, AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' })).toBe(false);
    expect(isSandbox({ AWS_ENDPOINT_URL_EC2: 'http://localhost:1' })).toBe(false);
    expect(isSandbox({ ...local, AWS_ENDPOINT_URL_EC2: 'http://localhost:2' })).toBe(true);
  });

  test('live with notices needs a mail server, a link key, the domains of owners and a public address; each is named', () => {
    expect(problemsOf(`dryRun: false\n${ACCOUNTS}${entry('')}`)).toEqual([
      expect.stringContaining('h.yaml:9:11: cleanup[0].live: live with notices on needs "mail:'),
      expect.stringContaining('h.yaml:9:11: cleanup[0].live: live with notices on needs "optOut:'),
      expect.stringContaining('h.yaml:9:11: cleanup[0].live: live with notices on needs "owner: { domains:'),
      expect.stringContaining('h.yaml:9:11: cleanup[0].live: live with notices on needs "http:'),
    ]);
  });

  test('L51 with notices off it needs none of them', () => {
    const configuration = load(`dryRun: false\nredis: { url: redis://h }\n${ACCOUNTS}${entry('    notice: off\n')}`);
    expect(configuration.workConfigurations[0]).toMatchObject({ live: true, notice: { enabled: false } });
  });

  const OFFICE = 'window: { days: [Mon, Tue, Wed, Thu], from: "09:00", to: "17:00", timeZone: UTC }';
  const FALLBACK = 'notice: { fallback: cloud@example.com }';
  const lines = (settings: readonly string[]) => settings.map((line) => `    ${line}\n`).join('');

  test.each([
    ['20d', ['retention: 21d'], '22d'],
    ['20d', ['retention: 20d'], '21d'],
    ['20d', ['unownedRetention: 21d', FALLBACK], '22d'],
    ['20d', ['retention: 7d', FALLBACK], '22d'],
    ['20d', ['retention: 14d', OFFICE], '22d'],
    ['20d', ['retention: 8bd', OFFICE], '22d'],
    ['14d', ['retention: 10bd'], '15d'],
    ['90s', ['retention: 90s'], '17m'],
  ])(
    'L62 links that work for %s are too short for %j: an owner must be able to say no',
    (validFor, settings, least) => {
      const text = `${LIVE.replace('}] }', `}], validFor: ${validFor} }`)}${ACCOUNTS}${entry(lines(settings))}`;
      expect(problemsOf(text)).toEqual([
        `h.yaml:5:83: optOut.validFor: too short for aws:test:us-east-1:widget, where the links must work until the deletion; allowed: at least ${least}`,
      ]);
    },
  );

  test.each([
    ['unownedRetention: 99d', 'goes to nobody without a fallback'],
    ['notice: off', 'sends no link'],
    ['retention: 89d', 'fits into the 90 days of a link'],
  ])('L62 %s is no problem: it %s', (settings) => {
    expect(problemsOf(`${LIVE}${ACCOUNTS}${entry(lines([settings]))}`)).toEqual([]);
  });

  test('L62 the built-in 90 days of a link may be too short as well, for a live entry', () => {
    const text = `${LIVE}${ACCOUNTS}${entry(lines(['retention: 200d']))}`;
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^h\.yaml:5:9: optOut\.validFor: too short .* 201d$/)]);
    expect(problemsOf(text.replace('live: true', 'live: false'))).toEqual([]);
  });

  test('serve refuses a live type on the embedded Redis, unless one instance is all there will be', () => {
    const text = `${LIVE}${ACCOUNTS}${entry('')}`;
    const embedded = text.replace('redis://localhost', 'embedded');
    const single = text.replace('url: redis://localhost', 'url: embedded, singleInstance: true');
    expect(load(text).serveRefuses).toEqual([]);
    expect(load(single).serveRefuses).toEqual([]);
    expect(load(embedded).serveRefuses).toEqual([expect.stringContaining('redis.singleInstance: true')]);
    expect(load(embedded.replace('live: true', 'live: false')).serveRefuses).toEqual([]);
  });
});
