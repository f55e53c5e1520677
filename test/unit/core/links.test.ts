/** Uses that pass through links: who uses what a resource leads to uses the resource. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { evidenceOf, type Finding, type SourcedFinding } from '../../../src/core/common/finding.ts';
import { withLinks } from '../../../src/core/evaluation/links.ts';
import { DAY, gap, NOW, resource, verdict } from '../../support/evaluation.ts';

const finding = (alias: string, says: Finding['says'], by: string, more: Partial<Finding> = {}): SourcedFinding => ({
  alias,
  says,
  by,
  source: 'links',
  place: { account: 'test', location: 'us-east-1' },
  ...more,
});
const link = (alias: string, ...to: readonly string[]) => finding(alias, 'leadsTo', `target group ${to[0]}`, { to });
const used = (alias: string, by: string, more: Partial<Finding> = {}) => finding(alias, 'used', by, more);

/** What is said about a resource, without its own links. */
const saidOf = (findings: readonly SourcedFinding[], id = 'A') =>
  withLinks(evidenceOf(findings).findings, [id])
    .filter(({ says }) => says !== 'leadsTo')
    .map(({ alias, says, by }) => `${alias} ${says}: ${by}`);

describe('a use of what a resource leads to', () => {
  test('A18 keeps the resource, and the reason names the user and the way', async () => {
    const evidence = evidenceOf([link('A', 'T'), used('T', 'ECS service shop/api (ACTIVE)')]);
    expect(await verdict(resource('A'), {}, evidence)).toMatchObject({
      kind: 'keep',
      decidedBy: 'use',
      reasons: ['used by ECS service shop/api (ACTIVE), through target group T'],
    });
  });

  test('A18 nobody uses the target group → the load balancer stays a candidate', async () => {
    expect((await verdict(resource('A'), {}, evidenceOf([link('A', 'T')]))).kind).toBe('candidate');
  });

  test('A18 counts under every alias of what it leads to', () => {
    const found = [link('A', 'T', 'targetGroup/t'), used('targetGroup/t', 'deployment group prod')];
    expect(saidOf(found)).toEqual(['A used: deployment group prod, through target group T']);
  });

  test('Law 1 passes on when it is not known, and when it was last', async () => {
    const found = [link('A', 'B'), link('B', 'C')];
    const unread = [...found, finding('C', 'unknown', 'its users could not be read')];
    expect((await verdict(resource('A'), {}, evidenceOf(unread))).kind).toBe('unknown');
    const last = [...found, finding('C', 'lastUsed', 'job 7', { at: NOW - 3 * DAY })];
    expect(await verdict(resource('A'), { unusedForMs: 14 * DAY }, evidenceOf(last))).toMatchObject({
      kind: 'keep',
      decidedBy: 'age',
      lastUse: { by: 'job 7, through target group B, target group C' },
    });
  });

  test('holds nothing: a user behind a link is an ordinary use', () => {
    const [, behind] = withLinks(
      evidenceOf([link('A', 'T'), used('T', 'group web', { byId: 'web', byType: 'autoScalingGroup' })]).findings,
      ['A'],
    );
    expect(behind).not.toHaveProperty('byId');
    expect(behind).not.toHaveProperty('byType');
  });

  test('Law 1 a gap is no less a gap with links', async () => {
    const evidence = evidenceOf([link('A', 'T')], [gap('services could not be read')]);
    expect((await verdict(resource('A'), {}, evidence)).kind).toBe('unknown');
  });
});

