import { PermitError, ReadError, StoreError } from '../../../core/common/errors.ts';
import type { QuarantineOutcome } from '../../../core/mark/quarantine.ts';
import type { DeleteOutcome, Resource } from '../../../core/resource/resource.ts';
import { verifyAccount } from '../wire/account.ts';
import type { CallScope } from '../wire/target.ts';
import { deleteOutcome, type Failed } from './deleteOutcome.ts';

/**
 * Deletes the resources one by one. Each request has its own outcome; if its answer was lost, the resource is omitted
 * and a read by id decides. Stops at the first request that may not be sent.
 * @param api `ec2:DeregisterImage`
 * @throws PermitError when nothing may be deleted here; the signal's reason when the pass ends
 */
export async function deleteEach<R extends Resource>(
  target: CallScope,
  api: string,
  batch: readonly R[],
  request: (resource: R) => Promise<DeleteOutcome | undefined>,
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  await mayDelete(target);
  const outcomes = new Map<string, DeleteOutcome>();
  for (const resource of batch) {
    const outcome = await attempt(target, api, () => request(resource));
    if (outcome) outcomes.set(resource.id, outcome);
  }
  return outcomes;
}

/**
 * Deletes all of them with one request, which gives each its own outcome. A failure of the request itself is the outcome
 * of each; if its answer was lost, reads by id decide.
 * @throws PermitError when nothing may be deleted here; the signal's reason when the pass ends
 */
export async function deleteTogether<R extends Resource>(
  target: CallScope,
  api: string,
  batch: readonly R[],
  request: () => Promise<ReadonlyMap<string, DeleteOutcome>>,
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  await mayDelete(target);
  const answered = await attempt(target, api, request);
  if (answered === undefined) return new Map();
  return 'kind' in answered ? new Map(batch.map(({ id }) => [id, answered])) : answered;
}

/** @throws PermitError when nothing may be deleted here */
async function mayDelete(target: CallScope): Promise<void> {
  if (target.account.id === undefined) {
    throw new PermitError(
      `account ${target.account.name} is declared without its id: Holystone deletes nothing from it`,
    );
  }
  await verifyAccount(target);
}

/** Same as {@link deleteEach}, for the quarantine. */
export async function quarantineOne(
  target: CallScope,
  api: string,
  request: () => Promise<QuarantineOutcome | undefined>,
): Promise<QuarantineOutcome | undefined> {
  await mayDelete(target);
  return attempt(target, api, request);
}

async function attempt<T>(
  target: CallScope,
  api: string,
  request: () => Promise<T | undefined>,
): Promise<T | Failed | undefined> {
  try {
    return await request();
  } catch (error) {
    if (target.io.signal.aborted) throw target.io.signal.reason;
    if (error instanceof PermitError || error instanceof StoreError) throw error;
    return deleteOutcome(error, target, api);
  }
}

/** Reads may not show yet what was made: https://docs.aws.amazon.com/ec2/latest/devguide/eventual-consistency.html */
export const NOT_SHOWN_FOR_MS = 10 * 60_000;

/** The outcome of a quarantine whose first read failed: no request has been sent yet, and it is repeated later. */
export function readAgainLater(error: unknown): QuarantineOutcome {
  if (!(error instanceof ReadError)) throw error;
  return { kind: 'retry', afterMs: NOT_SHOWN_FOR_MS, reason: error.message };
}
