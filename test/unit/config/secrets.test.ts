import { expect, test } from '@jest/globals';
import { ACCOUNTS, load, problemsOf } from './load.ts';

const VALID = `${ACCOUNTS}cleanup:\n  - { type: widget, when: [{ rule: unused }] }\n`;
const operator = (readers: string, operators: string) =>
  `${VALID}http: { operator: { readerTokens: [${readers}], operatorTokens: [${operators}] } }\n`;
const token = (name: string, character: string) => `{ name: ${name}, token: ${character.repeat(16)} }`;

test('P11 one token for two roles is an error at the second', () => {
  const problems = problemsOf(operator(token('ann', 'a'), token('ben', 'a')));
  expect(problems).toEqual([
    'h.yaml:6:114: http.operator.operatorTokens[0].token: this token is given twice; each person or program needs a token of its own',
  ]);
});

test('P11 one name for two tokens is an error at the second, within a role and across', () => {
  const problems = problemsOf(operator(`${token('ann', 'a')}, ${token('ann', 'b')}`, token('ann', 'c')));
  expect(problems.map((problem) => problem.replace(/^\S+ (\S+) .*/, '$1'))).toEqual([
    'http.operator.readerTokens[1].name:',
    'http.operator.operatorTokens[0].name:',
  ]);
});

test('P8 one secret under two ids is an error, and is not in it', () => {
  const secret = 's'.repeat(32);
  const problems = problemsOf(
    `${VALID}optOut: { keys: [{ id: k1, secret: ${secret} }, { id: k2, secret: ${secret} }] }\n`,
  );
  expect(problems).toEqual([
    expect.stringMatching(/^h\.yaml:6:\d+: optOut\.keys\[1\]\.secret: this secret has another id/),
  ]);
  expect(problems.join()).not.toContain(secret);
});

test.each([
  ['http://holystone.example.com', 1],
  ['https://holystone.example.com', 0],
  ['http://127.0.0.1:8080', 0],
  ['http://localhost', 0],
])('P8 links that begin with %s have %i warnings', (url, count) => {
  const { warnings } = load(`${VALID}http: { public: { url: "${url}" } }\n`);
  expect(warnings.filter(({ message }) => message.startsWith('http.public.url:'))).toHaveLength(count);
});

test.each([
  'https://me:hunter2@holystone.example.com',
  'https://:hunter2@h.example.com',
  'https://h.example.com/?k=hunter2',
])('P8 links in mails never begin with a secret: %s is refused, and not shown', (url) => {
  const problems = problemsOf(`${VALID}http: { public: { url: "${url}" } }\n`);
  expect(problems).toEqual([expect.stringContaining('without user, password and query')]);
  expect(problems.join()).not.toContain('hunter2');
});

test.each([
  ['redis://redis.example.com', 1],
  ['rediss://redis.example.com', 1],
  ['redis://holystone:secret@redis.example.com', 0],
  ['redis://:secret@redis.example.com', 0],
  ['redis://127.0.0.1:6379', 0],
  ['redis://[::1]:6379', 0],
  ['redis://localhost', 0],
  ['embedded', 0],
])('P8 a Redis at %s has %i warnings about its password', (url, count) => {
  const { warnings } = load(`${VALID}redis: { url: "${url}" }\n`);
  const about = warnings.filter(({ message }) => message.startsWith('redis.url:'));
  expect(about).toHaveLength(count);
  for (const { message } of about) expect(message).toMatch(/without a password.*rediss:\/\//);
});

test.each([
  ['redis+sentinel://:secret@redis.example.com:26379/mymaster', '', 1],
  ['redis+cluster://:secret@redis.example.com:6379', '', 1],
  ['redis+cluster://:secret@redis.example.com:6379', ', replicas: 0', 1],
  ['redis+sentinel://:secret@redis.example.com:26379/mymaster', ', replicas: 1', 0],
  ['redis://:secret@redis.example.com', '', 0],
  ['embedded', '', 0],
])('P8 a Redis at %s%s has %i warnings about a failover that loses decisions', (url, more, count) => {
  const { warnings } = load(`${VALID}redis: { url: "${url}"${more} }\n`);
  expect(warnings.filter(({ message }) => message.startsWith('redis.replicas:'))).toHaveLength(count);
});

test.each([
  ['signing: { keys: hunter2secret }'],
  ['signing: { keys: [hunter2secret] }'],
  ['signing: hunter2secret'],
  ['optOut: { keys: hunter2secret }'],
  ['optOut: { keys: [{ id: k1, secrets: hunter2secret }] }'],
  ['http: { operator: { operatorTokens: hunter2secret } }'],
  ['http: { operator: { operatorTokens: [hunter2secret] } }'],
  ['http: { operator: { readerTokens: [{ name: ann, token: [hunter2secret] }] } }'],
  ['mail: { smtp: "janitor:hunter2secret@mail.example.com", from: a@example.com }'],
  ['redis: { url: "janitor:hunter2secret@redis.example.com" }'],
  ['redis: { url: "redis+x://janitor:hunter2secret@redis.example.com" }'],
  ['http: { operator: { oidc: { issuer: "https://a:hunter2secret@login.example.com", clientId: x } } }'],
])('P11 %s is refused without its secret', (text) => {
  const problems = problemsOf(`${VALID}${text}\n`).join('\n');
  expect([problems === '', problems.includes('hunter2')]).toEqual([false, false]);
});
