/** Batch: what its jobs start with, as they are defined and as they were submitted. */
import type { JobStatus } from '@aws-sdk/client-batch';
import { batch } from '../../calls/batch.ts';
import { batches } from '../listings/batches.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A user may submit a job of an active revision, so each one counts; a team that cleans up deregisters old ones. */
export const batchImages = listingSource({
  name: 'batchImages',
  users: 'Active job definitions of AWS Batch, in all revisions, with their variables, parameters and commands',
  called: 'Batch job definitions',
  names: ['containerImage', 'fileSystem', 'logGroup', 'texts'],
  reads: lists(batch.describeJobDefinitions, {
    input: { status: 'ACTIVE' },
    user: ({ jobDefinitionName: name, revision }) =>
      `Batch job definition ${name ?? 'without name'}:${revision ?? '?'}`,
  }),
});

/**
 * The states of a job that has not ended, in their order; AWS lists only those that run unless a request says more. One that is tried again
 * goes back, perhaps between two of these requests.
 */
const WAITING: readonly JobStatus[] = ['SUBMITTED', 'PENDING', 'RUNNABLE', 'STARTING', 'RUNNING', 'RUNNABLE'];
/** "A list of up to 100 job IDs": API_DescribeJobs. */
const JOBS = 100;

/** It has variables and a command of its own, and its job definition may be deregistered by now. */
export const batchJobs = listingSource({
  name: 'batchJobs',
  users: 'Jobs of AWS Batch that have not ended, with their variables, parameters and commands',
  called: 'Batch jobs',
  names: ['containerImage', 'fileSystem', 'logGroup', 'texts'],
  reads: lists(batch.describeJobQueues, {
    each: WAITING.map((jobStatus) =>
      lists(batch.listJobs, {
        by: { jobQueue: 'jobQueueArn' },
        input: { jobStatus },
        batches: [
          batches(batch.describeJobs, {
            most: JOBS,
            name: ({ jobId }) => jobId,
            input: (jobs) => ({ jobs }),
            names: ({ jobId }) => [jobId],
            // What the attempts of the past ran with.
            part: ({ attempts: _attempts, ...job }) => job,
            user: ({ jobId, jobName, status }) => `Batch job ${jobName ?? jobId} (${status ?? 'status not known'})`,
          }),
        ],
      }),
    ),
  }),
});
