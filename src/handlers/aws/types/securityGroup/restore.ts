import type { CreateSecurityGroupRequest, IpPermission, SecurityGroup } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { NotRestored, Restored, RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { type RuleChange, ruleChanges } from './rules.ts';

/** Makes one with the same name, rules and tags in the same VPC, under another id, which its users must name. */
export async function restoreSecurityGroup(
  { restorer, stored }: Wanted,
  now: Read<unknown> | undefined,
): Promise<Restoring> {
  if (now?.kind === 'found') return isThere(stored.id);
  const old = stored.definition as SecurityGroup;
  if (!old.VpcId) return refused('the definition names no VPC');
  const input = creating(old);
  return {
    kind: 'ready',
    steps: [
      {
        says: `makes the security group ${input.GroupName} again in ${old.VpcId}, under another id: users that name ${stored.id} must name the new one`,
        command: `GROUP=$(${awsJsonCommand(restorer, 'ec2 create-security-group', input)} --query GroupId --output text)`,
      },
      ...ruleChanges(old, '$GROUP').map((change) => stepOf(change, '$GROUP', restorer)),
    ],
    afterwards: [],
    run: () => make(restorer, old, input),
  };
}

async function make(
  target: CallScope,
  old: SecurityGroup,
  input: CreateSecurityGroupRequest,
): Promise<Restored | NotRestored> {
  let id = '';
  const create = ec2.createSecurityGroup;
  const made = await restoreBy(target, create.api, `making security group ${input.GroupName} again`, async () => {
    const answer = await send(target, create, input);
    id = answer.GroupId ?? '';
    return requestIdOf(answer);
  });
  if ('kind' in made) return made;
  const changes = ruleChanges(old, id);
  for (const [index, change] of changes.entries()) {
    const failure = await changeRules(target, change, id);
    if (!failure) continue;
    const why = `it was made again as ${id}, but not with all its rules: ${failure.why}`;
    return { kind: 'byHand', why, steps: changes.slice(index).map((left) => stepOf(left, id, target)) };
  }
  return { kind: 'restored', id, ...made, afterwards: [] };
}

/** @returns the failure */
async function changeRules(
  target: CallScope,
  { does, IpPermissions, mayBeAbsent }: RuleChange,
  GroupId: string,
): Promise<NotRestored | undefined> {
  const call = CALLS[does].call;
  const input = { GroupId, IpPermissions: [...IpPermissions] };
  const done = await restoreBy(target, call.api, `${CALLS[does].says} of ${GroupId}`, async () =>
    requestIdOf(await send(target, call, input)),
  );
  if (!('kind' in done) || (mayBeAbsent && done.kind === 'expired')) return undefined;
  return done;
}

const CALLS = {
  revokeEgress: {
    call: ec2.revokeSecurityGroupEgress,
    command: 'ec2 revoke-security-group-egress',
    says: 'removes the outbound rule that every new group has',
  },
  authorizeIngress: {
    call: ec2.authorizeSecurityGroupIngress,
    command: 'ec2 authorize-security-group-ingress',
    says: 'adds its inbound rules',
  },
  authorizeEgress: {
    call: ec2.authorizeSecurityGroupEgress,
    command: 'ec2 authorize-security-group-egress',
    says: 'adds its outbound rules',
  },
} as const;

function stepOf({ does, IpPermissions, mayBeAbsent }: RuleChange, GroupId: string, target: CallScope): RestoreStep {
  const { command, says } = CALLS[does];
  return {
    says: mayBeAbsent ? `${says}, for IPv6; AWS may answer that there is none` : says,
    command: awsJsonCommand(target, command, { GroupId, IpPermissions: IpPermissions as IpPermission[] }),
  };
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSecurityGroup.html */
function creating(old: SecurityGroup): CreateSecurityGroupRequest {
  const tags = fromTags(toTags(old.Tags)).filter(({ Key }) => !Key.startsWith('aws:'));
  return {
    GroupName: old.GroupName ?? '',
    Description: old.Description ?? '',
    ...defined({
      VpcId: old.VpcId,
      TagSpecifications: tags.length > 0 ? [{ ResourceType: 'security-group' as const, Tags: tags }] : undefined,
    }),
  };
}
