/** Deletes objects that have permits: each is tried in a dry run, then sent once with its uid and version, and its answer believed. */
import { messageOf, PermitError, ReadError } from '../../../../core/common/errors.ts';
import { type DeleteOutcome, unsent } from '../../../../core/resource/resource.ts';
import { type Answered, type Deletion, deleteObject, type Propagation } from '../../calls/deletions.ts';
import type { ServedKind } from '../../calls/discovery.ts';
import { readObject } from '../../calls/objects.ts';
import { kindText } from '../../objects/groupKind.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import { propagationOf, type Propagation as Wanted } from '../../objects/propagation.ts';
import type { CallScope } from '../../wire/call.ts';
import type { ObjectParameters } from './parameters.ts';

const POLICIES: Readonly<Record<Wanted, Propagation>> = {
  foreground: 'Foreground',
  background: 'Background',
  orphan: 'Orphan',
};

/** How long to wait after a read that failed. */
const READ_AGAIN_MS = 60_000;

/**
 * @param kind the kind under which the API server serves it now; `undefined` = not known
 * @param late what is in it or would go with it by now, in words: a moment before the request
 * @returns `undefined` where a read by id must decide
 * @throws PermitError
 */
export async function deleteOne(
  target: CallScope,
  object: KubernetesObject,
  kind: ServedKind | undefined,
  parameters: Pick<ObjectParameters, 'propagation'>,
  late: () => Promise<readonly string[]> = async () => [],
): Promise<DeleteOutcome | undefined> {
  const { reference, identity: uid, resourceVersion, ending } = object;
  if (ending !== undefined) return { kind: 'refused', isInUse: true, reason: ending.waits };
  if (!kind) return unsent(`the API server does not serve ${kindText(reference)} now`, READ_AGAIN_MS);
  const { namespace, name } = reference;
  const place = namespace === '' ? undefined : namespace;
  const deletion = {
    kind,
    namespace: place,
    name,
    uid,
    resourceVersion,
    propagation: POLICIES[propagationOf(kind, parameters.propagation)],
  };
  const tried = await sent(target, deletion, 'dryRun');
  if (tried.kind !== 'accepted' && tried.kind !== 'deleted') return outcomeOf(tried);
  const joined = await lateOf(late);
  if (joined !== undefined) return joined;
  const answer = await sent(target, deletion, 'deletion');
  const isOpen = answer.kind === 'lost' || (answer.kind === 'busy' && answer.mayHaveDeleted);
  return isOpen || answer.kind === 'accepted' ? lookAgain(target, deletion, answer) : outcomeOf(answer);
}

/** Its evidence was complete, but may be some seconds old. */
async function lateOf(late: () => Promise<readonly string[]>): Promise<DeleteOutcome | undefined> {
  try {
    const [first] = await late();
    return first === undefined ? undefined : unsent(first, 0);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return unsent(`what goes with it: ${error.message}`, READ_AGAIN_MS);
  }
}

type Sent = Answered | { readonly kind: 'lost'; readonly reason: string };

async function sent(target: CallScope, deletion: Deletion, what: 'dryRun' | 'deletion'): Promise<Sent> {
  try {
    return await deleteObject(target, deletion, what === 'dryRun');
  } catch (error) {
    if (error instanceof PermitError) throw error;
    return { kind: 'lost', reason: messageOf(error) };
  }
}

function outcomeOf(answer: Sent): DeleteOutcome {
  switch (answer.kind) {
    case 'deleted':
    case 'accepted':
    case 'gone':
    case 'refused':
      return answer;
    // The next pass reads it and judges it again; the same request is never sent twice.
    case 'changed':
      return { kind: 'retry', afterMs: 0, reason: answer.reason };
    case 'busy':
      return { kind: 'retry', afterMs: answer.afterMs, reason: answer.reason };
    case 'lost':
      return unsent(`the dry run of its deletion: ${answer.reason}`, READ_AGAIN_MS);
  }
}

/** One look after the answer: most deletions are done by then. */
async function lookAgain(
  target: CallScope,
  { kind, namespace, name, uid }: Deletion,
  answer: Sent,
): Promise<DeleteOutcome | undefined> {
  const requestId = 'requestId' in answer ? answer.requestId : undefined;
  try {
    const read = await readObject(target, kind, namespace, name);
    const metadata = (read?.metadata ?? {}) as { readonly uid?: unknown; readonly deletionTimestamp?: unknown };
    if (read && metadata.uid === uid && metadata.deletionTimestamp === undefined) {
      const reason = 'reason' in answer ? answer.reason : 'the API server accepted the deletion, and has not begun it';
      return { kind: 'retry', afterMs: answer.kind === 'busy' ? answer.afterMs : 0, reason, request: 'open' };
    }
    if (requestId === undefined) return undefined;
    return { kind: read && metadata.uid === uid ? 'accepted' : 'deleted', requestId };
  } catch {
    return requestId === undefined ? undefined : { kind: 'accepted', requestId };
  }
}
