// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the configuration
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { substitute } from '../../../src/config/yaml/substitute.ts';
import { ACCOUNTS, load, problemsOf } from './load.ts';

const CLEANUP = 'cleanup:\n  - { type: widget, accounts: [test], when: [{ rule: unused }] }\n';
const file = (more: string) => `${ACCOUNTS}${more}\n${CLEANUP}`;
const env = (values: Record<string, string>) => ({ env: values });

describe('variables', () => {
  test('L9 ${VAR} and ${VAR:-default} are substituted, also within a text', () => {
    const text = file('redis: { url: "redis://${HOST}:${PORT:-6379}" }');
    expect(load(text, env({ HOST: 'r1' })).redis.url).toBe('redis://r1:6379');
    expect(load(text, env({ HOST: 'r1', PORT: '7000' })).redis.url).toBe('redis://r1:7000');
    expect(load(text, env({ HOST: 'r1', PORT: '' })).redis.url).toBe('redis://r1:6379');
  });

  test('L9 a variable that is not set is an error that names it, at its place, once', () => {
    expect(problemsOf(file('redis: { url: "${REDIS_URL}" }\nmail: { smtp: "${A}${B}", from: h@example.com }'))).toEqual(
      [
        'h.yaml:4:15: the environment variable REDIS_URL is not set; set it, or give a default: "${REDIS_URL:-…}"',
        'h.yaml:5:15: the environment variable A is not set; set it, or give a default: "${A:-…}"',
        'h.yaml:5:15: the environment variable B is not set; set it, or give a default: "${B:-…}"',
      ],
    );
  });

  // A deployment gives a variable that nobody set as an empty one: docker/compose ("Defaulting to a blank string"), Helm, CI.
  test.each([
    'only: [{ name: "/^${STAGE}-x/" }]',
    'keep: [{ tag: { env: "${STAGE}" } }]',
    'match: { name: "/^${STAGE}/" }',
    'locations: ["${STAGE}"]',
  ])('L109 an empty variable selects nothing: %s is an error, unless it says that it may be empty', (words) => {
    const text = file('').replace('when:', `${words}, when:`);
    expect(problemsOf(text, env({ STAGE: '' }))).toEqual(
      expect.arrayContaining([expect.stringContaining('the environment variable STAGE is empty; set it, or say')]),
    );
    const problems = problemsOf(text.replace('${STAGE}', '${STAGE:-}'), env({ STAGE: '' }));
    expect(problems.filter((one) => one.includes('is empty; set it'))).toEqual([]);
  });

  test('L109 elsewhere a variable may be empty', () => {
    expect(load(file('redis: { url: "redis://h${SUFFIX}" }'), env({ SUFFIX: '' })).redis.url).toBe('redis://h');
  });

  test('L9 names of Object.prototype are no variables', () => {
    expect(problemsOf(file('redis: { url: "${constructor}" }'))).toEqual([
      expect.stringContaining('the environment variable constructor is not set'),
    ]);
  });

  test.each(['${}', '${1X}', '${A', '${A-b}'])('L9 %s is an error that names the allowed form', (reference) => {
    expect(problemsOf(file(`log: { level: "${reference}" }`))).toEqual([
      expect.stringMatching(/^h\.yaml:4:15: "\$\{" without a name; allowed: /),
    ]);
  });

  test('L9 a value adds no YAML', () => {
    const attack = 'x", "live": true } ]\ndryRun: false';
    const text = file('definitions: { dir: "${DIR}" }')
      .replace('"${DIR}"', '${DIR:-d}')
      .replace('{ dir: ', '\n  dir: ')
      .replace(' }\ncleanup', '\ncleanup');
    expect(problemsOf(text, env({ DIR: attack }))).toHaveLength(1);
    expect(problemsOf(text, env({ DIR: attack }))[0]).toMatch(
      /^h\.yaml:5:8: definitions\.dir: found the value of \$\{DIR\}/,
    );
    expect(load(text, env({ DIR: 'a: [b' })).definitions.dir).toBe('a: [b');
  });

  test('a variable is a number or a boolean where one is wanted, and a text elsewhere', () => {
    const text = file('dryRun: ${DRY}\nhttp: { public: { port: "${PORT}" } }').replace(
      '"123456789012"',
      '${ID}'.replace(/.*/, '"$&"'),
    );
    const configuration = load(text, env({ DRY: 'false', PORT: '9090', ID: '012345678901' }));
    expect(configuration).toMatchObject({ dryRun: false, http: { public: { port: 9090 } } });
    expect(configuration.workConfigurations[0]?.account.id).toBe('012345678901');
    expect(problemsOf(text, env({ DRY: 'nope', PORT: '0x50', ID: '012345678901' }))).toEqual([
      'h.yaml:4:9: dryRun: found the value of ${DRY}; allowed: true or false',
      'h.yaml:5:25: http.public.port: found the value of ${PORT}; allowed: a whole number from 0 to 65535',
    ]);
  });

  test('$${ is a literal ${, and nothing is substituted twice or in keys', () => {
    expect(substitute('a $${B} ${C}', { B: 'x', C: '${B}' })).toMatchObject({ text: 'a ${B} ${B}', problems: [] });
    expect(problemsOf(file('"${KEY}": 1'), env({ KEY: 'dryRun' }))).toEqual([
      expect.stringContaining('unknown key "${KEY}"'),
    ]);
  });
});

