/** Makes a deleted object anew from its stored definition, by server-side apply. */
import type { StoredDefinition } from '../../../../core/resource/definition.ts';
import type { NotRestored, Restored, RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { type Applied, type Apply, applyObject } from '../../calls/applies.ts';
import type { ServedKind } from '../../calls/discovery.ts';
import { readObject } from '../../calls/objects.ts';
import { MANAGERS } from '../../objects/annotations.ts';
import { definitionOf, toRestore } from '../../objects/definition.ts';
import { apiVersionOf, groupOf, kindText } from '../../objects/groupKind.ts';
import { type ObjectReference, referenceIn } from '../../objects/reference.ts';
import type { CallScope } from '../../wire/call.ts';

/** The record of a deletion. */
export const RESTORABLE =
  'its definition is stored: `holystone restore` applies it again, as a new object with another uid';

/** @param kindOf the kind under which the API server serves it now @throws ReadError */
export async function restoreObject(
  target: CallScope,
  stored: StoredDefinition,
  kindOf: (reference: ObjectReference) => ServedKind | undefined,
): Promise<Restoring> {
  const reference = referenceIn(stored.id);
  const definition = stored.definition as Readonly<Record<string, unknown>> | undefined;
  if (!reference || typeof definition?.kind !== 'string') {
    return { kind: 'byHand', why: 'its stored definition is none of an object', steps: [] };
  }
  const served = kindOf(reference);
  const kind = served && inStoredVersion(served, definition);
  if (!kind) return refused(`the API server does not serve ${kindText(reference)} now: restore its definition first`);
  const { name } = reference;
  const namespace = reference.namespace === '' ? undefined : reference.namespace;
  const now = await readObject(target, kind, namespace, name);
  const uid = (now?.metadata as { readonly uid?: unknown } | undefined)?.uid;
  if (now && uid === stored.identity) return { kind: 'restored', id: stored.id, afterwards: [] };
  if (now) return refused(`another ${kind.kind} has its name now, with the uid ${uid}`);
  // A group of earlier, or a version that the server no longer has: the dry run shows whether its fields are still known.
  const object = { ...toRestore(definition), apiVersion: apiVersionOf(kind) };
  const apply: Apply = {
    ...{ kind, namespace, name, manager: MANAGERS.restore, object },
    operation: 'applying the stored definition of',
  };
  const step: RestoreStep = {
    says: `applies the stored definition of ${kindText(reference)} ${namespace === undefined ? name : `${namespace}/${name}`}, after a dry run${changeOf(definition, object.apiVersion)}`,
    command: `kubectl apply --server-side --field-manager ${MANAGERS.restore} -f - <<'END_OF_OBJECT'\n${JSON.stringify(object, undefined, 2)}\nEND_OF_OBJECT`,
  };
  const afterwards = differences(definition);
  const run = async (): Promise<Restored | NotRestored> => {
    const tried = await applyObject(target, { ...apply, isDryRun: true });
    if (tried.kind !== 'done') return notDone(tried, reference);
    const applied = await applyObject(target, apply);
    if (applied.kind !== 'done') return notDone(applied, reference);
    return { kind: 'restored', id: stored.id, requestId: applied.requestId, afterwards };
  };
  return { kind: 'ready', id: stored.id, steps: [step], afterwards, run };
}

/** Its fields are those of the version in which it was stored: the server converts them where it still has that. */
function inStoredVersion(kind: ServedKind, definition: Readonly<Record<string, unknown>>): ServedKind {
  const stored = [kind.version, ...(kind.otherVersions ?? [])].find(
    (version) => apiVersionOf({ group: kind.group, version }) === definition.apiVersion,
  );
  return { ...kind, version: stored ?? kind.version };
}

/** A person must know that another version may read the same fields otherwise. Groups that moved kept the meaning of theirs. */
function changeOf({ apiVersion: stored }: Readonly<Record<string, unknown>>, now: string): string {
  if (typeof stored !== 'string' || stored === now || groupOf(stored) !== groupOf(now)) return '';
  return `, as ${now}: the API server no longer has ${stored}, in which it was stored, so look at its fields`;
}

function notDone(applied: Exclude<Applied, { kind: 'done' }>, { namespace }: ObjectReference): NotRestored {
  return refused(applied.kind === 'gone' ? `there is no namespace ${namespace}: restore it first` : applied.why);
}

function refused(why: string): NotRestored {
  return { kind: 'refused', why, steps: [] };
}

/** The differences between the new object and the deleted one, each with how a person looks at it. */
function differences(definition: Readonly<Record<string, unknown>>): readonly RestoreStep[] {
  const {
    kind = '',
    metadata,
    spec,
  } = definitionOf(definition) as {
    readonly kind?: string;
    readonly metadata?: { readonly name?: string; readonly namespace?: string; readonly ownerReferences?: unknown };
    readonly spec?: { readonly clusterIP?: string };
  };
  const { name = '', namespace, ownerReferences } = metadata ?? {};
  const hasAddress = kind === 'Service' && spec?.clusterIP !== undefined && spec.clusterIP !== 'None';
  const other = [
    'another uid',
    ...(hasAddress ? ['another cluster IP'] : []),
    ...(ownerReferences === undefined ? [] : ['no owner']),
    'no status until its controllers write it',
  ];
  const place = namespace === undefined ? '' : ` --namespace ${namespace}`;
  const command = `kubectl get ${kind.toLowerCase()} ${name}${place} --output yaml`;
  return [{ says: `looks at the differences: it has ${other.join(', ')}`, command }];
}
