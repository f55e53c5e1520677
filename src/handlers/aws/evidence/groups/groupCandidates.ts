import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';
import { isNotFound } from '../../wire/errors.ts';

/** An Auto Scaling group that still stands, with its description where it came with one. */
export type GroupCandidate = Resource & Partial<Pick<GroupResource, 'described'>>;

/** What is found about one group; whom it is about goes without saying. */
export type GroupFinding = Omit<Finding, 'alias'>;

/** Asks about one group after the other; one that vanishes meanwhile is unknown, and hides nothing about the others. */
export async function findingsOfEach(
  candidates: readonly GroupCandidate[],
  ask: (group: GroupCandidate) => Promise<readonly GroupFinding[]>,
): Promise<readonly Finding[]> {
  return findOfEach(candidates, async (group) => {
    const found = await ask(group).catch(vanished);
    return found.map((finding) => ({ alias: group.identity, ...finding }));
  });
}

function vanished(error: unknown): readonly GroupFinding[] {
  if (!(error instanceof ReadError) || !isNotFound(error.cause)) throw error;
  return [{ says: 'unknown', by: 'it vanished while it was being read' }];
}
