/**
 * Deletes the members of a database cluster, and then the cluster: "delete any reader instances", then "the writer instance", and "as soon
 * as the DB instance goes into deleting state, we can delete the cluster also":
 * https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/USER_DeleteCluster.html
 */

import { messageOf, PermitError, ReadError } from '../../../../core/common/errors.ts';
import { type DeleteOutcome, unsent } from '../../../../core/resource/resource.ts';
import { rds } from '../../calls/rds.ts';
import type { DbClusterResource } from '../../resources/dbCluster.ts';
import { finalSnapshotName } from '../../resources/lastOfDatabases.ts';
import { deleteOutcome } from '../../session/deleteOutcome.ts';
import { NOT_SHOWN_FOR_MS } from '../../session/deleting.ts';
import type { CallScopes } from '../../session/session.ts';
import { send } from '../../wire/client.ts';
import { codeOf, isNotFound } from '../../wire/errors.ts';
import type { CallScope } from '../../wire/target.ts';
import { readSnapshot } from './snapshots.ts';

/**
 * The cluster is asked for first: AWS refuses that as long as it has members, and by that alone a member goes. So whatever else AWS
 * would refuse (a right that is missing, a protection, a global database) is known while all is whole. Its data stays with the
 * cluster until the last request.
 * @param now as it was read directly before
 * @param checked as it was judged, with the members that its notice names
 * @param remove deletes the cluster
 */
export async function membersFirst(
  now: DbClusterResource,
  { members: told = [] }: DbClusterResource,
  { reader, deleter }: CallScopes,
  remove: () => Promise<DeleteOutcome | undefined>,
): Promise<DeleteOutcome | undefined> {
  const { identity, members = [] } = now;
  const added = members.filter((name) => !told.includes(name));
  if (members.length === 0 || added.length > 0)
    return unsent(`its members are ${members.join(', ') || 'not known'} now, not ${told.join(', ')}`, 0);
  const final = finalSnapshotName(identity);
  try {
    if (await readSnapshot(reader, final))
      return { kind: 'refused', reason: `a snapshot called ${final} is there already, so AWS would make no other` };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return unsent(error.message, NOT_SHOWN_FOR_MS);
  }
  try {
    return await remove();
  } catch (error) {
    if (!hasMembers(error)) throw error;
  }
  const gone: string[] = [];
  try {
    for (const name of members) {
      await deleteMember(deleter, name);
      gone.push(name);
    }
    return await remove();
  } catch (error) {
    if (gone.length === 0) throw error;
    return halfway(error, now, gone, deleter);
  }
}

const BAD_STATE: ReadonlySet<string> = new Set(['InvalidDBClusterState', 'InvalidDBClusterStateFault']);

/** "Cluster cannot be deleted, it still contains DB instances in non-deleting state." */
function hasMembers(error: unknown): boolean {
  return BAD_STATE.has(codeOf(error)) && /still contains DB instances/i.test(messageOf(error));
}

/**
 * "FinalDBSnapshotIdentifier can not be specified when deleting a cluster instance": its data is the cluster's. Without
 * `SkipFinalSnapshot`, as in AWS's own example, the request is refused for an instance with data of its own.
 */
async function deleteMember(deleter: CallScope, DBInstanceIdentifier: string): Promise<void> {
  try {
    await send(deleter, rds.deleteDBInstance, { DBInstanceIdentifier });
  } catch (error) {
    // That it is gone says nothing of the cluster.
    if (!isNotFound(error)) throw error;
  }
}

/**
 * Nothing of its data is lost, but nobody reaches it: whoever reads the outcome has to know. Where an answer was lost, a read by its
 * name decides, and what has no members is kept then.
 */
function halfway(error: unknown, { id }: DbClusterResource, gone: readonly string[], target: CallScope): DeleteOutcome {
  const { account, region, io } = target;
  const failed = io.signal.aborted ? undefined : deleteOutcome(error, target, rds.deleteDBCluster.api);
  if (failed?.kind === 'gone') return failed;
  const isSure = failed?.kind === 'refused' || error instanceof PermitError;
  const told = `its members ${gone.join(', ')} are deleted, and the cluster ${id} with all its data ${isSure ? 'is not' : 'may be left'}: \`holystone restore\` makes them again`;
  const facts = { account: account.name, location: region, id, members: gone, problem: messageOf(error), next: told };
  // The next survey keeps what has no member, and takes the mark away: from then on nothing else speaks of it.
  if (isSure) {
    io.log.error(
      facts,
      'the deletion of a database cluster ended half-way: nobody reaches its data until a person restores its members or deletes it',
    );
  } else {
    io.log.warn(
      facts,
      'the deletion of a database cluster may have ended half-way, which its next reads show: if it is still there, nobody reaches its data until a person restores its members or deletes it',
    );
  }
  if (error instanceof PermitError) throw new PermitError(`${error.message}; ${told}`);
  if (failed === undefined) throw error;
  return { ...failed, reason: `${failed.reason}; ${told}` };
}
