import { describe, expect, test } from '@jest/globals';
import { ACCOUNTS, load, problemsOf } from './load.ts';

const file = (owner: string) =>
  `${owner}\n${ACCOUNTS}cleanup:\n  - { type: widget, accounts: [test], when: [{ rule: unused }] }`;
const ownerOf = (owner: string, env = {}) => load(file(owner), { env }).workConfigurations[0]?.owner;

describe('where owners are looked for', () => {
  test('P1 unless said: tags, the registry if there is one, the account, the fallback', () => {
    expect(ownerOf('')).toEqual({
      order: ['tags', 'registry', 'account', 'unit', 'fallback'],
      tags: ['owner', 'creator'],
    });
  });

  test('P1 a registry is read every 15 minutes and counts for a day, unless said', () => {
    expect(ownerOf('owner: { registry: { from: apps.yml } }')?.registry).toEqual({
      from: 'apps.yml',
      headers: {},
      keys: { app: 'app', owner: 'owner' },
      tags: ['app', 'application'],
      refresh: 15 * 60_000,
      maxAge: 24 * 3_600_000,
    });
  });

  test('L84 the team of a saving is its owner; with `team: {}` a tag, unless said', () => {
    expect(ownerOf('')).not.toHaveProperty('team');
    expect(ownerOf('owner: { team: {} }')?.team).toEqual({ order: ['tags'], tags: ['team', 'cost-center'] });
  });

  test.each([
    ['map: { Team: a@example.com, team: b@example.com }', /owner\.map\.team: .*listed twice, in other letters/],
    ['map: { team: nobody }', /owner\.map\.team: found "nobody"/],
    ['map: [team]', /owner\.map: .*names with their addresses/],
    ['mapp: { team: a@example.com }', /did you mean "map"/],
    ['nameDomain: "*.example.com"', /owner\.nameDomain: .*one domain/],
    ['nameDomain: any', /owner\.nameDomain/],
    ['registry: { from: apps.yml, format: backstag }', /owner\.registry\.format: .*"backstage"/],
    ['team: { order: [registry] }', /owner\.team\.order: .*only with an `owner.registry`/],
    ['team: { order: [owner] }', /owner\.team\.order\[0\]/],
    ['team: { tag: team }', /did you mean "tags"/],
    ['order: [fallback, tags]', /owner\.order: .*"fallback" only as the last/],
    ['order: [tags, tags]', /it is listed twice/],
    ['order: []', /at least one/],
    ['order: [tag]', /owner\.order\[0\]/],
    ['order: [tags], registry: { from: apps.yml }', /"registry" must be in the order/],
    ['registry: { from: "http://example.com/apps" }', /owner\.registry\.from: .*begins with https/],
    ['registry: { from: "https://u:p@example.com/apps" }', /put them into `headers`/],
    ['registry: { from: apps.yml, maxAge: 0 }', /owner\.registry\.maxAge/],
    ['domains: all', /owner\.domains: .*allowed: any, or a list/],
    ['domains: []', /owner\.domains/],
    ['domains: ["*"]', /owner\.domains/],
    ['domains: [".example.com"]', /owner\.domains/],
    ['domains: [com]', /owner\.domains/],
  ])('P1 { %s } is refused', (owner, why) => {
    expect(problemsOf(file(`owner: { ${owner} }`))).toEqual([expect.stringMatching(why)]);
  });

  test('P1 domains are read in lower case; `any` is no limit', () => {
    expect(ownerOf('owner: { domains: [Example.com, "*.Example.com"] }')?.domains).toEqual([
      'example.com',
      '*.example.com',
    ]);
    expect(ownerOf('owner: { domains: any }')).toEqual(ownerOf(''));
  });

  test('L9 no message shows the headers that are sent to a registry', () => {
    const text = file(`owner: { registry: { from: apps.yml, headers: { x-key: "$\{KEY}" } } }`);
    const { redact } = load(text, { env: { KEY: 'correct-horse-battery' } });
    expect(redact('sent correct-horse-battery')).toBe('sent ***');
  });

  test('another registry is another configuration, and needs no restart', () => {
    const hashOf = (from: string) => load(file(`owner: { registry: { from: ${from} } }`)).hash;
    expect(hashOf('a.yml')).not.toBe(hashOf('b.yml'));
  });
});
