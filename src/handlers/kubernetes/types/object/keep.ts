/** Writes an opt-out on an object as its keep annotation, by server-side apply, and removes it. */
import { ReadError } from '../../../../core/common/errors.ts';
import type { Protection } from '../../../contract/protection.ts';
import { applyObject } from '../../calls/applies.ts';
import type { ServedKind } from '../../calls/discovery.ts';
import { apiVersionOf, kindText } from '../../objects/groupKind.ts';
import { keepChange } from '../../objects/keeping.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import type { CallScope } from '../../wire/call.ts';

/** @throws Error that says what to do; the lifecycle tries again */
export async function keepObject(
  target: CallScope,
  object: KubernetesObject,
  kind: ServedKind | undefined,
  until: number | 'forever' | undefined,
): Promise<Protection> {
  const { reference, annotations, content, identity: uid } = object;
  if (!kind || !content) throw problem(`the API server does not serve ${kindText(reference)} now`);
  const { steps, ...change } = keepChange(
    (content.metadata ?? {}) as Readonly<Record<string, unknown>>,
    annotations,
    until,
  );
  const { namespace, name } = reference;
  const place = namespace === '' ? undefined : namespace;
  for (const { manager, annotations: own } of steps) {
    const metadata = {
      ...{ name, uid },
      ...(place === undefined ? {} : { namespace: place }),
      ...(Object.keys(own).length > 0 ? { annotations: own } : {}),
    };
    const applied = await applyObject(target, {
      ...{ kind, namespace: place, name, manager, force: true, operation: 'writing the keep annotation on' },
      object: { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata },
    });
    if (applied.kind === 'gone') return { did: 'gone' };
    if (applied.kind !== 'done') throw problem(applied.why);
  }
  return change;
}

function problem(why: string): ReadError {
  return new ReadError(why, { problem: 'failed' });
}
