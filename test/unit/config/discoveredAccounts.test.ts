import { describe, expect, test } from '@jest/globals';
import type { Listing } from '../../../src/core/policy/listing.ts';
import { LIVE, load, problemsOf } from './load.ts';

const CLEANUP = 'cleanup: [{ type: widget, live: true, when: [{ rule: rusty, above: 1 }] }]\n';
const entry = (more = '') => `
accounts:
  - { name: main, provider: aws, id: "111111111111", locations: [us-east-1] }
  - { from: organizations, through: main, readRole: "arn:aws:iam::{id}:role/read", deleteRole: "arn:aws:iam::{id}:role/delete", locations: enabled${more} }
`;
const yaml = (more = '', cleanup = CLEANUP) => `${LIVE}${entry(more)}${cleanup}`;

const LISTED: Listing = {
  at: 0,
  accounts: [
    { id: '111111111111', name: 'main, as AWS calls it', state: 'ACTIVE', regions: ['us-east-1', 'eu-west-1'] },
    { id: '222222222222', name: 'Team A', state: 'ACTIVE', regions: ['us-east-1', 'eu-west-1'] },
    { id: '333333333333', name: 'closed', state: 'SUSPENDED', regions: ['us-east-1'] },
    { id: '444444444444', name: 'unread', state: 'ACTIVE', problem: 'ec2:DescribeRegions is denied' },
  ],
};

/** The file with the accounts that were listed for it. */
function listed(text = yaml(), listing = LISTED) {
  const [question] = load(text).listings;
  return load(text, { listings: new Map([[question?.key ?? '', listing]]) });
}

