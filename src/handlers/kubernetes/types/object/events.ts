/** An Event at each marked object, for those who look at it with `kubectl describe`. */
import { DAY_MS } from '../../../../core/common/duration.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import { each } from '../../../contract/each.ts';
import type { AnnouncedMark } from '../../../contract/showingMarks.ts';
import { applyObject } from '../../calls/applies.ts';
import type { ServedKind } from '../../calls/discovery.ts';
import { MANAGERS } from '../../objects/annotations.ts';
import { apiVersionOf } from '../../objects/groupKind.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import type { ObjectReference } from '../../objects/reference.ts';
import type { CallScope } from '../../wire/call.ts';

/** The API server itself forgets Events, by default after an hour: each date of a mark is shown once. */
const SHOWN_FOR_MS = 30 * DAY_MS;
/** Events about objects of the whole cluster are there. */
const OF_CLUSTER = 'default';
const EVENTS: ServedKind = {
  ...{ group: '', version: 'v1', kind: 'Event', resource: 'events', isNamespaced: true },
  verbs: ['create', 'patch'],
};

/** @param kindOf the kind under which the API server serves it now @throws ReadError for the first that failed */
export async function showByEvents(
  target: CallScope,
  marks: readonly AnnouncedMark<KubernetesObject>[],
  kindOf: (reference: ObjectReference) => ServedKind | undefined,
): Promise<void> {
  await each(marks, async ({ resource, deletionAt, isIdle }) => {
    const kind = kindOf(resource.reference);
    const day = new Date(deletionAt).toISOString().slice(0, 10);
    const key = `kubernetes/${target.account.name}/told/${resource.identity}`;
    const told = isIdle ? `${day}, idle` : day;
    if (!kind || (await target.io.learnt?.get(key)) === told) return;
    const end = isIdle
      ? `Holystone deletes nothing here at this stage, and would delete it on ${day} or later`
      : `Holystone deletes it on ${day} or later`;
    const event = eventOf(resource, kind, end, target.io.clock.now());
    const { namespace, name } = event.metadata;
    const applied = await applyObject(target, {
      ...{ kind: EVENTS, namespace, name, manager: MANAGERS.events, force: true, object: event },
      operation: 'writing an Event about a mark,',
    });
    if (applied.kind === 'conflict' || applied.kind === 'refused') {
      throw new ReadError(applied.why, { problem: 'failed' });
    }
    await target.io.learnt?.put(key, told, SHOWN_FOR_MS);
  });
}

/** One for each object: a later date takes the place of an earlier one. */
function eventOf(
  { identity, resourceVersion, reference }: KubernetesObject,
  kind: ServedKind,
  end: string,
  now: number,
) {
  const { namespace, name } = reference;
  const time = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const place = namespace === '' ? {} : { namespace };
  return {
    ...{ apiVersion: 'v1', kind: 'Event', type: 'Normal', reason: 'HolystoneMarked' },
    metadata: { name: `holystone.${identity}`, namespace: namespace === '' ? OF_CLUSTER : namespace },
    involvedObject: {
      ...{ apiVersion: apiVersionOf(kind), kind: kind.kind, name, ...place, uid: identity, resourceVersion },
    },
    message: `Not in source: ${end}. The annotation holystone/keep=always keeps it.`,
    ...{ source: { component: 'holystone' }, reportingComponent: 'holystone', reportingInstance: 'holystone' },
    ...{ firstTimestamp: time, lastTimestamp: time, count: 1 },
  };
}
