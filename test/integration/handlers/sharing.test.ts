import type { LaunchPermission } from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import { launchPermissions } from '../../../src/handlers/aws/evidence/sharing/launchPermissions.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { awsForEach, collect, failureOf, HERE, ID, OTHER_ID, REGION, scopeOf } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';
const HOME = { account: 'test', location: REGION };
const STRANGER = '999999999999';
const MANAGER = '333333333333';
const O = 'o-1234567890';
const ORGANIZATION = `arn:aws:organizations::${MANAGER}:organization/${O}`;
const unitArn = (unit: string) => `arn:aws:organizations::${MANAGER}:ou/${O}/${unit}`;

const aws = awsForEach();

const scopeWith = (evidence: object) =>
  scopeOf(image.parameters.parse({ evidence: { sharing: 'check', ...evidence } }));

async function sharedWith(
  permissions: readonly LaunchPermission[],
  evidence: object = {},
): Promise<readonly Finding[]> {
  aws.control.addImages(HERE, [{ ImageId: IMAGE, launchPermissions: permissions }]);
  const scope = scopeWith(evidence);
  const candidates = await collect(image.open(scope, aws.io()).list());
  return launchPermissions.read(HOME, scope, candidates, aws.io());
}

const reached = (findings: readonly Finding[]) =>
  findings.filter(({ says }) => says === 'sharedWith').map(({ byId }) => byId);
const unknown = (findings: readonly Finding[]) => findings.filter(({ says }) => says === 'unknown').map(({ by }) => by);
const callsOf = (operation: string) => aws.control.calls({ operation });

describe('sharing: check', () => {
  test('an unshared image reaches its own account only', async () => {
    expect(await sharedWith([])).toEqual([{ alias: IMAGE, says: 'sharedWith', by: 'its own account test', byId: ID }]);
  });

  test('A1 an image is shared with a declared account → the image reaches that account, and nothing is unknown', async () => {
    const findings = await sharedWith([{ UserId: OTHER_ID }]);
    expect([reached(findings), unknown(findings)]).toEqual([[ID, OTHER_ID], []]);
  });

  test('A1 an image is shared with an undeclared account → its use is unknown, and the reason says how to settle it', async () => {
    expect(unknown(await sharedWith([{ UserId: STRANGER }]))).toEqual([
      `shared with account ${STRANGER}, which is not declared, so it is unknown whether it uses it; declare it in accounts, or create an image usage report`,
    ]);
  });

  test('A1 a public image is in use', async () => {
    const findings = await sharedWith([{ Group: 'all' }]);
    expect(findings.filter(({ says }) => says === 'used').map(({ by }) => by)).toEqual([
      'every AWS account (the image is public)',
    ]);
  });

  test('Law 1 AWS answers a launch permission without an account → the image may reach any account, and is unknown', async () => {
    const findings = await sharedWith([{}]);
    expect([reached(findings), unknown(findings).length]).toEqual([[ID, '*'], 1]);
  });

  test('Law 1 a disabled image, which has no launch permissions any more, may reach any account', async () => {
    aws.control.addImages(HERE, [{ ImageId: IMAGE, State: 'disabled' }]);
    const scope = scopeWith({});
    const candidates = await collect(image.open(scope, aws.io()).list());
    expect(reached(await launchPermissions.read(HOME, scope, candidates, aws.io()))).toEqual(['*']);
  });

  test('Holystone needs permissions of AWS Organizations for `sharing: check` and none for `sharing: keep`', () => {
    const needs = (sharing: string) =>
      launchPermissions.alsoNeeds?.(scopeOf(image.parameters.parse({ evidence: { sharing } })));
    expect(needs('keep')).toEqual([]);
    expect(needs('check')).toMatchObject([
      { place: HOME, permissions: expect.arrayContaining(['organizations:ListAccounts']) },
    ]);
  });
});