describe('what is no user', () => {
  const both = [
    link('A', 'T'),
    link('B', 'T'),
    used('T', 'load balancer A', { byId: 'A' }),
    used('T', 'load balancer B', { byId: 'B' }),
  ];

  test('A18 two load balancers in front of one empty target group do not keep each other', () => {
    expect([saidOf(both, 'A'), saidOf(both, 'B')]).toEqual([[], []]);
    expect(saidOf([...both, used('T', 'ECS service api')], 'B')).toHaveLength(1);
  });

  test('a thing on the way is none', () => {
    const found = [link('A', 'B'), link('B', 'C'), used('C', 'accelerator B', { byId: 'B' })];
    expect(saidOf(found)).toEqual([]);
  });

  test('a circle of links ends', () => {
    expect(saidOf([link('A', 'B'), link('B', 'A')])).toEqual([]);
    expect(saidOf([link('A', 'B'), link('B', 'A'), used('B', 'record www')])).toHaveLength(1);
  });

  test('Law 1 more links in a row than eight are unknown, never unused', () => {
    const chain = (length: number) => Array.from({ length }, (_, index) => link(`L${index}`, `L${index + 1}`));
    expect(saidOf([...chain(8), used('L8', 'service')], 'L0')).toEqual([expect.stringMatching(/^L0 used: service, /)]);
    expect(saidOf(chain(8), 'L0')).toEqual([]);
    expect(saidOf(chain(9), 'L0')).toEqual([expect.stringMatching(/^L0 unknown: it leads further than /)]);
  });
});

describe('in every graph of links and users', () => {
  const NAMES = ['A', 'B', 'C', 'D', 'E'] as const;
  const name = fc.constantFrom(...NAMES);
  const links = fc
    .array(fc.tuple(name, fc.uniqueArray(name, { minLength: 1, maxLength: 2 })), { maxLength: 8 })
    .map((all) => all.map(([from, to]) => link(from, ...to)));
  const user = fc
    .tuple(
      name,
      fc.constantFrom('used', 'unknown', 'lastUsed'),
      fc.option(fc.constantFrom(...NAMES, 'other'), { nil: undefined }),
    )
    .map(([alias, says, byId]) =>
      finding(alias, says as Finding['says'], 'a user', {
        ...(byId === undefined || says !== 'used' ? {} : { byId }),
        ...(says === 'lastUsed' ? { at: NOW - DAY } : {}),
      }),
    );
  const LEANS = { candidate: 0, held: 1, unknown: 2, keep: 3 } as const;
  const judged = async (found: readonly SourcedFinding[]) =>
    LEANS[(await verdict(resource('A'), { unusedForMs: 14 * DAY }, evidenceOf(found))).kind];

  test('Law 1 one more user anywhere never moves the first one towards candidate', async () => {
    await fc.assert(
      fc.asyncProperty(links, fc.array(user, { maxLength: 6 }), user, async (ways, users, more) => {
        expect(await judged([...ways, ...users, more])).toBeGreaterThanOrEqual(await judged([...ways, ...users]));
      }),
      { numRuns: 500 },
    );
  });

  test('Law 4 a user of anything within reach that is not itself on a way keeps the first one', async () => {
    const reach = (ways: readonly SourcedFinding[]): ReadonlySet<string> => {
      const reached = new Set(['A']);
      for (let grown = 0; grown !== reached.size; ) {
        grown = reached.size;
        for (const { alias, to = [] } of ways) if (reached.has(alias)) for (const one of to) reached.add(one);
      }
      return reached;
    };
    await fc.assert(
      fc.asyncProperty(links, fc.array(user, { maxLength: 6 }), name, async (ways, users, at) => {
        const one = await verdict(resource('A'), {}, evidenceOf([...ways, ...users, used(at, 'service')]));
        if (reach(ways).has(at)) expect(one.kind).toBe('keep');
      }),
      { numRuns: 500 },
    );
  });
});

test('A147 what a thing says by its own name is about every other of that name', () => {
  const evidence = [used('name', 'template T', { except: 'T' }), used('name', 'function F')];
  const by = (aliases: readonly string[], findings = evidence) =>
    withLinks(evidenceOf(findings).findings, aliases).map((one) => one.by);
  expect(by(['L', 'name'])).toEqual(['template T', 'function F']);
  expect(by(['T', 'name'])).toEqual(['function F']);
  expect(by(['T', 'name'], evidence.slice(0, 1))).toEqual([]);
});
