import type { LaunchPermission } from '@aws-sdk/client-ec2';
import type { Finding } from '../../../core/finding.ts';
import type { Resource } from '../../../core/resource.ts';
import type { EvidenceSource } from '../../handler.ts';
import { isNotFound } from '../errors.ts';
import { launchPermissionsOf } from '../image/api.ts';
import type { ImageParameters } from '../image/parameters.ts';
import type { ImageResource } from '../image/resource.ts';
import { ownPlace, provenReader } from '../places.ts';
import { readError } from '../readError.ts';
import type { Target } from '../target.ts';

/** Whoever an image is shared with may use it, and this account cannot see whether he does. */
export const launchPermissions: EvidenceSource<ImageParameters> = {
  name: 'launchPermissions',
  summary: 'Accounts, organisations and the public that the image is shared with (`sharing: keep`).',
  permissions: ['ec2:DescribeImageAttribute'],
  asks: 'candidates',
  places: (scope) => (scope.parameters.evidence.sharing === 'ignore' ? [] : ownPlace(scope)),
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const findings: Finding[] = [];
    for (const image of candidates) {
      for (const by of await sharedWith(target, image)) findings.push({ alias: image.id, says: 'used', by });
    }
    return findings;
  },
};

async function sharedWith(
  target: Target,
  { id, state }: Resource & Pick<ImageResource, 'state'>,
): Promise<readonly string[]> {
  // Disabling an image takes all its launch permissions away, for good.
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/disable-an-ami.html
  if (state === 'disabled') return [];
  try {
    return (await launchPermissionsOf(target, id)).map(describe);
  } catch (error) {
    // It went between the listing and now. Nothing may be concluded about it, and nothing about the others either.
    if (isNotFound(error)) return ['nobody knows whom: it vanished while it was being read'];
    throw readError(error, { target, api: 'ec2:DescribeImageAttribute', what: `reading launch permissions of ${id}` });
  }
}

function describe({ Group, OrganizationArn, OrganizationalUnitArn, UserId }: LaunchPermission): string {
  if (Group) return 'everybody (the image is public)';
  if (UserId) return `account ${UserId} (launch permission)`;
  return `${OrganizationArn ?? OrganizationalUnitArn ?? 'somebody'} (launch permission)`;
}
