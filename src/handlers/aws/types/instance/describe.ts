import { ec2 } from '../../calls/ec2.ts';
import type { DescribedInstance, LaunchedInstance } from '../../resources/instance.ts';
import { read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** Its description, with its user data: after its termination nothing else has them. @throws ReadError */
export async function describeInstance(target: CallScope, one: LaunchedInstance): Promise<DescribedInstance> {
  const { InstanceId } = one;
  const input = { InstanceId, Attribute: 'userData' as const };
  const { UserData } = await read(
    target,
    ec2.describeInstanceAttribute,
    `reading the user data of ${InstanceId}`,
    input,
  );
  return UserData?.Value ? { ...one, UserData: UserData.Value } : one;
}
