import type {
  CreateTargetGroupInput,
  TargetGroup,
  TargetGroupAttribute,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { NotRestored, Restored, RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { elbV2 } from '../../calls/loadBalancing.ts';
import type { TargetGroupDefinition, TargetGroupResource } from '../../resources/targetGroup.ts';
import { awsCommand, awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send, sendForId } from '../../wire/client.ts';
import { unlessGone } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** Recreates it with its health check, attributes and tags, under another ARN, which its users must name. */
export async function restoreTargetGroup(
  { restorer, stored }: Wanted,
  now: Read<TargetGroupResource> | undefined,
): Promise<Restoring> {
  if (now?.kind === 'found') return isThere(stored.id);
  const definition = stored.definition as TargetGroupDefinition;
  const input = creating(definition);
  const taker = await targetGroupByName(restorer, input.Name ?? '');
  if (taker) return refused(`its name "${input.Name}" is taken by ${taker.TargetGroupArn}`);
  const Attributes = settable(definition.attributes);
  return {
    kind: 'ready',
    steps: [
      {
        says: `makes the target group ${input.Name} again, under a new ARN and without targets`,
        command: `TARGET_GROUP=$(${awsJsonCommand(restorer, 'elbv2 create-target-group', input)} --query 'TargetGroups[0].TargetGroupArn' --output text)`,
      },
      ...attributeSteps(restorer, '$TARGET_GROUP', Attributes),
    ],
    afterwards: [],
    run: () => make(restorer, input, Attributes),
  };
}

async function make(
  restorer: CallScope,
  input: CreateTargetGroupInput,
  Attributes: TargetGroupAttribute[],
): Promise<Restored | NotRestored> {
  let id = '';
  const create = elbV2.createTargetGroup;
  const created = await restoreBy(restorer, create.api, `making target group ${input.Name} again`, async () => {
    const answer = await send(restorer, create, input);
    id = answer.TargetGroups?.[0]?.TargetGroupArn ?? '';
    return requestIdOf(answer);
  });
  if ('kind' in created) return created;
  if (Attributes.length === 0) return { kind: 'restored', id, ...created, afterwards: [] };
  const modify = elbV2.modifyTargetGroupAttributes;
  const modified = await restoreBy(restorer, modify.api, `setting the attributes of ${id}`, () =>
    sendForId(restorer, modify, { TargetGroupArn: id, Attributes }),
  );
  if (!('kind' in modified)) return { kind: 'restored', id, ...modified, afterwards: [] };
  const why = `it was made again as ${id}, but without its attributes: ${modified.why}`;
  return { kind: 'byHand', why, steps: attributeSteps(restorer, id, Attributes) };
}

function attributeSteps(
  target: CallScope,
  arn: string,
  Attributes: readonly TargetGroupAttribute[],
): readonly RestoreStep[] {
  if (Attributes.length === 0) return [];
  const given = { 'target-group-arn': arn, attributes: JSON.stringify(Attributes) };
  return [{ says: 'sets its attributes', command: awsCommand(target, 'elbv2 modify-target-group-attributes', given) }];
}

/** @returns `undefined`: no target group has the name @throws ReadError when the read failed */
async function targetGroupByName(target: CallScope, name: string): Promise<TargetGroup | undefined> {
  const what = `looking for a target group ${name}`;
  return (await unlessGone(readList(target, elbV2.describeTargetGroups, what, { Names: [name] }), []))[0];
}

/**
 * Converts the describe format to the create format:
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html
 */
function creating({ targetGroup, tags }: TargetGroupDefinition): CreateTargetGroupInput {
  const { TargetGroupArn: _arn, TargetGroupName: Name, LoadBalancerArns: _balancers, ...settings } = targetGroup;
  const Tags = tags.filter(({ Key }) => !Key?.startsWith('aws:'));
  return { ...defined(settings), Name, ...(Tags.length > 0 && { Tags }) };
}

/** Describe returns an empty value for an attribute that is not set; modify refuses some of them. */
function settable(attributes: readonly TargetGroupAttribute[]): TargetGroupAttribute[] {
  return attributes.filter(({ Value }) => Value !== undefined && Value !== '');
}
