import type { Restoring } from '../../../../core/resource/restoring.ts';
import { rds } from '../../calls/rds.ts';
import { toDbInstance } from '../../resources/dbInstance.ts';
import { awsCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';

/** Starts the instance that was stopped, and no other of its name: a read of its run says "gone" while it is stopped. */
export async function startDatabase({ restorer, stored: { id, identity } }: Wanted): Promise<Restoring> {
  const input = { DBInstanceIdentifier: id };
  const reading = allOf(pages(restorer, rds.describeDBInstances, `reading database instance ${id}`, input));
  const [now] = (await unlessGone(reading, []))
    .flatMap((one) => toDbInstance(one) ?? [])
    .filter((one) => one.id === id);
  if (!now) return refused(`${id} is gone: only a stopped instance can be started`);
  if (now.identity !== identity) return refused(`another database instance is called ${id} by now (${now.identity})`);
  const { dbInstanceStatus: status = 'in a state that is not known' } = now;
  if (status === 'available' || status === 'starting') return isThere(id);
  if (status === 'stopping') return refused(`${id} is still being stopped: try again in a few minutes`);
  if (status !== 'stopped') return refused(`${id} is ${status}: only a stopped instance can be started`);
  const command = awsCommand(restorer, 'rds start-db-instance', { 'db-instance-identifier': id });
  return {
    kind: 'ready',
    id,
    steps: [{ says: `starts ${id}, which costs by the hour from then on`, command }],
    afterwards: [],
    async run() {
      const done = await restoreBy(restorer, rds.startDBInstance.api, `starting database instance ${id}`, async () =>
        requestIdOf(await send(restorer, rds.startDBInstance, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}
