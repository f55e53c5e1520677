/** The text of `holystone plan` for people, word for word, at several widths. */
import { describe, expect, test } from '@jest/globals';
import { createColors } from 'picocolors';
import { type PlanWords, planText } from '../../../src/cli/plan/planText.ts';
import { type NamespacePlan, planOf, type ResourcePlan } from '../../../src/lifecycle/index.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const PRICES = { currency: 'USD', date: '2026-10-07', source: 'https://example.com/', old: false };

function namespace(name: string, given: Partial<NamespacePlan> = {}): NamespacePlan {
  const resources = given.resources ?? [];
  const candidate = resources.filter(({ verdict }) => verdict === 'candidate').length;
  const unknown = resources.length - candidate;
  const amounts = resources.map(({ monthlyCost }) => monthlyCost?.amount ?? 0);
  const amount = amounts.reduce((sum, one) => sum + one, 0);
  return {
    namespace: name as NamespacePlan['namespace'],
    account: { name: 'prod', title: null, from: 'configuration' },
    readAt: '2026-11-22T12:00:00.000Z',
    stateless: false,
    live: true,
    notLiveBecause: null,
    neverDeletesBecause: null,
    startStage: 'live',
    missingEvidence: [],
    prices: PRICES,
    status: 'complete',
    problem: null,
    explanation: null,
    waivedEvidence: [],
    evidence: [],
    unread: [],
    missingPermissions: [],
    counts: { listed: resources.length + 3, candidate, keep: 3, unknown },
    monthlyCost: { amount: amount || null, upTo: false, staying: null, unpriced: 0 },
    owners: { unowned: 0, invalidOwner: 0, unsureOwner: 0 },
    ownersProblem: null,
    resources,
    ...given,
  };
}

function resource(id: string, given: Partial<ResourcePlan> = {}): ResourcePlan {
  return {
    id,
    name: id,
    verdict: 'candidate',
    reasons: ['nothing uses it'],
    waivedEvidence: [],
    usedBy: [],
    owner: 'ann@example.com',
    ownerVia: 'tag Owner',
    unowned: false,
    invalidOwners: [],
    createdAt: null,
    monthlyCost: null,
    wouldDeleteAt: '2026-12-02T12:00:00.000Z',
    ...given,
  };
}

const volume = (id: string, name: string, amount: number, given: Partial<ResourcePlan> = {}) =>
  resource(id, { name, monthlyCost: { amount, upTo: false, stays: false }, ...given });

function printed(namespaces: readonly NamespacePlan[], width: number, words: PlanWords = {}): string {
  return planText(planOf(namespaces, NOW), words, { width, color: createColors(false) });
}

const WIDE = Number.POSITIVE_INFINITY;

const VOLUMES = namespace('aws:prod:us-east-1:volume', {
  resources: [
    volume('vol-0a1', 'db-old', 312, { reasons: ['it was last attached 200 days ago, and its snapshot is complete'] }),
    volume('vol-0b2', 'db-older', 100, { owner: 'bob@example.com' }),
    volume('vol-0c3', '', 0.5, { name: 'vol-0c3' }),
  ],
});

