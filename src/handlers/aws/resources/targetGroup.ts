import type { Tag, TargetGroup, TargetGroupAttribute } from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { targetGroupAlias } from './balancingAliases.ts';
import { clusterFields } from './clusterTags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';

/** The definition that recreates a target group. */
export interface TargetGroupDefinition {
  readonly targetGroup: TargetGroup;
  readonly attributes: readonly TargetGroupAttribute[];
  readonly tags: readonly Tag[];
}

/** A target group. Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface TargetGroupResource extends Resource {
  /** `instance`, `ip`, `lambda` or `alb`. */
  readonly targetType?: string;
  /** Absent for the type `lambda`. */
  readonly protocol?: string;
  readonly protocolVersion?: string;
  readonly port?: number;
  readonly vpcId?: string;
  /** Set after a read by ARN. */
  readonly described?: TargetGroupDefinition;
}

/** `undefined` for an answer without an ARN. AWS does not report the creation of a target group. */
export function toTargetGroup(
  targetGroup: TargetGroup,
  { tags }: { readonly tags: Readonly<Record<string, string>> },
): TargetGroupResource | undefined {
  const { TargetGroupArn: arn, TargetGroupName: name = '' } = targetGroup;
  if (!arn) return undefined;
  const ofCluster = clusterFields(tags, targetGroup.VpcId || undefined);
  return {
    id: arn,
    // Its end is unique: a later target group of the same name has another one.
    identity: arn,
    name,
    tags,
    ...ofCluster,
    aliases: [
      arn,
      targetGroupAlias(name),
      nameAlias(name),
      ...partAliases(targetGroupAlias, name),
      ...ofCluster.aliases,
    ],
    ...defined({
      targetType: targetGroup.TargetType,
      protocol: targetGroup.Protocol,
      protocolVersion: targetGroup.ProtocolVersion,
      port: targetGroup.Port,
      vpcId: targetGroup.VpcId || undefined,
    }),
  };
}