const SECRET = 'correct-horse-battery-staple-0123456789';
const secretive = `redis: { url: "redis://:${'${REDIS_PASSWORD}'}@h:1" }
mail: { smtp: "smtp://user:hunter2hunter2@mail:25", from: h@example.com }
optOut: { keys: [{ id: k, secret: "${'${LINK_KEY}'}" }] }
http: { operator: { readerTokens: [{ name: r, token: reader-token-in-file }] } }`;
const secrets = { REDIS_PASSWORD: 'swordfish', LINK_KEY: SECRET };
const hidden = ['swordfish', SECRET, 'hunter2hunter2', 'reader-token-in-file'];

describe('secrets', () => {
  test.each([
    ['as JSON', (configuration: object) => JSON.stringify(configuration)],
    ['by console', (configuration: object) => inspect(configuration, { depth: 20 })],
    ['within something else', (configuration: object) => inspect({ configuration }, { depth: 20 })],
  ])('L9 a configuration printed %s shows none', (_how, print) => {
    const printed = print(load(file(secretive), env(secrets)));
    expect(hidden.filter((secret) => printed.includes(secret))).toEqual([]);
    expect(printed).toContain('***');
    expect(printed).toContain('smtp://***@mail:25');
  });

  test('L9 redact takes them out of any text, also percent-encoded ones', () => {
    const { redact } = load(file(secretive), env({ ...secrets, REDIS_PASSWORD: 'sword%2Ffish' }));
    const text = redact(
      `cannot reach redis://:sword%2Ffish@h:1 (sword/fish), ${SECRET}, hunter2hunter2, https://u:p@x/y`,
    );
    expect(text).toBe('cannot reach redis://***@h:1 (***), ***, ***, https://***@x/y');
  });

  test('L9 redact knows a secret as JSON spells it, and leaves the address of a URL readable', () => {
    const text = file('redis: { url: "${REDIS_URL}" }\noptOut: { keys: [{ id: k, secret: "${LINK_KEY}" }] }');
    const key = 'quote"backslash\\and-more-to-be-long-enough';
    const { redact } = load(text, env({ REDIS_URL: 'redis://:swordfish@r1:6379', LINK_KEY: key }));
    expect(redact(JSON.stringify({ key }))).toBe('{"key":"***"}');
    expect(redact('redis://:swordfish@r1:6379 (r1:6379) said: swordfish')).toBe(
      'redis://***@r1:6379 (r1:6379) said: ***',
    );
  });

  test('redact leaves values that are in every line anyway', () => {
    const text = file('log: { level: "${LEVEL}" }\nwork: { capacity: "${CAPACITY}" }').replace(
      '[us-east-1]',
      '["${REGION}"]',
    );
    const { redact } = load(text, env({ LEVEL: 'debug', REGION: 'us-east-1', CAPACITY: '1000' }));
    expect(redact('debug aws:test:us-east-1:widget 1000')).toBe('debug aws:test:us-east-1:widget 1000');
  });

  test.each([
    ['a key of AWS', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    ['a token', 'glpat-Abcdef0123456789abcd'],
    ['the address of a webhook', 'https://hooks.slack.com/services/TABC/sesame'],
    ['a user and a password', 'me:swordfish@h'],
    ['a key of hexadecimal digits', '0123456789abcdef0123456789abcdef'],
  ])('L9 no error shows %s at a wrong place', (_what, written) => {
    const places = ['retention: "X"', 'notice: "X"', 'only: "X"', 'when: "X"', 'every: "X"', 'minimumAge: ["X"]'];
    for (const place of places) {
      const said = problemsOf(`${file('')}\ndefaults: { ${place.replace('X', written)} }`, env({})).join('\n');
      expect(said).not.toBe('');
      for (const part of written.split('/').slice(-2)) expect(said).not.toContain(part);
    }
  });

  test('L9 an id of a resource, a place and a word at a wrong place are shown', () => {
    for (const shown of ['ami-0123456789abcdef0', 'us-east-1', 'a-long-word-without-digits', 'v1.2.3']) {
      expect(problemsOf(`${file('')}\ndefaults: { retention: ${shown} }`, env({})).join()).toContain(`"${shown}"`);
    }
  });

  test('L9 no error shows a secret', () => {
    const wrong = secretive
      .replace('redis://:', 'http://:')
      .replace('smtp://user', 'ftp://user')
      .replace('reader-token-in-file', 'short-secret');
    const text = problemsOf(file(wrong), env({ ...secrets, LINK_KEY: 'too-short-a-key' })).join('\n');
    expect(text.split('\n')).toHaveLength(4);
    expect([...hidden, 'short-secret', 'too-short-a-key'].filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('secrets that are not set, for a command that only reads', () => {
  const lacking = { mayLackSecrets: true } as const;

  test('mail server, links, tokens and transports have placeholders', () => {
    const text = file(
      [
        'mail: { smtp: "smtps://me:${MAIL_PASSWORD}@mail.example.com", from: h@example.com }',
        'http: { operator: { port: 8081, operatorTokens: [{ name: ann, token: "${A}" }, { name: bob, token: "${B}" }] } }',
        'optOut: { keys: [{ id: k1, secret: "${LINK}" }] }',
        'notify: { transports: [{ type: slack, name: ops, url: "${SLACK}" }] }',
      ].join('\n'),
    );
    const configuration = load(text, lacking);
    expect(configuration.absentSecrets).toEqual(['MAIL_PASSWORD', 'A', 'B', 'LINK', 'SLACK']);
    expect(configuration).toMatchObject({ isWithoutRedis: false, warnings: [] });
    expect(problemsOf(text).filter((problem) => problem.includes('is not set'))).toHaveLength(5);
  });

  test.each([
    ['its address', 'redis: { url: "redis://holystone:${PASSWORD}@redis.example.com" }'],
    [
      'a key that signs it',
      'redis: { url: "redis://localhost" }\nsigning: { keys: [{ id: k, secret: "${PASSWORD}" }] }',
    ],
  ])('the state is not read without %s', (_what, yaml) => {
    const configuration = load(file(yaml), lacking);
    expect(configuration).toMatchObject({
      absentSecrets: ['PASSWORD'],
      isWithoutRedis: true,
      redis: { url: 'embedded' },
    });
    expect(configuration.serveRefuses).toEqual([]);
  });

  test('anything else that is not set is an error all the same, and so is a wrong value that is set', () => {
    const problems = problemsOf(file('dryRun: "${DRY}"\nmail: { smtp: "${SMTP}", from: "${FROM}" }'), {
      ...lacking,
      env: { SMTP: 'nonsense' },
    });
    for (const said of ['variable DRY', 'variable FROM', 'mail.smtp']) expect(problems.join()).toContain(said);
  });
});