describe('planText', () => {
  test('without a terminal no line is broken; equal reasons in succession are said once', () => {
    expect(printed([VOLUMES, namespace('aws:prod:us-east-1:image')], WIDE)).toBe(
      `aws:prod:us-east-1:volume: 3 of 6 to delete, 3 kept, $412.50 a month
  - vol-0a1  db-old    ann@example.com  2026-12-02  $312.00
      it was last attached 200 days ago, and its snapshot is complete
  - vol-0b2  db-older  bob@example.com  2026-12-02  $100.00
  - vol-0c3            ann@example.com  2026-12-02  $0.50
      each: nothing uses it

1 namespace has nothing to delete.
Costs are list prices of 2026-10-07.
Plan: 3 to delete ($412.50 a month), 6 kept, 0 unknown, 0 blocked, 0 incomplete; 2 owners.`,
    );
  });

  test('120 columns: the same, as it fits', () => {
    expect(printed([VOLUMES], 120)).toBe(printed([VOLUMES], WIDE));
  });

  test('80 columns: rows fit, sentences are wrapped', () => {
    const plan = namespace('aws:prod:us-east-1:image', {
      status: 'blocked',
      problem: 'markedShare: 71 of 80 (88.8%) would be newly marked, more than 25%',
      trips: [{ code: 'markedShare', values: { part: 71, whole: 80, limit: 0.25 } }],
      resources: [resource('ami-02d391bbffdabff05', { name: 'app-web' })],
    });
    expect(printed([plan], 80)).toBe(
      `aws:prod:us-east-1:image: blocked, 1 of 4 to delete, 3 kept
  blocked by markedShare: 71 of 80 (88.8%) would be newly marked, more than 25%
  - ami-02d391bbffdabff05  app-web  ann@example.com  2026-12-02
      nothing uses it

1 blocked: the daemon would mark nothing there until an operator has reviewed
  it. If the resources are the right ones, approve the blocked pass with
  \`holystone approve\`, or raise tripwires.markedShare.
Plan: 1 to delete, 3 kept, 0 unknown, 1 blocked, 0 incomplete; 1 owner.`,
    );
  });

  test('40 columns: a row takes several lines, and nothing is cut off', () => {
    expect(printed([VOLUMES], 40)).toBe(
      `aws:prod:us-east-1:volume: 3 of 6 to
  delete, 3 kept, $412.50 a month
  - vol-0a1 · db-old · ann@example.com ·
    2026-12-02 · $312.00
      it was last attached 200 days ago,
        and its snapshot is complete
  - vol-0b2 · db-older · bob@example.com
    · 2026-12-02 · $100.00
  - vol-0c3 · ann@example.com ·
    2026-12-02 · $0.50
      each: nothing uses it

Costs are list prices of 2026-10-07.
Plan: 3 to delete ($412.50 a month), 3
  kept, 0 unknown, 0 blocked, 0
  incomplete; 2 owners.`,
    );
  });

  test.each([20, 40, 80, 120])('no line is longer than %d columns', (width) => {
    const long = namespace('aws:prod:ap-southeast-2:launchconfiguration', {
      status: 'incomplete',
      problem: `launchTemplates could not be read in prod/ap-southeast-2: ${'x'.repeat(90)}`,
      waivedEvidence: ['emr in shared, accepted unread until 2027-01-01: it has none'],
      resources: [resource('id-'.repeat(40), { reasons: ['because '.repeat(30).trim()] })],
      owners: { unowned: 3, invalidOwner: 1, unsureOwner: 0 },
      stateless: true,
    });
    for (const words of [{}, { verbose: true }]) {
      const lines = printed([long, VOLUMES], width, words).split('\n');
      expect(lines.filter((line) => [...line].length > width)).toEqual([]);
    }
  });

  const down = (index: number) =>
    namespace(`aws:prod:us-east-${index}:image`, {
      status: 'incomplete',
      problem:
        `aws:prod:us-east-${index}:image could not be listed: checking the account id in prod/us-east-${index}: ` +
        'AWS does not answer at http://127.0.0.1:9',
      explanation: 'AWS does not answer at http://127.0.0.1:9',
      counts: { listed: 0, candidate: 0, keep: 0, unknown: 0 },
      live: false,
      notLiveBecause: 'dryRun is not false',
    });

  test('a problem that many namespaces share is said once', () => {
    const plans = Array.from({ length: 36 }, (_, index) => down(index));
    expect(printed(plans, WIDE)).toBe(
      `36 namespaces: AWS does not answer at http://127.0.0.1:9
  aws:prod:us-east-0:image, aws:prod:us-east-1:image, aws:prod:us-east-2:image and 33 more

All 36 namespaces in dry run: dryRun is not false.
Plan: 0 to delete, 0 kept, 0 unknown, 0 blocked, 36 incomplete.`,
    );
  });

  const snapshots = (index: number) =>
    namespace(`aws:prod-${index}:us-east-1:snapshot`, {
      resources: Array.from({ length: 5 }, (_, row) =>
        resource(`snap-05b9af88fef68a17${row}`, {
          name: `batch-2022-root-${row}`,
          reasons: ['it was made for the image ami-0dead0000000000b2, which is gone, and nothing uses it'],
        }),
      ),
    });
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');

  test.each([80, 120])('a plan of 36 namespaces has at most 60 lines on a page of %d columns', (width) => {
    const plans = [
      ...Array.from({ length: 9 }, (_, index) => snapshots(index)),
      ...Array.from({ length: 27 }, (_, index) => namespace(`aws:prod:us-east-${index}:image`)),
    ];
    const text = lines(printed(plans, width));
    expect(text.length).toBeLessThanOrEqual(60);
    expect(text.filter((line) => line.startsWith('  - snap-')).length).toBeGreaterThanOrEqual(9);
  });

  test('where rows do not fit, each namespace has its line, and a note names the option that shows the rest', () => {
    const plans = Array.from({ length: 36 }, (_, index) => snapshots(index));
    const text = printed(plans, 80);
    expect(lines(text).length).toBeLessThanOrEqual(60);
    expect(text).toContain(
      'aws:prod-35:us-east-1:snapshot: 5 of 8 to delete, 3 kept\n\nSingle resources are left out:',
    );
    expect(printed(plans, 80, { verbose: true })).not.toContain('left out');
  });

  test('--verbose has every namespace, every row and the evidence', () => {
    const evidence = [
      { source: 'instances', account: 'prod', location: 'us-east-1', readAt: '2026-11-22T11:59:57Z', findings: 17 },
    ];
    const many = namespace('aws:prod:us-east-1:snapshot', {
      evidence,
      resources: Array.from({ length: 40 }, (_, index) => resource(`snap-${index}`)),
    });
    const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('  - ')).length;
    const [brief, verbose] = [{}, { verbose: true }].map((words) => printed([many, down(1), down(2)], WIDE, words));
    expect([rows(brief ?? ''), rows(verbose ?? '')]).toEqual([24, 40]);
    expect(brief).toContain('… and 16 more (--verbose shows all)');
    expect(brief).not.toContain('17 findings');
    expect(verbose).toContain('  instances: 17 findings in prod/us-east-1, 3 seconds ago\n');
    expect(verbose).toContain('\naws:prod:us-east-2:image: incomplete, 0 resources\n');
    expect(verbose).toContain('  starts at stage live\n');
  });

  test('R6 --kept lists each kept resource too, with the rule that decided', () => {
    const tags = namespace('registry:hub:shop/web:tag', {
      counts: { listed: 3, candidate: 1, keep: 2, unknown: 0 },
      resources: [
        resource('v1'),
        resource('v2', { verdict: 'keep', reasons: ['keepN: one of the newest 2'], wouldDeleteAt: null }),
        resource('main', { verdict: 'keep', reasons: ['nameRegexKeep: main'], wouldDeleteAt: null }),
      ],
    });
    expect(printed([tags], 80)).not.toContain('keepN');
    expect(lines(printed([tags], 80, { kept: true }))).toEqual(
      expect.arrayContaining([
        '  - v1    ann@example.com  2026-12-02',
        '  = main  ann@example.com',
        '      kept: nameRegexKeep: main',
        '  = v2    ann@example.com',
        '      kept: keepN: one of the newest 2',
      ]),
    );
  });

  test('a plan that was stopped says of how many namespaces it is', () => {
    expect(printed([VOLUMES], WIDE, { unfinished: 35 })).toContain('\nPlan of 1 of 36 namespaces: 3 to delete (');
  });

  test('the text of strangers is made visible', () => {
    const evil = namespace('aws:prod:us-east-1:image', { resources: [resource('ami-1', { name: '\u001b[2Kevil' })] });
    expect(printed([evil], 80)).toContain('[U+001B][2Kevil');
  });

  test('where nothing is saved at once, the sum says so', () => {
    const stays = { amount: 4, upTo: true, stays: true };
    const plan = namespace('aws:prod:us-east-1:image', {
      resources: [resource('ami-1', { monthlyCost: stays })],
      monthlyCost: { amount: null, upTo: false, staying: 4, unpriced: 0 },
    });
    expect(printed([plan], WIDE)).toContain(
      'Plan: 1 to delete (no saving: snapshots of up to $4.00 a month are kept), 3 kept, 0 unknown',
    );
  });
});

