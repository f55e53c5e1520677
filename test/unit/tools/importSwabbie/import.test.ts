// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of both files
import { describe, expect, test } from '@jest/globals';
import { data, entry, fixture, fixtures, imported, loaded, lost, only, problems, swabbie } from './support.ts';

const DAY = 86_400_000;

describe('believable files', () => {
  test.each(fixtures)('L10 %s → a native file that validates and is never live', (name) => {
    const { workConfigurations } = loaded(fixture(name), { OWNER: 'cloud@example.com' });
    expect(workConfigurations.length).toBeGreaterThan(0);
    expect(workConfigurations.filter(({ live }) => live)).toEqual([]);
    expect(workConfigurations.every(({ account }) => account.id === undefined)).toBe(true);
  });

  test('L10 providers × accounts × locations × types → one namespace each', () => {
    const { workConfigurations } = loaded(fixture('images.yml'));
    expect(workConfigurations.map(({ namespace }) => namespace)).toEqual([
      'aws:test:us-east-1:image',
      'aws:test:us-west-2:image',
      'aws:prod:us-east-1:image',
      'aws:prod:us-west-2:image',
    ]);
  });

  test('L10 every setting arrives', () => {
    const [first] = loaded(fixture('images.yml')).workConfigurations;
    expect(first).toMatchObject({
      actions: ['mark', 'notify', 'delete'],
      window: { days: [1, 2, 3, 4], fromMinute: 540, toMinute: 960, timeZone: 'America/Los_Angeles' },
      minimumAgeMs: 30 * DAY,
      unusedForMs: 30 * DAY,
      retention: { ms: 10 * DAY },
      notice: { enabled: true, fallback: 'cloud@example.com', itemsPerMessage: 25 },
      pace: { deletesPerPass: 50, batch: 10, spreadMs: 3_600_000 },
      when: [{ rule: 'unused', parameters: {} }],
      only: [{ owner: 'team-a@example.com' }, { owner: '/@research.example.com$/' }],
    });
    expect(first?.keep).toEqual(expect.arrayContaining([{ name: '/^base-(ubuntu|windows)-/' }, { name: 'golden' }]));
  });

  test('L10 a dryRun in the file is not reported as missing', () => {
    const given = imported(fixture('images.yml')).text;
    expect(given).toContain("Swabbie's dryRun of this type was false");
    expect(given).not.toContain('Swabbie had no dryRun');
    expect(imported(fixture('images.yml').replace(/^ {10}dryRun: false\n/m, '')).text).toContain(
      'Swabbie had no dryRun',
    );
  });

  test('L10 all spellings of Spring: kebab-case, texts for numbers, mappings for lists, placeholders', () => {
    const env = { OWNER: 'cloud@example.com', RETENTION_DAYS: '30' };
    const { workConfigurations } = loaded(fixture('relaxed.yml'), env);
    expect(workConfigurations.map(({ namespace }) => namespace)).toContain('aws:staging:eu-west-1:image');
    expect(workConfigurations[0]).toMatchObject({
      window: { days: [1, 2], fromMinute: 510, toMinute: 1020, timeZone: 'Europe/Berlin' },
      minimumAgeMs: 45 * DAY,
      retention: { ms: 30 * DAY },
      notice: { enabled: true, fallback: 'cloud@example.com', itemsPerMessage: 15 },
      pace: { deletesPerPass: 20, batch: 2, spreadMs: 2000 },
    });
    expect(workConfigurations[0]).not.toHaveProperty('unusedForMs');
    expect(imported(fixture('relaxed.yml')).variables).toEqual(['OWNER']);
  });

  test('L10 a setting without a counterpart is listed with its place, in the file and on stderr', () => {
    const { text, lost: found } = imported(fixture('groups.yml'));
    expect(found.map(({ line, message }) => [line, message.replace(/^\S+: /, '')])).toEqual([
      [34, 'Eureka is not asked here'],
      [37, expect.stringContaining('OrphanedImageRule is not for this type')],
      [40, expect.stringContaining('does not convert the type "securityGroup"')],
      [44, expect.stringContaining('does not convert the type "snapshot"')],
      [49, 'left out: it is not enabled'],
      [53, expect.stringContaining('provider "titus"')],
    ]);
    const [, list = ''] = text.split('# Without counterpart');
    expect(list.match(/^# - line \d+: /gm)).toHaveLength(found.length);
    expect(text).toContain('#   - name: snapshot\n#     enabled: true\n#     retention: 30\n');
  });
});

describe('changed meanings have a comment', () => {
  const cases = [
    ['dry run', 'dryRun: true', /Swabbie said false\..*begins with a dry run/],
    ['the window', 'window:', /surveys run round the clock/],
    ['accounts without id', 'accounts:', /it nothing is ever deleted there/],
    ['rules', 'when:', /a resource in use is kept, whatever they say/],
    ['maxAge', 'minimumAge: 30d', /maxAge, which was a minimum age/],
    ['retention', 'retention: 10d', /counts from the accepted notice/],
    ['opt-out links', 'notice:', /Opt-out links now lead to Holystone/],
    ['items of a message', 'itemsPerMessage: 25', /go into a CSV/],
    ['limits', 'pace:', /deletions per pass of one namespace/],
    ['Tag patterns', '- { tag: { expiration_time: "/^\\\\d+y$/" } }', /here it is matched as meant/],
    ['repeated keys', '- { name: golden }', /replaced the one above; here they add up/],
  ] as const;
  test.each(cases)('L10 %s', (_what, key, said) => {
    const lines = imported(fixture('images.yml'))
      .text.split('\n')
      .map((line) => line.trim());
    const at = lines.indexOf(key);
    const above = lines.slice(0, at).reverse();
    const comment = above.slice(
      0,
      above.findIndex((line) => !line.startsWith('#')),
    );
    expect(comment.reverse().join(' ').replaceAll('# ', '')).toMatch(said);
  });

  test('L10 L41 a passed TTL tag no longer gets around anything', () => {
    expect(imported(fixture('exclusions.yml')).text).toMatch(
      /passed TTL tag only nominates: use, opt-outs, exclusions/,
    );
  });

  test('L6 L10 a window that ends before it begins is one over midnight', () => {
    const { text } = imported(fixture('groups.yml'));
    expect(text).toContain('Swabbie failed when it ended before it began; here that is a window over midnight.');
    expect(data(fixture('groups.yml')).window).toMatchObject({ from: '22:00', to: '05:00' });
  });
});

describe('switches', () => {
  test.each([
    ['true', false],
    ['false', true],
    ['${DRY:false}', false],
  ])('dryRun of a type is %s → live: %s', (dryRun, live) => {
    expect(entry(swabbie({ type: `dryRun: ${dryRun}` })).live).toBe(live);
  });

  test('an imported file begins with a dry run, with any setting of Swabbie', () => {
    expect(data(swabbie({ top: 'dryRun: false' })).dryRun).toBe(true);
  });

  test.each(['enabled: false', 'work: { enabled: true }', 'work.enabled: ${OFF:false}'])(
    '%s switched Swabbie off → plan only',
    (top) => {
      expect(entry(swabbie({ top })).live).toBe(false);
      expect(lost(swabbie({ top }))).toEqual([expect.stringMatching(/plan only: .*switched/i)]);
    },
  );

  test('a type that is enabled by a variable → plan only', () => {
    const text = swabbie({}).replace('enabled: true', 'enabled: ${IMAGES:true}');
    expect(entry(text).live).toBe(false);
  });
});

describe('numbers', () => {
  const cases = [
    ['retention: 21', { retention: '21d' }],
    ['retention: "21"', { retention: '21d' }],
    ['retention: 0', { retention: '1d' }],
    ['retention: -3', { retention: '1d' }],
    ['maxAge: 0', { minimumAge: '1d' }],
    ['max-age: ${AGE:40}', { minimumAge: '${AGE:-40}d' }],
    ['{}', { retention: '14d', minimumAge: '14d', unusedFor: '30d' }],
  ] as const;
  test.each(cases)('L7 %s', (type, expected) => {
    expect(entry(swabbie({ type: type === '{}' ? '' : type }))).toMatchObject(expected);
  });

  test('L7 a span that is too long is shortened, and the entry is plan-only', () => {
    expect(entry(swabbie({ type: 'retention: 99999' }))).toMatchObject({ retention: '3650d', live: false });
  });

  const limits = [
    ['maxItemsProcessedPerCycle: 7', { deletesPerPass: 7, batch: 5, spread: 'none' }, true],
    ['maxItemsProcessedPerCycle: 0', { deletesPerPass: 10 }, false],
    ['itemsProcessedBatchSize: 0', { batch: 5 }, false],
    ['itemsProcessedBatchSize: 5000', { batch: 1000 }, true],
    ['deleteSpreadMs: 1', { spread: '1s' }, true],
    ['deleteSpreadMs: 5400000', { spread: '90m' }, true],
    ['deleteSpreadMs: -1', { spread: 'none' }, true],
  ] as const;
  test.each(limits)('limits: %s', (provider, pace, live) => {
    expect(entry(swabbie({ provider }))).toMatchObject({ pace, live });
  });

  test.each(['retention: soon', 'retention: 012', 'retention: 1.5', 'maxAge: [1]', 'retention: "${X:soon}"'])(
    'L5 %s would not have started Swabbie: said with its place',
    (type) => {
      expect(problems(swabbie({ type }))).toEqual([
        expect.stringMatching(/^swabbie\.yml:12:\d+: swabbie\.providers\[0\]\.resourceTypes\[0\]\.\w+: .*allowed/),
      ]);
    },
  );
});

describe('notices', () => {
  test('L51 off, as Swabbie’s are unless it says otherwise', () => {
    expect(entry(swabbie({})).notice).toBe('off');
  });

  const cases = [
    ['{ enabled: true }', { itemsPerMessage: 10 }, true],
    ['{ enabled: true, itemsPerMessage: 5000 }', { itemsPerMessage: 1000 }, true],
    ['{ enabled: true, itemsPerMessage: 0 }', { itemsPerMessage: 1 }, true],
    ['{ enabled: true, types: [slack] }', { itemsPerMessage: 10 }, false],
    ['{ enabled: true, defaultDestination: a@x.org }', { fallback: 'a@x.org', itemsPerMessage: 10 }, true],
    ['{ enabled: true, defaultDestination: "nobody, b@x.org" }', { fallback: 'b@x.org', itemsPerMessage: 10 }, true],
    ['{ enabled: true, defaultDestination: nobody }', { itemsPerMessage: 10 }, true],
  ] as const;
  test.each(cases)('%s', (notification, notice, live) => {
    const { notice: found, live: isLive } = entry(swabbie({ type: `notification: ${notification}` }));
    expect({ found, isLive }).toEqual({ found: notice, isLive: live });
  });
});

describe('schedules', () => {
  test('none said → the one that Swabbie had unless configured otherwise', () => {
    const zone = { timeZone: 'America/Los_Angeles' };
    expect(data(swabbie({})).window).toEqual({
      days: ['Mon', 'Tue', 'Wed', 'Thu'],
      from: '09:00',
      to: '16:00',
      ...zone,
    });
  });

  test('disabled → any time', () => {
    expect(data(swabbie({ top: 'schedule: { enabled: false }' }))).not.toHaveProperty('window');
  });

  test.each([
    ['allowedDaysOfWeek: []', { days: ['Mon', 'Tue', 'Wed', 'Thu'] }],
    ['{ startTime: "10:00", endTime: "10:00" }', { from: '10:00', to: '10:01' }],
    ['defaultTimeZone: Mars/Olympus', { timeZone: 'America/Los_Angeles' }],
    ['allowedDaysOfWeek: ["${DAY:MONDAY}"]', { days: ['Mon'] }],
  ])('L6 %s, with which Swabbie did nothing or something else → plan only', (schedule, window) => {
    const text = swabbie({ top: `schedule: ${schedule.startsWith('{') ? schedule : `{ ${schedule} }`}` });
    expect({ ...data(text).window, live: entry(text).live }).toMatchObject({ ...window, live: false });
  });

  test.each(['startTime: noon', 'allowedDaysOfWeek: [SOMEDAY]'])('L5 %s is a problem at its place', (schedule) => {
    expect(problems(swabbie({ top: `schedule: { ${schedule} }` }))).toEqual([
      expect.stringMatching(/^swabbie\.yml:2:\d+: swabbie\.schedule\..*: allowed: /),
    ]);
  });
});

describe('actions', () => {
  test.each([
    ['[MARK]', ['mark']],
    ['MARK,DELETE', ['mark', 'delete']],
    ['[DELETE, UNMARK, MARK]', ['mark', 'delete']],
  ])('L3 enabledActions: %s', (actions, expected) => {
    expect(only(swabbie({ type: `enabledActions: ${actions}` })).actions).toEqual(expected);
  });
});

describe('places', () => {
  test('L2 two blocks for one namespace → only the first is written, and both are plan-only', () => {
    const second = '- { name: aws, locations: [us-east-1, eu-west-1], accounts: [test, prod], resourceTypes: ';
    const type = '[{ name: image, enabled: true, enabledRules: [{ rules: [{ name: OrphanedImageRule }] }] }] }';
    const { cleanup } = data(`${swabbie({})}    ${second}${type}\n`);
    expect(cleanup.map(({ accounts, locations, live }) => ({ accounts, locations, live }))).toEqual([
      { accounts: ['test'], locations: ['us-east-1'], live: false },
      { accounts: ['test'], locations: ['eu-west-1'], live: false },
      { accounts: ['prod'], locations: ['us-east-1', 'eu-west-1'], live: false },
    ]);
  });

  test('names that differ in case only are one', () => {
    const text = swabbie({}).replace('[test]', '[test, Test, prod]');
    expect(data(text).accounts.map(({ name }) => name)).toEqual(['test', 'prod']);
    expect(lost(text)).toContainEqual(expect.stringContaining('"Test" and "test" are one name here'));
  });

  test.each(['swabbie:', 'swabbie: { dryRun: false, providers: [] }', 'swabbie.dryRun: true'])(
    'nothing to import (%s) → an entry that keeps everything, so that the file validates',
    (text) => {
      expect(only(text)).toMatchObject({ only: [], live: false });
    },
  );
});

describe('files that are not Swabbie’s', () => {
  test.each([
    ['text that is no YAML', 'swabbie: [', /^swabbie\.yml:\d+:\d+: not valid YAML/],
    ['an empty file', '', /^swabbie\.yml:1:1: not a configuration of Swabbie/],
    ['another file of Spinnaker', 'orca: {}\n', /^swabbie\.yml:1:1: not a configuration of Swabbie/],
    ['a native file', 'accounts: []\ncleanup: []\n', /it is a native file already/],
    ['a list', 'swabbie: [1]\n', /^swabbie\.yml:1:10: swabbie: allowed: a mapping$/],
    [
      'one key in two spellings',
      'swabbie: { dryRun: true, dry-run: false }',
      /given twice, as "dryRun" and as "dry-run"/,
    ],
  ])('L5 %s → said with its place', (_what, text, said) => {
    expect(problems(text)).toEqual([expect.stringMatching(said)]);
  });
});
