import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { slackOf } from '../../../src/composition/listenerParts.ts';
import { systemClock } from '../../../src/core/common/clock.ts';
import { ACCOUNTS, LIVE, load, problemsOf } from './load.ts';

const URL = 'https://hooks.example.com/services/T000/B000/hush-hush-hush';
const SECRET = '0123456789abcdef0123456789abcdef';
const CLEANUP = 'cleanup: [{ type: widget, accounts: [test], when: [{ rule: unused }] }]\n';
const file = (top: string) => `${top}\n${ACCOUNTS}${CLEANUP}`;
const slack = (more = '', url = URL) => `{ type: slack, name: ops, url: "${url}"${more} }`;
const notify = (list: string, required = '') => file(`notify: { ${required}transports: [${list}] }`);

const app = (more: string) => `{ type: slackApp, name: a, token: xoxb-1111111111111, ${more} }`;
const buttons = (cases: readonly [string, string, string][]) =>
  cases.map(([what, more, key]) => [what, notify(app(more)), `notify.transports[0].${key}`] as const);

describe('transports', () => {
  test('P6 the mail server counts unless another is named; a chat has no links unless it is said', () => {
    const { notify: read } = load(notify(slack()));
    expect(read).toEqual({ required: 'smtp', transports: [{ type: 'slack', name: 'ops', url: URL, links: false }] });
  });

  test.each([
    ['http to another machine', notify(slack('', 'http://hooks.example.com/x')), 'notify.transports[0].url'],
    [
      'a user and a password in the URL',
      notify(slack('', 'https://u:p@hooks.example.com/x')),
      'notify.transports[0].url',
    ],
    ['another scheme', notify(slack('', 'file:///etc/passwd')), 'notify.transports[0].url'],
    [
      'a host that only begins like loopback',
      notify(slack('', 'http://127.0.0.1.example.com/')),
      'notify.transports[0].url',
    ],
    ['an unsigned generic webhook', notify(`{ type: webhook, name: a, url: "${URL}" }`), 'key'],
    ['a short key', notify(`{ type: webhook, name: a, url: "${URL}", key: { id: a, secret: short } }`), 'key.secret'],
    ['an app of Slack without its token', notify('{ type: slackApp, name: a }'), 'notify.transports[0].token'],
    ['a short token', notify('{ type: slackApp, name: a, token: xoxb }'), 'notify.transports[0].token'],
    [
      'the name of a channel in place of its id',
      notify('{ type: slackApp, name: a, token: xoxb-1111111111111, channels: { a@example.com: "#data" } }'),
      'notify.transports[0].channels',
    ],
    [
      'an address that no owner is compared with',
      notify('{ type: slackApp, name: a, token: xoxb-1111111111111, channels: { A@example.com: C0123ABCD } }'),
      'notify.transports[0].channels',
    ],
    ...buttons([
      ['a short signing secret', 'signingSecret: short', 'signingSecret'],
      ['people without buttons', 'people: { a@example.com: [U0123ABCD] }', 'people'],
      ['operators without buttons', 'operators: [a@example.com]', 'operators'],
      ['a name of a person', `signingSecret: ${SECRET}, people: { a@example.com: [ann] }`, 'people'],
      ['one person and no list', `signingSecret: ${SECRET}, people: { a@example.com: U0123ABCD }`, 'people'],
      ['an operator without an address', `signingSecret: ${SECRET}, operators: [ann]`, 'operators'],
    ]),
    [
      'two apps with one secret',
      notify(`${app(`signingSecret: ${SECRET}`)}, ${app(`signingSecret: ${SECRET}`).replace('name: a', 'name: b')}`),
      'notify.transports[1].signingSecret',
    ],
    ['an unknown type', notify(`{ type: pigeon, name: a, url: "${URL}" }`), 'notify.transports[0]'],
    ['a name twice', notify(`${slack()}, ${slack()}`), 'notify.transports[1].name'],
    ['the name of the mail server', notify(slack().replace('ops', 'smtp')), 'notify.transports[0].name'],
    ['a required one that there is not', notify(slack(), 'required: opps, '), 'notify.required'],
    ['a required one without links to say no by', notify(slack(), 'required: ops, '), 'notify.required'],
  ])('L9 %s is refused, at its place, and its address is not shown', (_what, text, place) => {
    const problems = problemsOf(text);
    expect(problems).toEqual([expect.stringContaining(place)]);
    expect(problems.join()).not.toContain('hush-hush-hush');
  });

  const weekly = (to: string, list = slack()) => file(`notify: { transports: [${list}], weekly: { to: ${to} } }`);
  const HOOK = `{ type: webhook, name: tickets, url: "${URL}", key: { id: k1, secret: ${SECRET} } }`;

  test('L85 the message of a week goes to a chat, from eight on Monday unless said', () => {
    expect(load(weekly('ops')).notify.weekly).toEqual({ to: 'ops', hour: 8 });
    expect(load(file('')).notify.weekly).toBeUndefined();
  });

  test.each([
    ['no such transport', weekly('opps'), 'notify.weekly.to', 'there is no such chat; allowed: "ops"'],
    [
      'no transport at all',
      weekly('ops', ''),
      'notify.weekly.to',
      'add one to `transports`, with `type` slack or teams',
    ],
    ['the mail server', weekly('smtp'), 'notify.weekly.to', 'there is no such chat'],
    ['a program', weekly('tickets', `${slack()}, ${HOOK}`), 'notify.weekly.to', 'allowed: "ops"'],
    ['no hour of a day', weekly('ops, hour: 24'), 'notify.weekly.hour', '24'],
    ['no channel', file('notify: { weekly: {} }'), 'notify.weekly.to', ''],
  ])('L85 a message of the week to %s is refused, at its place', (_what, text, place, said) => {
    const [problem = '', ...others] = problemsOf(text);
    expect([problem, others]).toEqual([expect.stringContaining(place), []]);
    expect(problem).toContain(said);
  });

  test.each(['http://127.0.0.1:8080/x', 'http://localhost/x', 'http://[::1]:1/x'])('P6 %s is this machine', (url) => {
    expect(load(notify(slack('', url))).notify.transports[0]?.url).toBe(url);
  });

  test('L9 no printed configuration and no redacted text has an address or a key', () => {
    const text = notify(`{ type: webhook, name: a, url: "${URL}", key: { id: k1, secret: ${SECRET} } }`);
    const configuration = load(text);
    const printed = `${JSON.stringify(configuration)} ${inspect(configuration, { depth: 20 })}`;
    expect(printed).not.toMatch(/hush-hush-hush|0123456789abcdef/);
    expect(configuration.redact(`${URL} ${SECRET}`)).toBe('*** ***');
  });

  test('L92 buttons come with a secret, which nothing shows; without one there are none', () => {
    const text = notify(
      app(`signingSecret: ${SECRET}, people: { a@example.com: [U0123ABCD] }, operators: [b@example.com]`),
    );
    const configuration = load(text);
    expect(slackOf(configuration, systemClock).slack?.doors).toMatchObject([
      { name: 'a', signingSecret: SECRET, operators: ['b@example.com'], language: 'en' },
    ]);
    expect(`${JSON.stringify(configuration)} ${inspect(configuration, { depth: 20 })}`).not.toContain(SECRET);
    expect(configuration.redact(SECRET)).toBe('***');
    expect(slackOf(load(notify(app('channels: {}'))), systemClock)).toEqual({});
  });

  test('P6 the transport that counts need not be the mail server', () => {
    const live = LIVE.replace(/^mail: .*$/m, `notify: { required: ops, transports: [${slack(', links: true')}] }`);
    const text = `${live}${ACCOUNTS}cleanup: [{ type: widget, accounts: [test], live: true, when: [{ rule: unused }] }]\n`;
    expect(load(text).mail).toBeUndefined();
  });
});
