import type { Instance, RunInstancesRequest } from '@aws-sdk/client-ec2';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type DescribedInstance, type InstanceResource, instancesOf } from '../../resources/instance.ts';
import { lastImagesOf } from '../../resources/lastImages.ts';
import { awsCommand, awsJsonCommand } from '../../session/commandLine.ts';
import { makingAgain, tokenFor } from '../../session/makingAgain.ts';
import { isThere, refused, type Wanted } from '../../session/restoring.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { starting, type UsualCores } from './starting.ts';

/** Starts one from the last image, with the same type, network, role and user data, under another id and address. */
export async function restoreInstance(wanted: Wanted, now: Read<InstanceResource> | undefined): Promise<Restoring> {
  const { restorer, stored } = wanted;
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${stored.id} is gone: ${now?.why ?? 'AWS did not say'}`);
  if (now.kind === 'found' && now.resource.state !== 'shutting-down') return isThere(stored.id);
  const earlier = await startedBefore(wanted);
  const alive = earlier.find(({ State }) => !ENDING.has(State?.Name))?.InstanceId;
  if (alive) return isThere(alive);
  const image = (await lastImagesOf(restorer, stored.id)).find(({ State }) => State === 'available')?.ImageId;
  if (image === undefined) return refused(`no last image of ${stored.id} is there and available`);
  const old = stored.definition as DescribedInstance;
  const input = starting(old, stored.id, image, await usualCoresOf(restorer, old));
  if (earlier.length > 0) return endedSince(wanted, earlier, input);
  const { Arn: profile } = input.IamInstanceProfile ?? {};
  return makingAgain(wanted, {
    call: ec2.runInstances,
    input,
    noun: 'instance',
    where: `from ${image}, its last image, which starts it${profile ? ` with ${profile} (this needs iam:PassRole for its role)` : ''}`,
    idOf: ({ Instances }) => Instances?.[0]?.InstanceId,
    afterwards: (id) => [
      ...(old.MaintenanceOptions?.RebootMigration === 'disabled'
        ? [
            {
              says: 'switches its migration at a reboot off, as it was',
              command: awsCommand(restorer, 'ec2 modify-instance-maintenance-options', {
                'instance-id': id,
                'reboot-migration': 'disabled',
              }),
            },
          ]
        : []),
      {
        says: 'it runs, and costs by the hour; this stops it',
        command: awsCommand(restorer, 'ec2 stop-instances', { 'instance-ids': id }),
      },
    ],
  });
}

/** What its type has where nobody chooses; `undefined`: AWS does not say. @throws ReadError */
async function usualCoresOf(target: CallScope, { InstanceType, CpuOptions }: DescribedInstance): Promise<UsualCores> {
  if (!InstanceType || !CpuOptions) return undefined;
  // A type that AWS does not know any more is no error in a filter.
  const Filters = [{ Name: 'instance-type', Values: [InstanceType] }];
  const [type] = await allOf(pages(target, ec2.describeInstanceTypes, `reading the type ${InstanceType}`, { Filters }));
  return type?.VCpuInfo;
}

const ENDING: ReadonlySet<string | undefined> = new Set(['shutting-down', 'terminated']);

/** The token keeps a second attempt from starting another one only as long as AWS remembers it; an instance names its own. */
async function startedBefore({ restorer, stored }: Wanted): Promise<readonly Instance[]> {
  const Filters = [{ Name: 'client-token', Values: [tokenFor(stored.id)] }];
  const what = `looking for an instance that ${stored.id} was restored as`;
  const reservations = await allOf(pages(restorer, ec2.describeInstances, what, { Filters }));
  return reservations.flatMap(instancesOf);
}

/** AWS refuses the same token then (`IdempotentInstanceTerminated`), and another one would forget what was done before. */
function endedSince({ restorer, stored }: Wanted, ended: readonly Instance[], input: RunInstancesRequest): Restoring {
  const { ClientToken: _used, ...again } = input;
  const ids = ended.map(({ InstanceId = 'an instance' }) => InstanceId).join(', ');
  const command = awsJsonCommand(restorer, 'ec2 run-instances', again);
  const step = { says: `starts another one like ${stored.id}, each time it runs`, command };
  return { kind: 'byHand', why: `it was restored as ${ids}, which is terminated by now`, steps: [step] };
}
