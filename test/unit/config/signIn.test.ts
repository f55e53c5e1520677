import { expect, test } from '@jest/globals';
import { ACCOUNTS, load, problemsOf } from './load.ts';

const operator = (keys: string) =>
  `${ACCOUNTS}cleanup:\n  - { type: widget, when: [{ rule: unused }] }\nhttp: { operator: { ${keys} } }\n`;
const URL = 'url: "https://ops.example.com"';
const oidc = (keys = '') => `oidc: { issuer: "https://login.example.com", clientId: x, ${keys} }`;
const GROUPS = 'operators: [{ group: cloud }]';

test('P11 sign-in needs an issuer, an id, an address of the listener and a group; the rest has defaults', () => {
  const { http } = load(operator(`${URL}, ${oidc(GROUPS)}`));
  expect(http.operator).toMatchObject({
    url: 'https://ops.example.com',
    oidc: {
      scopes: ['openid', 'profile', 'email'],
      groupsClaim: 'groups',
      trustEmail: false,
      operators: [{ group: 'cloud' }],
      idle: 3_600_000,
      lifetime: 8 * 3_600_000,
    },
  });
});

test.each([
  ['no address of the listener', oidc(GROUPS), 'needs `http.operator.url`'],
  ['no group', `${URL}, ${oidc()}`, 'no user could sign in'],
  ['two secrets', `${URL}, ${oidc(`${GROUPS}, clientSecret: abcdefgh, clientSecretFile: /x`)}`, 'not both'],
  ['scopes without openid', `${URL}, ${oidc(`${GROUPS}, scopes: [email]`)}`, 'the scope "openid"'],
  ['an address with a path', `url: "https://ops.example.com/holystone", ${oidc(GROUPS)}`, 'without a path'],
  ['an address without TLS', `url: "http://ops.example.com", ${oidc(GROUPS)}`, 'begins with https://'],
  [
    'a password in the issuer',
    `${URL}, oidc: { issuer: "https://a:hunter2@login.example.com", clientId: x, ${GROUPS} }`,
    'without user',
  ],
  [
    'a user in the issuer',
    `${URL}, oidc: { issuer: "https://a@login.example.com", clientId: x, ${GROUPS} }`,
    'without user',
  ],
  [
    'a query in the issuer',
    `${URL}, oidc: { issuer: "https://login.example.com/?key=x", clientId: x, ${GROUPS} }`,
    'query',
  ],
  ['an issuer without TLS', `${URL}, oidc: { issuer: "http://login.example.com", clientId: x, ${GROUPS} }`, 'https://'],
  ['a session of a month', `${URL}, ${oidc(`${GROUPS}, lifetime: 30d`)}`, 'at most 7d'],
  [
    'an account that is not there',
    `${URL}, ${oidc('operators: [{ group: a, accounts: [nowhere-*] }]')}`,
    '"nowhere-*"',
  ],
  [
    'a token for no account',
    'operatorTokens: [{ name: a, token: 0123456789abcdef, accounts: [nowhere] }]',
    '"nowhere"',
  ],
])('P11 sign-in with %s is an error that says what to write', (_what, keys, words) => {
  expect(problemsOf(operator(keys))).toEqual([expect.stringContaining(words)]);
});

test('P11 the secret of the client is in no message', () => {
  const problems = problemsOf(operator(`${URL}, ${oidc(`${GROUPS}, clientSecret: [hunter2-hunter2]`)}`));
  expect(problems).toHaveLength(1);
  expect(problems.join()).not.toContain('hunter2');
});
