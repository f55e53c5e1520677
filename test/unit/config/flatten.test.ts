import { describe, expect, test } from '@jest/globals';
import { DAY_MS } from '../../../src/core/common/duration.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { ACCOUNTS, LIVE, load } from './load.ts';

const HOUR = 3_600_000;

function only(defaults: string, entry = '', top = ''): WorkConfiguration {
  const text = `${top}${ACCOUNTS}${defaults === '' ? '' : `defaults:\n${defaults}`}cleanup:
  - type: widget
    accounts: [test]
    when: [{ rule: unused }]
${entry}`;
  return load(text).workConfigurations[0] as WorkConfiguration;
}

describe('built-in values ← defaults ← entry', () => {
  test('the built-in values without any setting', () => {
    expect(only('')).toMatchObject({
      everyMs: { mark: 6 * HOUR, notify: DAY_MS, delete: HOUR / 4 },
      minimumAgeMs: 30 * DAY_MS,
      unusedForMs: 14 * DAY_MS,
      retention: { ms: 10 * DAY_MS },
      unownedRetention: { ms: 30 * DAY_MS },
      maxEvidenceAgeMs: 300_000,
      notice: { enabled: true, itemsPerMessage: 50, per: 'item', validForMs: 14 * DAY_MS },
      owner: { tags: ['owner', 'creator'] },
      tripwires: {
        newMarks: 500,
        markedShare: 0.25,
        unmarkedShare: 0.25,
        dueShare: 0.1,
        shrunkBy: 0.5,
        sharesFrom: 40,
      },
      pace: { deletesPerPass: 100, deletesPerDay: 500, batch: 25 },
      keep: [{ tag: { expiration_time: 'never' } }],
      evidence: { off: [], acceptUnread: [] },
      parameters: { keepNewest: { count: 3 }, evidence: { sharing: 'keep' } },
    });
    expect(only('')).not.toHaveProperty('window');
    expect(only('')).not.toHaveProperty('only');
    expect(only('').pace).not.toHaveProperty('spreadMs');
    expect(only('').notice).not.toHaveProperty('fallback');
  });

  test('mappings are laid over each other key by key', () => {
    const configuration = only(
      '  every: { mark: 1h, notify: 2d }\n  tripwires: { newMarks: 5 }\n  pace: { batch: 7 }\n',
      '    every: { mark: 30m }\n    tripwires: { dueShare: 0.5 }\n    pace: { spread: 1h }\n',
    );
    expect(configuration.everyMs).toEqual({ mark: HOUR / 2, notify: 2 * DAY_MS, delete: HOUR / 4 });
    expect(configuration.tripwires).toMatchObject({ newMarks: 5, dueShare: 0.5, markedShare: 0.25 });
    expect(configuration.pace).toEqual({ deletesPerPass: 100, deletesPerDay: 500, batch: 7, spreadMs: HOUR });
  });

  test("an entry's value wins over the default's", () => {
    expect(only('  retention: 20d\n', '    retention: 5bd\n')).toMatchObject({
      retention: { businessDays: 5 },
      unownedRetention: { businessDays: 15 },
    });
    expect(only('  unownedRetention: 20d\n').unownedRetention).toEqual({ ms: 20 * DAY_MS });
    expect(only('', '    unusedFor: off\n')).not.toHaveProperty('unusedForMs');
  });

  test('L8 keep adds up over all three layers, the same entry once', () => {
    const keep = '[{ name: "/^golden-/" }, { tag: { team: infra } }]';
    expect(only(`  keep: ${keep}\n`, '    keep: [{ id: x }, { tag: { team: infra } }]\n').keep).toEqual([
      { tag: { expiration_time: 'never' } },
      { name: '/^golden-/' },
      { tag: { team: 'infra' } },
      { id: 'x' },
    ]);
  });

  test('L51 notice: off drops all settings of the notice; an entry can switch it on again', () => {
    expect(only('  notice: off\n').notice).toMatchObject({ enabled: false });
    expect(only('  notice: off\n', '    notice: { fallback: a@example.com }\n').notice).toEqual({
      enabled: true,
      fallback: 'a@example.com',
      itemsPerMessage: 50,
      per: 'item',
      validForMs: 14 * DAY_MS,
      expediteNotBeforeMs: DAY_MS,
    });
    expect(only('  notice: { fallback: a@example.com }\n', '    notice: off\n').notice.enabled).toBe(false);
  });

  test('the window of the entry wins over the one of its account, and that over the general one', () => {
    const general = 'window: { days: [Mon], from: "01:00", to: "24:00", timeZone: UTC }\n';
    const own = '    window: { days: [Tue], from: "02:00", to: "03:00", timeZone: UTC }\n';
    const ofAccount = (text: string) =>
      text.replace(
        '[us-east-1] }',
        '[us-east-1], window: { days: [Wed], from: "04:00", to: "05:00", timeZone: UTC } }',
      );
    const windowOf = (text: string) => load(text).workConfigurations[0]?.window;
    const base = `${general}${ACCOUNTS}cleanup:\n  - type: widget\n    accounts: [test]\n    when: [{ rule: unused }]\n`;
    expect(windowOf(base)).toEqual({ days: [1], fromMinute: 60, toMinute: 1440, timeZone: 'UTC' });
    expect(windowOf(ofAccount(base))).toMatchObject({ days: [3] });
    expect(windowOf(ofAccount(base + own))).toMatchObject({ days: [2] });
    expect(windowOf(ofAccount(`${base}    window: off\n`))).toBeUndefined();
  });

  test('rules come with their parameters as their own schema read them', () => {
    const text = `${ACCOUNTS}cleanup:
  - type: widget
    accounts: [test]
    when: [{ rule: age, moreThan: 90d }, { all: [{ rule: unused }, { rule: rusty, above: 2 }] }]
`;
    expect(load(text).workConfigurations[0]?.when).toEqual([
      { rule: 'age', parameters: { moreThan: 90 * DAY_MS } },
      {
        all: [
          { rule: 'unused', parameters: {} },
          { rule: 'rusty', parameters: { above: 2 } },
        ],
      },
    ]);
  });

  test('keys of the type go to the handler, the general evidence keys do not', () => {
    const configuration = only(
      '',
      `    keepNewest: off
    evidence:
      sharing: ignore
      off: [users]
      acceptUnread: [{ kind: users, accounts: [test], until: 2027-03-31, reason: no access yet }]
`,
    );
    expect(configuration.parameters).toEqual({ keepNewest: 'off', evidence: { sharing: 'ignore' } });
    expect(configuration.evidence).toEqual({
      off: [{ kind: 'users' }],
      on: [],
      acceptUnread: [
        { kind: 'users', accounts: ['test'], untilAt: Date.parse('2027-04-01T00:00:00Z') - 1, reason: 'no access yet' },
      ],
    });
  });

  test('every account of the provider is known to each work configuration, in its own spelling', () => {
    expect(only('').accounts.map(({ name }) => name)).toEqual(['test', 'Prod']);
    expect(only('').account).toEqual({ name: 'test', provider: 'aws', id: '123456789012', locations: ['us-east-1'] });
  });
});

