/** Several entries of `cleanup` for one place, through the real loader, the type `tag` and the real evaluation. */
import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { evidenceOf } from '../../../src/core/common/finding.ts';
import { atOnce } from '../../../src/core/common/steps.ts';
import { evaluate } from '../../../src/core/evaluation/evaluate.ts';
import { collectPopulation } from '../../../src/core/evaluation/population.ts';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { TagResource } from '../../../src/handlers/images/resource.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { tag as handler } from '../../../src/handlers/registry/types/tag/handler.ts';
import { planMarks } from '../../../src/lifecycle/pass/markPlan.ts';
import { policyOf } from '../../../src/lifecycle/survey/policy.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20);

function aTag(name: string, days: number, more: Partial<TagResource> = {}): TagResource {
  const [digest, createdAt] = [`sha256:${name}`, new Date(NOW - days * DAY)];
  const basic = { id: name, identity: `${name}@${digest}`, name, tags: {}, aliases: [digest] };
  return { ...basic, host: 'hub', repository: 'shop/web', digest, createdAt, ...more };
}

function load(...entries: readonly object[]): WorkConfiguration {
  const text = JSON.stringify({
    accounts: [{ name: 'hub', provider: 'registry', url: 'http://127.0.0.1:5000', locations: ['shop/web'] }],
    cleanup: entries.map((entry) => ({ type: 'tag', timestampSource: 'image-created', ...entry })),
  });
  return loadConfiguration({ text }, { env: {}, handlers }).workConfigurations[0] as WorkConfiguration;
}

const UNREAD = { kind: 'unread', why: 'down' } as const;

function policyIn(wc: WorkConfiguration, registry?: typeof UNREAD) {
  const none = new Map();
  const stored = {
    optOuts: none,
    lastUsed: none,
    unobserved: [],
    firstSeen: none,
    usersPendingDeletion: none,
    now: NOW,
    ...(registry && { registry }),
  };
  return policyOf(handler, wc, stored);
}

async function judged(tags: readonly TagResource[], wc: WorkConfiguration, registry?: typeof UNREAD) {
  const policy = policyIn(wc, registry);
  async function* pages() {
    yield tags;
  }
  const population = await collectPopulation(pages(), policy.setPolicies);
  return evaluate({ subjects: tags, population, evidence: evidenceOf([]), policy, now: NOW });
}

const candidates = async (tags: readonly TagResource[], wc: WorkConfiguration) =>
  [...(await judged(tags, wc)).values()].filter(({ kind }) => kind === 'candidate').map(({ id }) => id);

const PRS = { match: { name: '/^pr-/' }, keepN: 2, nameRegexDelete: '.*' };
const REST = { keepN: 4, nameRegexDelete: '.*' };
const pr = (n: number, days: number) => aTag(`pr-${n}`, days);

