import { isDeepStrictEqual } from 'node:util';
import type { CreateLaunchConfigurationType, LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import { defined } from '../../../../core/common/defined.ts';
import type { Read, Resource } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { sendForId } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';

type Now = Read<Resource & { readonly described?: LaunchConfiguration }> | undefined;

const CREATE = autoScaling.createLaunchConfiguration;

/** Recreates it under its name: its users refer to it only by name. */
export async function planRestore({ restorer, stored }: Wanted, now: Now): Promise<Restoring> {
  const { id } = stored;
  const input = creating(stored.definition as LaunchConfiguration);
  if (now?.kind === 'found') {
    const { described, identity } = now.resource;
    if (described && isDeepStrictEqual(creating(described), input)) return isThere(id);
    return refused(`its name is taken by another launch configuration (${identity})`);
  }
  return {
    kind: 'ready',
    id,
    steps: stepsOf(restorer, id, input),
    afterwards: [],
    async run() {
      const what = `making launch configuration ${id} again`;
      const done = await restoreBy(restorer, CREATE.api, what, () => sendForId(restorer, CREATE, input));
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}

/**
 * Converts the describe format to the create format:
 * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_CreateLaunchConfiguration.html
 * Describe returns empty texts and lists for absent values; create refuses some of them.
 */
function creating(configuration: LaunchConfiguration): CreateLaunchConfigurationType {
  const { LaunchConfigurationName, LaunchConfigurationARN: _arn, CreatedTime: _time, ...rest } = configuration;
  const isFilled = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0);
  const filled = Object.entries(rest).filter(([, value]) => isFilled(value));
  return { ...defined(Object.fromEntries(filled)), LaunchConfigurationName };
}

/** The AWS CLI encodes user data itself, for this command only; what is no text (cloud-init takes gzip) goes through a file. */
function stepsOf(
  target: CallScope,
  id: string,
  { UserData, ...input }: CreateLaunchConfigurationType,
): readonly RestoreStep[] {
  const says = `makes the launch configuration ${id} again`;
  const words = 'autoscaling create-launch-configuration';
  const bytes = Buffer.from(UserData ?? '', 'base64');
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes)) {
    const whole = UserData === undefined ? input : { ...input, UserData: text };
    return [{ says, command: awsJsonCommand(target, words, whole) }];
  }
  return [
    {
      says: 'writes its user data, which is no text, to a file',
      command: `printf %s '${bytes.toString('base64')}' | base64 -d > user-data`,
    },
    { says, command: `${awsJsonCommand(target, words, input)} --user-data fileb://user-data` },
  ];
}
