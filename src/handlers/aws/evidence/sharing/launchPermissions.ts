import type { LaunchPermission } from '@aws-sdk/client-ec2';
import { pluralize } from '../../../../core/common/pluralize.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource, Scope } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { ImageResource } from '../../resources/image.ts';
import type { ImageParameters } from '../../resources/imageParameters.ts';
import { launchPermissionsOf } from '../../resources/sharing.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import type { CallScope } from '../../wire/target.ts';
import { ORGANIZATION_PERMISSIONS, Organization } from './organization.ts';
import { type SharingFinding, sharedWithAccounts, sharedWithUnknown } from './sharing.ts';

type ImageScope = Scope<ImageParameters>;
type Candidate = Resource & Pick<ImageResource, 'state'>;

/**
 * An account with access to a shared image may use it, and this account cannot see its use. `keep` counts each such
 * account as a user; `check` reports the accounts that the image reaches, and the other kinds look for users in every
 * declared account.
 */
export const launchPermissions: EvidenceSource<ImageParameters> = {
  name: 'launchPermissions',
  summary:
    'Accounts, organisations and the public that the image is shared with (`evidence.sharing`); with `check` those that are not declared make it unknown.',
  permissions: permissionsOf(ec2.describeImageAttribute),
  per: 'resource',
  places: (scope) => (scope.parameters.evidence.sharing === 'ignore' ? [] : ownPlace(scope)),
  variant: ({ parameters: { evidence } }) => JSON.stringify([evidence.sharing, evidence.organization]),
  alsoNeeds: (scope) =>
    scope.parameters.evidence.sharing === 'check'
      ? [{ place: organizationPlace(scope), permissions: ORGANIZATION_PERMISSIONS }]
      : [],
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const organization = new Organization(organizationPlace(scope), scope, io);
    const says = scope.parameters.evidence.sharing === 'check' ? reachOf : userOf;
    return findOfEach(candidates as readonly Candidate[], async (image) => {
      const findings: SharingFinding[] = [image.state === 'disabled' ? FORGOTTEN : itself(scope)];
      for (const permission of await grantsOn(target, image)) {
        if (permission === 'vanished') findings.push(VANISHED);
        else findings.push(...(await says(permission, scope, organization)));
      }
      return findings.map((one) => ({ alias: image.id, ...one }));
    });
  },
};

function organizationPlace({ account, location, parameters }: ImageScope) {
  return { account: parameters.evidence.organization ?? account.name, location };
}

/** Shows that the launch permissions were read, even if the image is not shared. */
function itself({ account: { id, name } }: ImageScope): SharingFinding {
  return { says: 'sharedWith', by: `its own account ${name}`, byId: id ?? name };
}

/**
 * Disabling an image removes all its launch permissions for good: the accounts may still run instances of it.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/disable-an-ami.html
 */
const FORGOTTEN: SharingFinding = {
  says: 'sharedWith',
  by: 'accounts that it was shared with before it was disabled',
  byId: '*',
};

/** The image vanished after the listing. This proves nothing about it, nor about the others. */
const VANISHED: SharingFinding = { says: 'used', by: 'unknown accounts: it vanished while it was being read' };

async function grantsOn(
  target: CallScope,
  { id, state }: Candidate,
): Promise<readonly (LaunchPermission | 'vanished')[]> {
  if (state === 'disabled') return [];
  try {
    return await launchPermissionsOf(target, id);
  } catch (error) {
    if (saysNotFound(error)) return ['vanished'];
    throw error;
  }
}

function userOf({
  Group,
  OrganizationArn,
  OrganizationalUnitArn,
  UserId,
}: LaunchPermission): readonly SharingFinding[] {
  if (Group) return [PUBLIC];
  if (UserId) return [{ says: 'used', by: `account ${UserId} (launch permission)` }];
  return [
    { says: 'used', by: `${OrganizationArn ?? OrganizationalUnitArn ?? 'an unnamed account'} (launch permission)` },
  ];
}

/** It is impossible to read every account of AWS. */
const PUBLIC: SharingFinding = { says: 'used', by: 'every AWS account (the image is public)' };

async function reachOf(
  { Group, OrganizationArn, OrganizationalUnitArn, UserId }: LaunchPermission,
  { accounts }: ImageScope,
  organization: Organization,
): Promise<readonly SharingFinding[]> {
  if (Group) return [PUBLIC];
  if (UserId) return sharedWithAccounts(`account ${UserId}`, [UserId], accounts);
  const arn = OrganizationArn ?? OrganizationalUnitArn;
  if (arn === undefined) return sharedWithUnknown('an unnamed account', 'the launch permission has no account');
  const members = await organization.membersOf(arn);
  if (members.kind === 'unknown') return sharedWithUnknown(arn, members.why, members.permission);
  return sharedWithAccounts(`the ${pluralize(members.ids.length, 'account')} of ${arn}`, members.ids, accounts);
}
