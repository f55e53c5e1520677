import { defined } from '../../../core/common/defined.ts';
import type { RestoreStep } from '../../../core/resource/restoring.ts';
import type { CallScope } from '../wire/target.ts';
import { awsCommand } from './commandLine.ts';

interface Role {
  readonly RoleArn?: string | undefined;
  readonly FeatureName?: string | undefined;
}

/**
 * What a person does for each role with which a database reaches other services: it needs `iam:PassRole` for the role.
 * https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_AddRoleToDBCluster.html and its sibling
 */
export function roleSteps(
  target: CallScope,
  of: 'cluster' | 'instance',
  id: string,
  roles: readonly Role[] = [],
): readonly RestoreStep[] {
  return roles.flatMap(({ RoleArn: role, FeatureName }) => {
    if (!role) return [];
    const given = {
      [`db-${of}-identifier`]: id,
      'role-arn': role,
      ...defined({ 'feature-name': FeatureName || undefined }),
    };
    return {
      says: `gives it ${role} again, once it is available`,
      command: awsCommand(target, `rds add-role-to-db-${of}`, given),
    };
  });
}
