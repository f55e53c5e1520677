import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { ConfigurationError } from '../../../src/core/common/errors.ts';
import { isOff } from '../../../src/core/policy/namedEvidence.ts';
import { handlers as realHandlers } from '../../../src/handlers/index.ts';
import { ACCOUNTS, load, problemsOf, widget } from './load.ts';

const ENTRY = '  - { type: widget, accounts: [test], when: [{ rule: unused }] }\n';
/** `more` begins at line 4. */
const above = (more: string) => `${ACCOUNTS}${more}\ncleanup:\n${ENTRY}`;
const inDefaults = (more: string) => problemsOf(above(`defaults:\n  ${more}`));
const window = (keys: string) => problemsOf(above(`window: { ${keys} }`));

describe('the answer to bad input', () => {
  test('L5 the loader reports every problem at once, each with its place, the found and the allowed values and the nearest name', () => {
    const text = `${ACCOUNTS}dryrun: false
cleanup:
  - type: widget
    retension: 5d
    when:
      - rule: unusd
      - { rule: age, morThan: 6d }
      - all: [{ rule: age, moreThan: 5 }]
      - { rule: attribute, where: { state: "/(/" } }
`;
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(/^h\.yaml:4:1: dryrun: unknown key "dryrun"; did you mean "dryRun"\? allowed: dryRun, /),
      expect.stringMatching(/^h\.yaml:7:5: .*unknown key "retension"; did you mean "retention"\? allowed: /),
      'h.yaml:9:15: cleanup[0].when[0].rule: found "unusd"; did you mean "unused"? allowed: age, attribute, expired, rusty, unused',
      'h.yaml:10:9: cleanup[0].when[1].moreThan: "moreThan" is missing; allowed: a span of time above zero: 36h, 90d, 2w',
      'h.yaml:10:22: cleanup[0].when[1].morThan: unknown key "morThan"; did you mean "moreThan"? allowed: moreThan, rule',
      'h.yaml:11:38: cleanup[0].when[2].all[0].moreThan: found 5; allowed: a span of time above zero: 36h, 90d, 2w',
      expect.stringMatching(
        /^h\.yaml:12:44: cleanup\[0\]\.when\[3\]\.where\.state: found "\/\(\/"; not a regex of RE2: /,
      ),
    ]);
  });

  test('L5 the message about a key or kind of an earlier version has its present name', () => {
    expect(inDefaults('notice: { hastenNotBefore: 2d }')).toEqual([
      expect.stringContaining('unknown key "hastenNotBefore"; did you mean "expediteNotBefore"? allowed: '),
    ]);
    const off = 'evidence: { off: [copiesUnderWay, madeForImage] }';
    const entryOf = `cleanup:\n  - { type: snapshot, accounts: [test], when: [{ rule: unused }], ${off} }\n`;
    expect(problemsOf(`${ACCOUNTS}${entryOf}`, { handlers: realHandlers })).toEqual([
      expect.stringContaining('found "copiesUnderWay"; did you mean "pendingCopies"? allowed: '),
      expect.stringContaining('found "madeForImage"; did you mean "backedImage"? allowed: '),
    ]);
  });

  test('L5 a kind of evidence that another one took over still means that, and a warning names it', () => {
    const off = 'evidence: { off: [batch, { kind: emr, accounts: [test] }, instances] }';
    const entryOf = `cleanup:\n  - { type: image, accounts: [test], when: [{ rule: unused }], ${off} }\n`;
    const { warnings, workConfigurations } = load(`${ACCOUNTS}${entryOf}`, { handlers: realHandlers });
    expect(warnings.map(({ message }) => message)).toEqual([
      'cleanup[0].evidence.off[0]: `batch` is `batchEnvironments` now, and means that',
      'cleanup[0].evidence.off[1]: `emr` is `emrClusters` now, and means that',
    ]);
    const isLeftOut = (kind: string) => {
      const [source] = realHandlers
        .filter(({ resourceType }) => resourceType === 'image')
        .flatMap(({ evidence }) => evidence.filter(({ name }) => name === kind));
      return source !== undefined && isOff(workConfigurations[0]?.evidence.off ?? [], source, 'test');
    };
    expect(['batchEnvironments', 'emrClusters', 'instances', 'fleets'].filter(isLeftOut)).toHaveLength(3);
  });

  test('L5 a rule of the type is known only to that type, with its parameters checked', () => {
    const withRule = (rule: string) => problemsOf(above('').replace('{ rule: unused }', rule));
    expect(withRule('{ rule: rusty, above: 3 }')).toEqual([]);
    expect(withRule('{ rule: rusty, above: much }')).toEqual([
      'h.yaml:6:68: cleanup[0].when[0].above: found "much"; allowed: a number',
    ]);
    expect(withRule('{ rule: zeroInstances }')).toHaveLength(1);
    expect(withRule('unused')).toEqual([
      'h.yaml:6:46: cleanup[0].when[0]: found "unused"; allowed: a rule, written as { rule: unused }',
    ]);
    expect(withRule('Rusty')).toEqual([expect.stringContaining('written as { rule: rusty }')]);
    expect(withRule('{ all: [rusty] }')).toEqual([
      'h.yaml:6:54: cleanup[0].when[0].all[0]: found "rusty"; allowed: a rule, written as { rule: rusty }',
    ]);
  });

  test.each([
    ['ami', 'image'],
    ['EC2-Images', 'image'],
    ['asg', 'autoScalingGroup'],
    ['ebs', 'volume'],
  ])('L5 the type %s, a common word, is understood as %s in the message', (word, meant) => {
    const text = above('').replace('type: widget', `type: ${word}`);
    expect(problemsOf(text, { handlers: realHandlers })).toEqual([
      expect.stringContaining(`cleanup[0].type: found "${word}"; did you mean "${meant}"? allowed: `),
    ]);
  });

  const entry = 'cleanup:\n  - { type: widget, accounts: [test], when: [{ rule: unused }] }\n';
  test.each([
    ['without a name', 'accounts: [{ provider: aws, locations: [us-east-1] }]\n', '"name" is missing'],
    ['of an unknown provider', 'accounts: [{ name: test, provider: awss, locations: [us-east-1] }]\n', '"awss"'],
    ['whose name is not set', `accounts: [{ name: "\${N}", provider: aws, locations: [us-east-1] }]\n`, 'variable N'],
    ['that is nowhere', '', '"accounts" is missing'],
  ])('L5 an account %s is one problem, although an entry names it', (_what, accounts, problem) => {
    expect(problemsOf(`${accounts}${entry}`)).toEqual([expect.stringContaining(problem)]);
  });

  test("L5 the type's own keys are checked like all others", () => {
    const text = (key: string) => `${ACCOUNTS}cleanup:\n  - type: widget\n    when: [{ rule: unused }]\n    ${key}\n`;
    expect(problemsOf(text('keepNewest: off'))).toEqual([]);
    expect(problemsOf(text('keepNewest: of'))).toEqual([
      'h.yaml:7:17: cleanup[0].keepNewest: found "of"; did you mean "off"? allowed: off, or a mapping of keys to values',
    ]);
    expect(problemsOf(text('keepNewest: { count: 0 }'))).toEqual([
      'h.yaml:7:26: cleanup[0].keepNewest.count: found 0; allowed: at least 1',
    ]);
    expect(problemsOf(text('evidence: { sharin: keep, off: [usres] }'))).toEqual([
      'h.yaml:7:17: cleanup[0].evidence.sharin: unknown key "sharin"; did you mean "sharing"? allowed: off, acceptUnread, sharing',
      'h.yaml:7:37: cleanup[0].evidence.off[0]: found "usres"; did you mean "users"? allowed: users, or a mapping of keys to values',
    ]);
  });

  test.each([
    ['days: [], from: "09:00", to: "17:00", timeZone: UTC', '4:17: window.days: found an empty list'],
    ['from: "09:00", to: "17:00", timeZone: UTC', '4:9: window.days: "days" is missing'],
    ['days: [Mon, Tueday], from: "09:00", to: "17:00", timeZone: UTC', '4:23: window.days[1]: found "Tueday"'],
    ['days: [Mon, Mon], from: "09:00", to: "17:00", timeZone: UTC', '4:23: window.days[1]: found "Mon"; it is listed'],
    ['days: [Mon], from: "25:00", to: "17:00", timeZone: UTC', '4:30: window.from: found "25:00"'],
    ['days: [Mon], from: 900, to: "17:00", timeZone: UTC', '4:30: window.from: found 900'],
    ['days: [Mon], from: "09:00", to: "09:00", timeZone: UTC', '4:43: window.to: the window opens and closes'],
    [
      'days: [Mon], from: "09:00", to: "17:00", timeZone: Europe/Berlim',
      '4:62: window.timeZone: found "Europe/Berlim"; did you mean "Europe/Berlin"?',
    ],
    ['days: [Mon], from: "09:00", to: "17:00", timeZone: "+02:00"', '4:62: window.timeZone: found "+02:00"'],
    ['days: [Mon], from: "09:00", to: "17:00"', '4:9: window.timeZone: "timeZone" is missing'],
  ])('L6 the window { %s } is an error', (keys, expected) => {
    expect(window(keys)).toEqual([expect.stringContaining(`h.yaml:${expected}`)]);
  });

  test('L6 from after to is a window over midnight', () => {
    const { workConfigurations } = load(
      above('window: { days: [Fri, Mon], from: "22:00", to: "04:30", timeZone: Europe/Berlin }'),
    );
    expect(workConfigurations[0]?.window).toEqual({
      days: [1, 5],
      fromMinute: 22 * 60,
      toMinute: 4 * 60 + 30,
      timeZone: 'Europe/Berlin',
    });
  });

  test.each([
    '0',
    '-1',
    '-10d',
    '.nan',
    '.inf',
    '""',
    '',
    'soon',
    '10',
    '0d',
    '1.5d',
    '10 d',
    '[10d]',
    '{ days: 10 }',
    'true',
    '99999d',
  ])('L7 retention: %s is an error', (value) => {
    expect(inDefaults(`retention: ${value}`)).toEqual([
      expect.stringMatching(/^h\.yaml:5:(14|3): defaults\.retention: found .*; allowed: a span of time above zero/),
    ]);
  });

  test.each([
    ['10d', { ms: 864_000_000 }],
    ['36h', { ms: 129_600_000 }],
    ['90s', { ms: 90_000 }],
    ['2w', { ms: 1_209_600_000 }],
    ['10bd', { businessDays: 10 }],
  ])('L7 retention: %s is a duration', (value, expected) => {
    expect(load(above(`defaults: { retention: ${value} }`)).workConfigurations[0]?.retention).toEqual(expected);
  });

  test.each(['minimumAge', 'unusedFor', 'maxEvidenceAge'])('L7 %s takes no business days, zero or words', (key) => {
    for (const value of ['10bd', '0', 'soon', '.nan', '-5m']) expect(inDefaults(`${key}: ${value}`)).toHaveLength(1);
  });

  test.each(['0', '0%', '-5%', '101%', '25', '1.1', '.nan', '""', 'half', '"%"', 'true'])(
    'L7 a share of %s is an error',
    (value) => {
      expect(inDefaults(`tripwires: { markedShare: ${value} }`)).toEqual([
        expect.stringContaining('h.yaml:5:29: defaults.tripwires.markedShare: found'),
      ]);
    },
  );

  test.each([
    'newMarks: 0',
    'newMarks: -1',
    'newMarks: 1.5',
    'newMarks: .nan',
    'newMarks: ""',
    'newMarks: "500"',
    'sharesFrom: 0',
  ])('L7 the tripwire %s is an error', (limit) => {
    expect(inDefaults(`tripwires: { ${limit} }`)).toHaveLength(1);
  });

  test.each(['deletesPerPass: 0', 'deletesPerDay: -1', 'batch: .inf', 'spread: 0', 'spread: off'])(
    'L7 the pace %s is an error',
    (limit) => {
      expect(inDefaults(`pace: { ${limit} }`)).toHaveLength(1);
    },
  );

  test('capacity 0 pauses and is allowed; below it is not', () => {
    expect(load(above('work: { capacity: 0 }')).work.capacity).toBe(0);
    expect(problemsOf(above('work: { capacity: -1 }'))).toHaveLength(1);
    expect(problemsOf(above('work: { concurrency: 0 }'))).toHaveLength(1);
  });

  test('a deadline that is not longer than the budget is an error, also against the built-in one', () => {
    expect(problemsOf(above('work: { budget: 5m, deadline: 5m }'))).toHaveLength(1);
    expect(problemsOf(above('work: { budget: 10m }'))).toHaveLength(1);
    expect(problemsOf(above('work: { deadline: 250s }'))).toHaveLength(1);
  });

  test('maxEvidenceAge goes up to 15m', () => {
    expect(inDefaults('maxEvidenceAge: 15m')).toEqual([]);
    expect(inDefaults('maxEvidenceAge: 16m')).toEqual([expect.stringContaining('at most 15m')]);
  });

  test.each([
    'keep: [{}]',
    'keep: [{ tag: {} }]',
    'keep: [{ name: "/(/" }]',
    'keep: [{ name: "/^golden-" }]',
    'keep: [{ name: "golden-*" }]',
    'keep: [{ tag: { a: "/[/" } }]',
    'keep: [{ attribute: { name: "/(?=x)/" } }]',
    'keep: [{ nme: x }]',
    'keep: [{ name: [a] }]',
    'keep: { name: x }',
    'keep: [{ name: }]',
  ])('L42 L43 %s is an error, because it would silently keep nothing', (keep) => {
    expect(inDefaults(keep)).toHaveLength(1);
  });

  test.each([
    'mail: { smtp: http://x, from: h@example.com }',
    'mail: { smtp: smtp://x, from: nobody }',
    'mail: { smtp: smtp://x }',
    'redis: { url: localhost:6379 }',
    'redis: { url: redis:// }',
    'http: { public: { port: 65536 } }',
    'http: { public: { port: 8081 } }',
    'http: { public: { url: ftp://x } }',
    'http: { operator: { readerTokens: [{ name: a, token: short }] } }',
    'optOut: { keys: [{ id: a, secret: tooshort }] }',
    'optOut: { keys: [{ id: "a b", secret: 0123456789abcdef0123456789abcdef }] }',
    'work: { tick: "* * * *" }',
    'work: { tick: "61 * * * *" }',
    'log: { level: loud }',
    'definitions: { dir: "" }',
    'definitions: { dir: d, s3: { bucket: acme, region: us-east-1 } }',
    'definitions: { s3: { bucket: acme } }',
    'definitions: { s3: { bucket: Acme, region: us-east-1 } }',
    'definitions: { s3: { bucket: acme, region: us-east-1, expectedBucketOwner: acme } }',
    'definitions: { s3: { bucket: acme, region: us-east-1, encryption: AES256, kmsKeyId: k } }',
    'definitions: { s3: { bucket: acme, region: us-east-1, endpoint: minio } }',
    'owner: { tags: [] }',
    'defaults: { notice: { fallback: nobody } }',
    'defaults: { notice: on }',
    'defaults:',
    'dryRun: "no"',
    'dryRun: no',
  ])('%s is exactly one error, on its line', (section) => {
    expect(problemsOf(above(section))).toEqual([expect.stringMatching(/^h\.yaml:4:\d+: /)]);
  });

  test('two link keys with one id are an error', () => {
    const key = (secret: string) => `{ id: k, secret: ${secret.repeat(32)} }`;
    expect(problemsOf(above(`optOut: { keys: [${key('a')}, ${key('b')}] }`))).toEqual([
      expect.stringContaining('optOut.keys[1].id: the id of a key must be unique'),
    ]);
  });

  test('an account id must be quoted and have 12 digits', () => {
    const withId = (id: string) => problemsOf(above('').replace('"123456789012"', id));
    expect(withId('123456789012')).toEqual([
      'h.yaml:2:38: accounts[0].id: found 123456789012; allowed: an AWS account id in quotes: "123456789012"',
    ]);
    expect(withId('"12345678901"')).toHaveLength(1);
  });

  test('a date that does not exist is an error, and so is an account nobody declared', () => {
    const accept = (accounts: string, until: string) =>
      problemsOf(
        `${ACCOUNTS}cleanup:\n  - type: widget\n    when: [{ rule: unused }]\n    evidence:\n      acceptUnread:\n        - { kind: users, accounts: [${accounts}], until: ${until}, reason: x }\n`,
      );
    expect(accept('test', '2027-02-28')).toEqual([]);
    for (const none of ['2027-02-30', '2027-13-31', '2027-00-10', '2027-01-00', '2027-01-32', '2027-01-01T25:00:00Z']) {
      expect(accept('test', none)).toEqual([
        expect.stringMatching(/^h\.yaml:9:\d+: .*allowed: a date such as 2027-03-31, or an instant/),
      ]);
    }
    expect(accept('tset', '2027-02-28')).toEqual([
      expect.stringMatching(/^h\.yaml:9:37: .*found "tset".*did you mean "test"/),
    ]);
  });

  test('an allowlist that is empty is allowed, and warned about', () => {
    const { warnings, workConfigurations } = load(above('').replace('type: widget', 'type: widget, only: []'));
    expect(workConfigurations[0]?.only).toEqual([]);
    expect(warnings).toEqual([
      {
        file: 'h.yaml',
        line: 6,
        column: 21,
        message: 'cleanup[0].only: an empty allowlist: this entry keeps everything',
      },
    ]);
  });

  test('L10 a file of Swabbie gives one problem: import it', () => {
    expect(problemsOf('swabbie:\n  provider: aws\nfoo: bar\n')).toEqual([
      expect.stringMatching(/^h\.yaml:1:1: swabbie: .*holystone import/),
    ]);
  });

  test.each(['', '# nothing\n', 'just text', '- a\n- b\n', '42', 'null'])('%j is no configuration', (text) => {
    expect(problemsOf(text).length).toBeGreaterThan(0);
  });

  test('a file that is not there, or is a folder, is one line', () => {
    const dir = mkdtempSync(join(tmpdir(), 'holystone-'));
    try {
      for (const path of [join(dir, 'none.yaml'), dir]) {
        expect(() => loadConfiguration({ path }, { env: {}, handlers: [widget] })).toThrow(
          expect.objectContaining({
            name: 'ConfigurationError',
            problems: [{ file: path, line: 1, column: 1, message: expect.stringContaining('cannot be read') }],
          }),
        );
      }
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  test('a message is one line for any value', () => {
    const problems = problemsOf(above('log: { level: "a\\nb\\u001b[31mred" }\n"k\\ney": 1'));
    expect(problems).toHaveLength(2);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
    expect(problems.join('')).not.toMatch(/[\u0000-\u001f]/);
  });

  test('a very long key or value is cut in its message', () => {
    const long = 'x'.repeat(900);
    expect(problemsOf(above(`log: { level: ${long} }\n${long}: 1`)).map((line) => line.length < 400)).toEqual([
      true,
      true,
    ]);
  });

  test('the error is one ConfigurationError with file, line and column as data', () => {
    const attempt = () => load('accounts: []\n');
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(/^h\.yaml:1:1: .*"cleanup" is missing[^\n]*\nh\.yaml:1:11: accounts: found an empty list/);
  });
});