describe('accounts from AWS Organizations', () => {
  test('discovered accounts have their ids as names, which never change, and roles of their own; Holystone only surveys new ones', () => {
    const { workConfigurations } = listed(yaml(', externalId: x1, owner: a@example.com'));
    expect(workConfigurations.map(({ namespace, startStage }) => [namespace, startStage])).toEqual([
      ['aws:main:us-east-1:widget', 'live'],
      ['aws:222222222222:us-east-1:widget', 'plan'],
      ['aws:222222222222:eu-west-1:widget', 'plan'],
    ]);
    expect(workConfigurations[1]?.account).toEqual({
      name: '222222222222',
      provider: 'aws',
      id: '222222222222',
      title: 'Team A',
      from: 'organizations',
      settings: {
        readRole: 'arn:aws:iam::222222222222:role/read',
        deleteRole: 'arn:aws:iam::222222222222:role/delete',
        externalId: 'x1',
      },
      owner: 'a@example.com',
      rollout: 'plan',
      locations: ['us-east-1', 'eu-west-1'],
    });
  });

  test('Holystone names discovered accounts that are suspended, or whose regions it could not read, and never works on them', () => {
    expect(listed().ignored).toEqual(
      expect.arrayContaining([
        { what: 'account 333333333333 (closed)', why: 'AWS Organizations says SUSPENDED: Holystone ignores it' },
        { what: 'account 444444444444 (unread)', why: 'ec2:DescribeRegions is denied' },
      ]),
    );
    const seen = listed().workConfigurations[0]?.accounts.map(({ id, locations }) => [id, locations.length]);
    // Users are asked for there too, so that no account is forgotten for being suspended.
    expect(seen).toEqual([
      ['111111111111', 1],
      ['222222222222', 2],
      ['333333333333', 0],
      ['444444444444', 0],
    ]);
  });

  test('A15 law 1 whose regions nobody could read, or that are not worked on, may use something where nobody looks', () => {
    const usedIn = (configuration: ReturnType<typeof listed>) =>
      configuration.workConfigurations[0]?.accounts.map(({ id, usedIn, regionsUnread }) => [id, usedIn, regionsUnread]);
    expect(usedIn(listed())).toEqual([
      ['111111111111', undefined, undefined],
      ['222222222222', undefined, undefined],
      ['333333333333', ['us-east-1'], undefined],
      ['444444444444', undefined, true],
    ]);
    // Where the file names the regions, no call has to read them.
    const named = yaml().replace('locations: enabled', 'locations: [us-east-1, eu-west-1]');
    expect(usedIn(listed(named))).toEqual([
      ['111111111111', undefined, undefined],
      ['222222222222', undefined, undefined],
      ['333333333333', ['us-east-1', 'eu-west-1'], undefined],
      ['444444444444', undefined, undefined],
    ]);
  });

  test('law 1 that left are asked for users on, never worked on, and named with the way to end it', () => {
    const leftAt = Date.parse('2026-01-01T12:00:00Z');
    const one = { id: '222222222222', name: 'Team A', state: 'LEFT', leftAt, regions: ['us-east-1'] };
    const left = (more = '') => listed(yaml(more), { at: leftAt, accounts: [one] });
    expect(left().workConfigurations.map(({ namespace }) => namespace)).toEqual(['aws:main:us-east-1:widget']);
    expect(left().workConfigurations[0]?.accounts.map(({ id }) => id)).toEqual(['111111111111', '222222222222']);
    expect(left().ignored[0]?.why).toBe(
      'it is no longer listed since 2026-01-01: Holystone ignores it, but still looks for users in it until 2026-04-01; if it uses nothing any more, exclude it with `exclude: ["222222222222"]`',
    );
    const excluded = left(', exclude: ["222222222222"]');
    expect(excluded.workConfigurations[0]?.accounts.map(({ id }) => id)).toEqual(['111111111111']);
    expect(excluded.ignored).toEqual([]);
  });

  test('law 1 as long as nobody knows them nothing is live, the declared ones included', () => {
    const { workConfigurations, ignored } = load(yaml());
    expect(workConfigurations.map(({ namespace, live, notLiveBecause }) => [namespace, live, notLiveBecause])).toEqual([
      ['aws:main:us-east-1:widget', false, 'the accounts of AWS Organizations (through "main") are not known yet'],
    ]);
    expect(ignored[0]?.why).toMatch(/nothing is live until a listing succeeds/);
    expect(listed().workConfigurations.every(({ live }) => live)).toBe(true);
  });

  test('may be named by an entry before, and after, they are known', () => {
    const named = yaml(
      ', rollout: live',
      CLEANUP.replace('live: true', 'accounts: ["222222222222", "999999999999"], live: true'),
    );
    expect(load(named).workConfigurations).toEqual([]);
    expect(listed(named).workConfigurations.map(({ namespace, startStage }) => [namespace, startStage])).toEqual([
      ['aws:222222222222:us-east-1:widget', 'live'],
      ['aws:222222222222:eu-west-1:widget', 'live'],
    ]);
  });

  test('locations that are named are those of all, without a question; another question has another key', () => {
    const [, ...found] = listed(yaml().replace('locations: enabled', 'locations: [us-west-2]')).workConfigurations;
    expect(found.map(({ namespace }) => namespace)).toEqual([
      'aws:222222222222:us-west-2:widget',
      'aws:444444444444:us-west-2:widget',
    ]);
    const texts = [yaml(), yaml(', ous: [ou-abcd-1]'), yaml(', exclude: [ou-abcd-2]'), yaml(', rollout: notify')];
    const [plain, units, excluded, later] = texts.map((text) => load(text).listings[0]?.key);
    expect(new Set([plain, units, excluded]).size).toBe(3);
    expect(later).toBe(plain);
    // Or who leaves out one would forget all others that left.
    expect(load(yaml(', exclude: ["222222222222"]')).listings[0]?.key).toBe(plain);
  });

  test.each([
    [yaml().replace('through: main', 'through: nobody'), /accounts\[1\]\.through: no account of this file/],
    [yaml().replace('id: "111111111111", ', ''), /declared without id, so Holystone cannot verify it/],
    [yaml().replace('role/delete', 'role/read'), /deleteRole: the same as readRole/],
    [yaml().replace('{id}:role/read', '111111111111:role/read'), /readRole: found .* with \{id\}/],
    [yaml(', ous: [prod]'), /ous\[0\]: found "prod"; allowed: the id of a unit/],
    [yaml(', alias: x'), /unknown key "alias"/],
    [
      yaml().replace('from: organizations', 'from: organization'),
      /from: found "organization"; did you mean "organizations"/,
    ],
  ])('%# is an error at its place', (text, why) => {
    expect(problemsOf(text).join('\n')).toMatch(why);
  });
});