describe('shared with an organisation', () => {
  const setUp = (change: object = {}) =>
    aws.control.setOrganization({
      id: O,
      managementAccount: MANAGER,
      delegated: [ID],
      accounts: [ID],
      units: [
        {
          id: 'ou-abcd-11111111',
          accounts: [OTHER_ID],
          units: [{ id: 'ou-abcd-22222222', accounts: [STRANGER], units: [{ id: 'ou-abcd-33333333', accounts: [] }] }],
        },
      ],
      ...change,
    });

  test('A1 an image is shared with an organisation → it reaches the declared accounts of the organisation, and its use in the others is unknown', async () => {
    setUp();
    const findings = await sharedWith([{ OrganizationArn: ORGANIZATION }]);
    expect(reached(findings)).toEqual([ID, ID, OTHER_ID]);
    expect(unknown(findings)).toEqual([
      expect.stringMatching(
        /^shared with the 4 accounts of arn:.*, of which 333333333333, 999999999999 are not declared/,
      ),
    ]);
  });

  test.each([
    ['ou-abcd-11111111', [ID, OTHER_ID], 1],
    ['ou-abcd-22222222', [ID], 1],
    ['ou-abcd-33333333', [ID], 0],
  ])(
    'A1 an image is shared with the unit %s → it reaches the accounts of the unit and of all units below it',
    async (unit, ids, strangers) => {
      setUp();
      const findings = await sharedWith([{ OrganizationalUnitArn: unitArn(unit) }]);
      expect([reached(findings), unknown(findings).length]).toEqual([ids, strangers]);
    },
  );

  test('A6 AWS lists the accounts of an organisation in pages → Holystone counts all of them, and asks for each page once', async () => {
    const accounts = Array.from({ length: 45 }, (_, n) => String(400_000_000_000 + n));
    setUp({ accounts: [ID, ...accounts] });
    const [why] = unknown(await sharedWith([{ OrganizationArn: ORGANIZATION }]));
    expect(why).toContain('of which 333333333333, 400000000000, 400000000001 and 44 more'.replace(' and', ','));
    expect(callsOf('ListAccounts')).toHaveLength(3);
  });

  test('two images are shared with one organisation → Holystone lists its accounts once', async () => {
    setUp();
    aws.control.addImages(HERE, [{ launchPermissions: [{ OrganizationArn: ORGANIZATION }] }]);
    await sharedWith([{ OrganizationArn: ORGANIZATION }]);
    expect([callsOf('DescribeImageAttribute').length, callsOf('ListAccounts').length]).toEqual([2, 1]);
  });

  test('`evidence.organization` names another account → Holystone lists the organisation through that account', async () => {
    setUp({ delegated: [OTHER_ID] });
    const [denied] = unknown(await sharedWith([{ OrganizationArn: ORGANIZATION }]));
    expect(denied).toContain('organizations:ListAccounts is denied');
    aws.control.remove(HERE, 'image', IMAGE);
    expect(reached(await sharedWith([{ OrganizationArn: ORGANIZATION }], { organization: 'other' }))).toContain(
      OTHER_ID,
    );
    expect(callsOf('ListAccounts').map(({ account }) => account)).toEqual([ID, OTHER_ID]);
  });

  test.each([
    ['organizations:DescribeOrganization', { OrganizationArn: ORGANIZATION }],
    ['organizations:ListAccounts', { OrganizationArn: ORGANIZATION }],
    ['organizations:ListAccountsForParent', { OrganizationalUnitArn: unitArn('ou-abcd-11111111') }],
    ['organizations:ListOrganizationalUnitsForParent', { OrganizationalUnitArn: unitArn('ou-abcd-11111111') }],
  ])(
    'A3 %s is denied → the image may reach any account, is unknown, and the reason names the permission',
    async (action, permission) => {
      setUp();
      aws.control.deny({ account: ID, action });
      const findings = await sharedWith([permission]);
      expect(findings.slice(1)).toEqual([
        { alias: IMAGE, says: 'sharedWith', byId: '*', by: expect.any(String) },
        {
          alias: IMAGE,
          says: 'unknown',
          permission: action,
          byId: 'undeclaredAccounts',
          by: expect.stringContaining('evidence.organization'),
        },
      ]);
    },
  );

  test.each([
    ['no organisation', null, ORGANIZATION, /AWSOrganizationsNotInUseException/],
    [
      'another organisation',
      { id: 'o-9999999999' },
      ORGANIZATION,
      /is in organisation o-9999999999, not in o-1234567890/,
    ],
    ['an ARN that nobody can read', {}, 'arn:aws:organizations::1:thing/o-1', /neither an organisation nor a unit/],
    ['a unit that is gone', {}, unitArn('ou-abcd-99999999'), /ParentNotFoundException/],
  ])('Law 1 %s → the image may reach any account, and is unknown', async (_case, change, arn, why) => {
    if (change) setUp(change);
    const findings = await sharedWith([
      arn.includes(':ou/') ? { OrganizationalUnitArn: arn } : { OrganizationArn: arn },
    ]);
    expect([reached(findings), unknown(findings)]).toEqual([[ID, '*'], [expect.stringMatching(why)]]);
  });

  test.each([
    ['throttle', 'throttled'],
    ['blank', 'malformed'],
    ['repeatToken', 'malformed'],
  ] as const)('A6 AWS answers page 2 of the accounts with %s → the read fails', async (kind, problem) => {
    setUp({ accounts: [ID, ...Array.from({ length: 45 }, (_, n) => String(400_000_000_000 + n))] });
    aws.control.addFault({ kind, operation: 'ListAccounts', page: 2 });
    expect(await failureOf(sharedWith([{ OrganizationArn: ORGANIZATION }]))).toMatchObject({ problem });
  });
});