test.each([80, WIDE])(
  'at width %s a name of 255 characters moves no column of the other rows, and is whole',
  (width) => {
    const long = 'n'.repeat(255);
    const others = [volume('vol-0a1', 'db-old', 312), volume('vol-0b2', 'db-older', 100)];
    const lines = printed(
      [namespace('aws:prod:us-east-1:volume', { resources: [...others, volume('vol-0d4', long, 1)] })],
      width,
    );
    expect(lines).toContain('\n  - vol-0a1  db-old    ann@example.com  2026-12-02');
    expect(lines).toContain('\n  - vol-0b2  db-older  ann@example.com  2026-12-02');
    expect(lines.replaceAll(/\n {4}/g, '')).toContain(long);
  },
);

describe('users that this version does not see', () => {
  const users = {
    'clusters of DAX': 'x',
    'channels of MediaLive': 'x',
    'policies of Firewall Manager': 'x',
    'agents of X': 'x',
  };
  const handlerOf = (type: string) =>
    type === 'aws.securityGroup' ? { resourceType: 'securityGroup', unreadUsers: users } : undefined;
  const groups = (region: string, resources: readonly ResourcePlan[]) =>
    namespace(`aws:prod:${region}:securityGroup`, { resources });
  const going = [groups('us-east-1', [resource('sg-1')]), groups('us-west-2', [resource('sg-2')])];

  test('a plan with something to delete names them once for each type', () => {
    const plan = planOf([...going, VOLUMES], NOW, { handlerOf });
    expect(plan.cannotSee).toEqual([{ resourceType: 'securityGroup', users: Object.keys(users) }]);
    const text = planText(plan, {}, { width: WIDE, color: createColors(false) });
    expect(text.match(/Cannot see .*/g)).toEqual([
      'Cannot see users of `securityGroup` among these: clusters of DAX, channels of MediaLive, policies of Firewall Manager, 1 more (docs/evidence.md).',
    ]);
  });

  test('a plan without anything to delete does not speak of them', () => {
    expect(planOf([groups('us-east-1', [])], NOW, { handlerOf })).not.toHaveProperty('cannotSee');
  });
});
