import type { Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { instancesOf } from '../../resources/instance.ts';
import { awsCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { unlessGone } from '../../wire/readError.ts';
import { readList } from '../../wire/reading.ts';

/** Starts the instance that was stopped. Its volumes, private addresses and Elastic IP addresses are those that it had. */
export async function startAgain({ restorer, stored }: Wanted): Promise<Restoring> {
  const { id } = stored;
  const input = { InstanceIds: [id] };
  const reading = readList(restorer, ec2.describeInstances, `reading instance ${id}`, input);
  const [now] = (await unlessGone(reading, [])).flatMap(instancesOf).filter(({ InstanceId }) => InstanceId === id);
  const state = now?.State?.Name;
  if (state === 'running' || state === 'pending') return isThere(id);
  if (state === 'stopping') return refused(`${id} is still being stopped: try again in a few minutes`);
  if (state !== 'stopped') return refused(`${id} is ${state ?? 'gone'}: only a stopped instance can be started`);
  return {
    kind: 'ready',
    id,
    steps: [{ says: `starts ${id}`, command: awsCommand(restorer, 'ec2 start-instances', { 'instance-ids': id }) }],
    afterwards: [],
    async run() {
      const done = await restoreBy(restorer, ec2.startInstances.api, `starting instance ${id}`, async () =>
        requestIdOf(await send(restorer, ec2.startInstances, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}
