/** The jobs of AWS Backup that restore a file system. */
import type { RestoreJobsListMember } from '@aws-sdk/client-backup';
import { backup } from '../../calls/backup.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** States of a job that has not ended: https://docs.aws.amazon.com/aws-backup/latest/devguide/API_DescribeRestoreJob.html */
export const UNDER_WAY: ReadonlySet<string> = new Set(['PENDING', 'RUNNING']);

/** Whoever started them, the newest first, without those of restore tests, whose results AWS deletes. @throws ReadError */
export async function readRestoreJobs(
  target: CallScope,
  ResourceArn: string,
): Promise<readonly RestoreJobsListMember[]> {
  const listing = pages(target, backup.listRestoreJobsByProtectedResource, `reading restores of ${ResourceArn}`, {
    ResourceArn,
  });
  const all = await unlessGone(allOf(listing), []);
  return all
    .filter(({ CreatedBy }) => CreatedBy?.RestoreTestingPlanArn === undefined)
    .toSorted((a, b) => Number(b.CreationDate ?? 0) - Number(a.CreationDate ?? 0));
}

/** `restore job 1 is FAILED: no role`. */
export function stateOf({ RestoreJobId = '', Status, StatusMessage }: RestoreJobsListMember): string {
  const why = StatusMessage ? `: ${StatusMessage}` : '';
  return `restore job ${RestoreJobId} is ${Status ?? 'in no known state'}${why}`;
}
