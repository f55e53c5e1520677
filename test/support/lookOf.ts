/** The document of a first look with so many resources; the first has the given parts. */
import type { Look, Wasted } from '../../src/cli/look/look.ts';

const AT = '2026-11-27T10:31:00.000Z';
const OWNERS = ['payments@acme.example', 'web@acme.example', null];
const STEPS = ['optOut', 'exclusion', 'safeguard', 'use', 'age', 'evidence', 'rule', 'setPolicy'] as const;

export function lookOf(count: number, first: Partial<Wasted> = {}, change: Partial<Look> = {}): Look {
  const wasted = Array.from({ length: count }, (_, at): Wasted => {
    const id = `vol-0${String(at).padStart(16, '0')}`;
    return {
      ...{ id, name: `reports-${at}`, type: 'volume', called: 'EBS volume', location: 'us-east-1' },
      owner: OWNERS[at % OWNERS.length] ?? null,
      createdAt: new Date(Date.parse(AT) - (100 + at) * 86_400_000).toISOString(),
      monthlyCost: { amount: 100 - (at % 90), upTo: at % 2 === 1 },
      reasons: ['nothing uses it; since when, the provider does not say'],
      steps: [
        ...STEPS.map((step) => ({ step, says: 'pass' as const, reasons: [] })),
        { step: 'candidate', says: 'candidate', reasons: ['nothing uses it'] },
      ],
      ...(at === 0 ? first : {}),
    };
  });
  return {
    ...{
      look: 1,
      generatedAt: AT,
      version: '1.0.0',
      locations: ['eu-west-1', 'us-east-1'],
      notLookedAt: 0,
      calls: 1204,
    },
    account: { provider: 'aws', id: '111122223333', name: 'acme-prod' },
    called: { account: 'account', location: 'region', locations: 'regions', found: 'that nothing uses' },
    ...{ isStartable: true, rightsCommand: 'iam-policy' },
    mails: [
      {
        owner: 'payments@acme.example',
        resources: 1,
        subject: '1 resource will be deleted',
        text: 'Hello,\n\nreports-0',
      },
    ],
    prices: { currency: 'USD', date: '2026-10-07' },
    ...{ listed: count + 1, wasted, unknown: 0, unread: [], missingRights: [] },
    cannotSee: [{ called: 'EBS volume', users: ['clusters of a cache'] }],
    inUse: [
      {
        ...{ id: 'ami-1', name: 'nightly', type: 'image', called: 'AMI', location: 'us-east-1', owner: null },
        ...{ createdAt: null, monthlyCost: null, filter: 'no instance was launched from it' },
        usedBy: ['SSM parameter /batch/image version 1 (current)'],
      },
    ],
    ...change,
  };
}