describe('the first entry that matches judges', () => {
  const tags = [1, 2, 3, 4, 5].flatMap((n) => [pr(n, 300 + n), aTag(`v${n}`, 300 + n)]);

  test('L72 and a set policy counts within its entry', async () => {
    expect((await candidates(tags, load(PRS, REST))).toSorted()).toEqual(['pr-3', 'pr-4', 'pr-5', 'v5']);
  });

  test('L72 another order is another judgement, and every reason names the entry', async () => {
    const all = await judged(tags, load({ match: { name: '/^pr-[12]$/' }, ...REST }, PRS));
    expect(all.get('pr-2')).toMatchObject({ kind: 'keep', entry: 'name=/^pr-[12]$/' });
    expect(all.get('pr-5')?.reasons).toContain('the entry name=/^pr-/ judges it');
    expect(all.get('v1')).toMatchObject({ kind: 'keep', reasons: ['no entry of the configuration matches it'] });
  });

  test('L72 an attribute that is not known: nobody judges it, it stays, and takes no place of a set policy', async () => {
    const bySize = { match: { attribute: { sizeBytes: { above: '1GB' } } }, keepN: 1, nameRegexDelete: '.*' };
    const sized = [1, 2, 3].map((n) => aTag(`v${n}`, 300 + n, { sizeBytes: 2e9 } as Partial<TagResource>));
    const all = await judged(
      [...sized, aTag('odd', 100)],
      load(bySize, { nameRegexDelete: '.*', allowDeleteAll: true }),
    );
    expect(all.get('odd')).toMatchObject({
      kind: 'keep',
      reasons: [expect.stringContaining('is not known, so no entry')],
    });
    expect([...all.values()].filter(({ kind }) => kind === 'candidate').map(({ id }) => id)).toEqual(['v2', 'v3']);
  });

  test('L72 tags of one key in two spellings that say different things: nobody judges it', async () => {
    const odd = aTag('v9', 300, { tags: { team: 'a', Team: 'b' } });
    const wc = load({ match: { tag: { team: 'a' } }, ...REST }, { nameRegexDelete: '.*', allowDeleteAll: true });
    expect(await candidates([odd, aTag('v8', 300, { tags: { 'team\u200b': 'a' } })], wc)).toEqual([]);
  });

  test.each([
    ['a value', { team: 'prod ' }],
    ['a value', { team: 'pro\u200bd' }],
    ['a key', { 'team ': 'prod' }],
    ['two keys', { team: 'prod', Team: 'x' }],
  ])('L72 %s that looks like that of a stricter entry: nobody judges it', async (_what, tags) => {
    for (const match of [
      { tag: { team: 'prod' } },
      { tag: { team: '/^prod$/' } },
      { tag: { team: { is: 'prod' } } },
      { attribute: { 'tags.team': 'prod' } },
    ]) {
      const wc = load({ match, ...REST }, { nameRegexDelete: '.*', allowDeleteAll: true });
      const all = await judged([aTag('v9', 300, { tags })], wc);
      expect(all.get('v9')).toMatchObject({ kind: 'keep' });
    }
  });

  test.each([
    ['an invisible character', 'pro\u200bd', 'prod'],
    ['a blank', 'prod ', 'prod'],
    ['an accent in two signs', 'gro\u0308n', 'gr\u00f6n'],
  ])('L114 a stricter entry with %s that the tag has not: nobody judges it', async (_what, written, team) => {
    const conditions = [written, `/^${written.trim()}$/`, { is: written }, { not: ['x', written] }];
    for (const match of conditions.flatMap((one) => [{ tag: { team: one } }, { attribute: { 'tags.team': one } }])) {
      const wc = load({ match, ...REST }, { nameRegexDelete: '.*', allowDeleteAll: true });
      const all = await judged([aTag('v9', 300, { tags: { team } })], wc);
      expect([match, all.get('v9')?.kind]).toEqual([match, 'keep']);
    }
  });

  test('L72 a tag that differs from that of a stricter entry in case only: nobody judges it; a regex says its case', async () => {
    const tags = { team: 'Prod' };
    for (const [match, kind] of [
      [{ tag: { team: 'prod' } }, 'keep'],
      [{ tag: { team: { is: ['dev', 'PROD'] } } }, 'keep'],
      [{ tag: { team: { not: 'prod' } } }, 'keep'],
      [{ attribute: { 'tags.team': 'prod' } }, 'keep'],
      [{ tag: { team: '/^prod$/' } }, 'candidate'],
    ] as const) {
      const wc = load({ match, ...REST }, { nameRegexDelete: '.*', allowDeleteAll: true });
      const all = await judged([aTag('v9', 300, { tags })], wc);
      expect([match, all.get('v9')?.kind]).toEqual([match, kind]);
    }
  });

  test.each([[['eu-1', 'prod ']], [['pro\u200bd']]])(
    'L72 one text of %j looks like that of the entry',
    async (aliases) => {
      for (const condition of ['prod', '/^prod$/', { is: 'prod' }]) {
        const match = { attribute: { aliases: condition } };
        const wc = load({ match, ...REST }, { nameRegexDelete: '.*', allowDeleteAll: true });
        const all = await judged([aTag('v9', 300, { aliases })], wc);
        expect(all.get('v9')).toMatchObject({ kind: 'keep', reasons: [expect.stringContaining('is not known')] });
      }
    },
  );

  test('L72 an owner that could not be read: the resource is unknown, and keeps its mark', async () => {
    const wc = load({ match: { owner: 'ann@example.com' }, ...REST }, { nameRegexDelete: '.*', allowDeleteAll: true });
    const owner = { ...wc.owner, order: ['registry', 'tags'], registry: { tags: ['app'] } } as never;
    const tags = { app: 'shop', owner: 'ann@example.com' };
    const all = await judged([aTag('v9', 300, { tags }), aTag('v8', 300)], { ...wc, owner }, UNREAD);
    expect(all.get('v9')).toMatchObject({
      kind: 'unknown',
      reasons: ['whether the entry owner=ann@example.com matches it is not known, since its owner is uncertain: down'],
    });
    expect(all.get('v8')).toMatchObject({ kind: 'candidate' });
  });

  test.each([[['eu-1', 'prod']], [['prod']]])('L72 one text of the list %j is that of the entry', async (aliases) => {
    const match = { attribute: { aliases: 'prod' } };
    const wc = load({ match, ...REST }, { nameRegexDelete: '.*', allowDeleteAll: true });
    const all = await judged([aTag('v9', 300, { aliases })], wc);
    expect(all.get('v9')).toMatchObject({ kind: 'keep', entry: 'aliases=prod' });
  });

  test('L72 an owner whose address has other capitals is the owner of the entry', async () => {
    const wc = load({ match: { owner: 'Ann@example.com' }, ...REST }, { nameRegexDelete: '.*', allowDeleteAll: true });
    const all = await judged([aTag('v9', 300, { tags: { owner: 'ann@Example.com' } })], wc);
    expect(all.get('v9')).toMatchObject({ kind: 'keep', entry: 'owner=Ann@example.com' });
  });

  test('L72 fifty entries find each resource by its beginning, its equal name, or a regex', async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({
      match: { name: n % 3 === 0 ? `/^app${n}-/` : n % 3 === 1 ? `app${n}` : `/x${n}$/` },
      ...{ nameRegexDelete: '.*', allowDeleteAll: true },
    }));
    const asked = many.map((_one, n) => aTag(n % 3 === 0 ? `app${n}-1` : n % 3 === 1 ? `app${n}` : `app-x${n}`, 300));
    const all = await judged(asked, load(...many));
    expect([...all.values()].map(({ entry }) => entry)).toEqual(many.map(({ match }) => `name=${match.name}`));
  });
});

