import type { LaunchPermission, ModifyImageAttributeCommandInput } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { type Ec2Handlers, stopIfDryRun } from './common.ts';
import { refuseSharing } from './imageStates.ts';
import { ownImage } from './images.ts';

export const imageAttributes: Ec2Handlers = {
  /**
   * Only the owner may read it: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImageAttribute.html
   */
  DescribeImageAttribute(input, call) {
    const { image, launchPermissions } = ownImage(input.ImageId, call);
    const ImageId = image.ImageId;
    switch (input.Attribute) {
      case 'launchPermission':
        return { ImageId, LaunchPermissions: [...launchPermissions] };
      case 'description':
        return { ImageId, Description: { Value: image.Description } };
      case 'lastLaunchedTime':
        return { ImageId, LastLaunchedTime: { Value: image.LastLaunchedTime } };
      case 'deregistrationProtection':
        return { ImageId, DeregistrationProtection: { Value: image.DeregistrationProtection ?? 'disabled' } };
      case 'blockDeviceMapping':
        // "Using this attribute returns the Client.AuthFailure error" (same page).
        throw new AwsError('AuthFailure', 'Unauthorized attempt to access restricted resource', 403);
      default:
        throw new AwsError('InvalidParameterValue', `Value (${input.Attribute}) for parameter attribute is invalid`);
    }
  },

  ModifyImageAttribute(input, call) {
    const row = ownImage(input.ImageId, call);
    const { add, remove } = launchPermissionChange(input);
    if (add.length > 0) refuseSharing(row);
    stopIfDryRun(input);
    const kept = row.launchPermissions.filter((old) => ![...add, ...remove].some((other) => isSame(old, other)));
    const launchPermissions = [...kept, ...add];
    const Public = launchPermissions.some(({ Group }) => Group === 'all');
    call.here.images.put(input.ImageId ?? '', { image: { ...row.image, Public }, launchPermissions });
    return {};
  },
};

interface Change {
  readonly add: readonly LaunchPermission[];
  readonly remove: readonly LaunchPermission[];
}

function launchPermissionChange(input: ModifyImageAttributeCommandInput): Change {
  if (input.LaunchPermission) {
    return { add: input.LaunchPermission.Add ?? [], remove: input.LaunchPermission.Remove ?? [] };
  }
  if (input.Attribute !== 'launchPermission' || !input.OperationType) {
    throw new AwsError('InvalidParameterCombination', 'The sandbox changes no image attribute but launchPermission');
  }
  const named: LaunchPermission[] = [
    ...(input.UserIds ?? []).map((UserId) => ({ UserId })),
    ...(input.UserGroups ?? []).map(() => ({ Group: 'all' as const })),
    ...(input.OrganizationArns ?? []).map((OrganizationArn) => ({ OrganizationArn })),
    ...(input.OrganizationalUnitArns ?? []).map((OrganizationalUnitArn) => ({ OrganizationalUnitArn })),
  ];
  return input.OperationType === 'add' ? { add: named, remove: [] } : { add: [], remove: named };
}

function isSame(a: LaunchPermission, b: LaunchPermission): boolean {
  return (
    a.UserId === b.UserId &&
    a.Group === b.Group &&
    a.OrganizationArn === b.OrganizationArn &&
    a.OrganizationalUnitArn === b.OrganizationalUnitArn
  );
}