describe('the hash', () => {
  const hashOf = (text: string) => load(text).hash;
  const file = `${ACCOUNTS}defaults: { retention: 10d }\ncleanup:\n  - { type: widget, when: [{ rule: unused }] }\n`;

  test('the hash is equal for equal settings, in any spelling', () => {
    expect(hashOf(file)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf(`# a comment\n${file.replace('10d', '240h')}`)).toBe(hashOf(file));
    expect(hashOf(`log: { level: debug }\n${file}`)).toBe(hashOf(file));
  });

  test('differs where something decides differently, in that namespace only', () => {
    const text = `${file.replace('when', 'locations: [us-east-1], when')}  - { type: gadget, when: [{ rule: unused }] }\n`;
    const before = load(text);
    const after = load(text.replace('type: gadget', 'type: gadget, minimumAge: 31d'));
    expect(after.hash).not.toBe(before.hash);
    const changed = after.workConfigurations.filter(
      ({ hash }, index) => hash !== before.workConfigurations[index]?.hash,
    );
    expect(new Set(changed.map(({ resourceType }) => resourceType))).toEqual(new Set(['gadget']));
  });

  test('dryRun is part of it', () => {
    const entry = file.replace('when:', 'notice: off, when:');
    expect(hashOf(`${LIVE}${entry}`)).not.toBe(hashOf(entry));
  });
});