describe('a mark of another entry', () => {
  const wc = load(PRS, REST);
  const [subject, newer, newest] = [pr(1, 400), pr(2, 300), pr(3, 200)];

  async function planned(entry: string | undefined) {
    const verdicts = await judged([subject, newer, newest], wc);
    const verdict = verdicts.get('pr-1');
    if (!verdict) throw new Error('not judged');
    const mark = {
      namespace: wc.namespace,
      id: 'pr-1',
      identity: subject.identity,
      generation: 'g1',
      revision: 3,
      ...NOTICED,
    };
    const marks: Mark[] = [
      { ...mark, reasons: verdict.reasons, resource: { name: 'pr-1' }, ...(entry === undefined ? {} : { entry }) },
    ];
    return atOnce(
      planMarks({
        ...{ wc, policy: policyIn(wc), passId: 'p', now: NOW, marks, missing: new Map(), costOf: () => undefined },
        ...{ newId: () => 'g2', judged: new Map([['pr-1', { resource: subject, verdict }]]) },
      }),
    );
  }

  const NOTICED = {
    state: 'noticed' as const,
    ownerVia: 'nothing',
    markedAt: NOW - 20 * DAY,
    projectedDeletionAt: NOW + 60 * DAY,
    attempts: 0,
    notice: {
      messageId: '<1>',
      recipient: 'a@example.com',
      acceptedAt: 1,
      shownAt: NOW + 60 * DAY,
      generation: 'g1',
      validUntil: NOW + 90 * DAY,
    },
  };

  test.each(['tag env=dev', undefined])(
    'L73 (%s) begins anew, without its notice, and never earlier',
    async (entry) => {
      const [transition] = (await planned(entry)).transitions;
      expect(transition).toMatchObject({
        after: { generation: 'g2', state: 'marked', entry: 'name=/^pr-/', projectedDeletionAt: NOW + 60 * DAY },
        audit: { reason: expect.stringContaining('the entry name=/^pr-/ judges it now, no longer ') },
      });
      expect(transition?.after?.notice).toBeUndefined();
    },
  );

  test('L73 and that of the same entry stays', async () => {
    const { transitions } = await planned('name=/^pr-/');
    expect(transitions.map(({ after }) => after?.generation)).toEqual(transitions.map(() => 'g1'));
  });
});
