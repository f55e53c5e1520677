import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outdated, parseRegistry } from '../../../src/registry/document.ts';

const KEYS = { app: 'app', owner: 'owner' };

const SHOP = [['shop', 'shop@example.com']];
const ownersIn = async (text: string) => [...(await parseRegistry(text, KEYS)).owners];

describe('a registry', () => {
  test.each([
    ['YAML', 'applications:\n  - { app: Shop, owner: shop@example.com, tier: 1 }'],
    ['a list in YAML', '- app: shop\n  owner: shop@example.com\n  contacts: [a, b]'],
    ['JSON', '{ "version": 3, "applications": [{ "app": "shop", "owner": "shop@example.com" }] }'],
    ['a list in JSON', '[{ "app": "shop", "owner": "shop@example.com" }]'],
    ['flow YAML that is no JSON', '{ applications: [{ app: shop, owner: shop@example.com }] }'],
    ['the same entry twice', '[{ app: shop, owner: shop@example.com }, { app: SHOP, owner: shop@example.com }]'],
  ])('P1 is read from %s', async (_what, text) => {
    expect(await ownersIn(text)).toEqual(SHOP);
  });

  test('P1 that is made for somebody else is read by the names it has for application and owner', async () => {
    const text = '[{ "name": "SHOP", "email": "shop@example.com", "cloudProviders": "aws", "owner": 7 }]';
    expect([...(await parseRegistry(text, { app: 'name', owner: 'email' })).owners]).toEqual(SHOP);
    await expect(parseRegistry(text, KEYS)).rejects.toThrow('such as { app: shop, owner: a@example.com }');
  });

  const CATALOG = `
apiVersion: backstage.io/v1alpha1
kind: Component
metadata: { name: Shop }
spec: { type: service, owner: group:default/storefront }
---
kind: Group
metadata: { name: storefront }
spec: { type: team, profile: { email: shop@example.com } }
--- # people
kind: Resource
metadata: { name: bucket }
spec: { owner: platform }
---
kind: Component
metadata: { name: tool }
spec: { owner: user:ann }
---
kind: User
metadata: { name: ann }
spec: { profile: { email: ann@example.com } }
---
kind: Location
metadata: { name: others }
spec: { targets: [./x.yaml] }
`;

  test('P1 is read from entities of Backstage, and a group without an address is named', async () => {
    const owners = async (text: string) => Object.fromEntries((await parseRegistry(text, KEYS, 'backstage')).owners);
    expect(await owners(CATALOG)).toEqual({ shop: 'shop@example.com', bucket: 'platform', tool: 'ann@example.com' });
    const json = [{ kind: 'API', metadata: { name: 'pay' }, spec: { owner: 'group:payments/pay' } }];
    expect(await owners(JSON.stringify(json))).toEqual({ pay: 'pay' });
  });

  test('P1 a group of Backstage without an address is its members with one, however the catalog names them', async () => {
    const user = (name: string, spec: object) => ({ kind: 'User', metadata: { name }, spec });
    const mail = (name: string) => ({ profile: { email: `${name}@example.com` } });
    const catalog = [
      { kind: 'Component', metadata: { name: 'shop' }, spec: { owner: 'Team-A' } },
      { kind: 'Component', metadata: { name: 'blog' }, spec: { owner: 'group:default/team-b' } },
      { kind: 'Group', metadata: { name: 'team-a' }, spec: { members: ['ann', 'user:default/bob', 'silent'] } },
      { kind: 'Group', metadata: { name: 'team-b' }, spec: { ...mail('team-b'), members: ['ann'] } },
      user('Ann', mail('ann')),
      user('bob', mail('bob')),
      user('silent', {}),
      user('cid', { ...mail('cid'), memberOf: ['team-a'] }),
    ];
    expect([...(await parseRegistry(JSON.stringify(catalog), KEYS, 'backstage')).owners]).toEqual([
      ['shop', 'ann@example.com, bob@example.com, cid@example.com'],
      ['blog', 'team-b@example.com'],
    ]);
  });

  test('P1 a list of people is one owner', async () => {
    expect(await ownersIn('[{ app: shop, owner: [ann@example.com, bob@example.com] }]')).toEqual([
      ['shop', 'ann@example.com, bob@example.com'],
    ]);
  });

  test('P1 is read from a table', async () => {
    const owners = async (text: string) => [...(await parseRegistry(text, KEYS, 'csv')).owners];
    expect(await owners('owner,app\nshop@example.com,Shop\n')).toEqual(SHOP);
    expect(await owners('\uFEFFapp;owner;x\r\n"sh""op;x";shop@example.com;"a\nb"\r\n\r\n')).toEqual([
      ['sh"op;x', 'shop@example.com'],
    ]);
  });

  test.each([
    ['backstage', 'kind: Component\n---\n- a', 'no catalog of Backstage'],
    ['backstage', 'kind: Component\nmetadata: {}', 'no catalog of Backstage'],
    ['backstage', 'kind: Group\nmetadata: { name: a }', 'not a list of applications'],
    ['csv', 'app,mail\na,b', 'no column "owner"'],
    ['csv', 'app,owner\na', 'row 2 has 1 cells'],
    ['csv', 'app,owner\n"a,b', 'a quote that does not end'],
    ['csv', 'app,owner\n', 'not a list of applications'],
    ['csv', '', 'no column "app"'],
  ] as const)('P1 in the format %s is unread from %j, and names nobody', async (format, text, why) => {
    await expect(parseRegistry(text, KEYS, format)).rejects.toThrow(why);
  });

  test('P1 that contradicts itself, or leaves the owner out, names nobody', async () => {
    expect(
      await ownersIn(
        '[{ app: a, owner: x@b.org }, { app: a, owner: y@b.org }, { app: a, owner: x@b.org }, { app: 7 }]',
      ),
    ).toEqual([
      ['a', ''],
      ['7', ''],
    ]);
  });

  test.each([
    ['nothing', ''],
    ['no application', 'applications: []'],
    ['an error page', '<html><body>502</body></html>'],
    ['half of it', '{ "applications": [{ "app": "shop", "own'],
    ['an entry without an application', '[{ owner: a@b.org }]'],
    ['an owner that is no text', '[{ app: shop, owner: { mail: a@b.org } }]'],
    ['a list of owners of which one is no text', '[{ app: shop, owner: [a@b.org, 7] }]'],
    ['a date that is none', '{ generatedAt: yesterday, applications: [{ app: shop, owner: a@b.org }] }'],
    ['nesting without end', '['.repeat(100_000)],
    ['a megabyte of commas', `[0${','.repeat(1_000_000)}`],
    ['a million zeros', `[${'0,'.repeat(1_000_000)}0]`],
    [
      'aliases that multiply',
      `a: &a [x, x, x, x, x, x, x, x, x, x]\n${'bcdefgh'.replace(/./g, (key) => `${key}: &${key} [${`*${String.fromCharCode(key.charCodeAt(0) - 1)}, `.repeat(10)}]\n`)}applications: *h`,
    ],
  ])('P1 that holds %s is refused', async (_what, text) => {
    await expect(parseRegistry(text, KEYS)).rejects.toThrow();
  });

  test('P1 any document is read, or refused with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.json(), fc.stringMatching(/^[a-z:&*[\]{}, \n-]{0,80}$/)),
        async (text) => {
          try {
            expect((await parseRegistry(text, KEYS)).owners.size).toBeGreaterThan(0);
          } catch (error) {
            expect((error as Error).message).toMatch(/\w/);
          }
        },
      ),
    );
  });

  test('P1 says nothing any more once it is older than allowed, or from the future', async () => {
    const at = Date.parse('2026-11-20T12:00:00Z');
    const document = await parseRegistry(
      '{ generatedAt: "2026-11-20T12:00:00Z", applications: [{ app: shop, owner: a@b.org }] }',
      KEYS,
    );
    const hours = (count: number) => outdated(document, 24 * 3_600_000, at + count * 3_600_000);
    expect([hours(0), hours(24)]).toEqual([undefined, undefined]);
    expect(hours(25)).toMatch(/generated 25 hours ago, more than 1d/);
    expect(hours(-1)).toMatch(/in the future/);
  });
});
