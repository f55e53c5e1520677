/** An object of a cluster as a resource: its metadata, and nothing of its content. Pure. */
import { z } from 'zod';
import { isKeepTag } from '../../../core/owner/keepKey.ts';
import { KEEP_TAG, keepTagEnd } from '../../../core/owner/optOut.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import type { Generation } from './generation.ts';
import { canonical, type GroupKind, groupOf } from './groupKind.ts';
import { ANY_NAMESPACE, aliasOfKind, idOf, type ObjectReference } from './reference.ts';

const texts = z.record(z.string(), z.string()).nullish();
const metadata = z.object({
  name: z.string().min(1),
  namespace: z.string().optional(),
  generateName: z.string().optional(),
  uid: z.string().min(1),
  resourceVersion: z.string().min(1),
  creationTimestamp: z.iso.datetime({ offset: true }).nullish(),
  deletionTimestamp: z.iso.datetime({ offset: true }).nullish(),
  labels: texts,
  annotations: texts,
  finalizers: z.array(z.string()).nullish(),
  ownerReferences: z
    .array(
      z.object({
        apiVersion: z.string(),
        kind: z.string(),
        name: z.string(),
        uid: z.string(),
        controller: z.boolean().nullish(),
      }),
    )
    .nullish(),
  managedFields: z
    .array(
      z.object({
        manager: z.string().default(''),
        operation: z.string().default(''),
        subresource: z.string().nullish(),
        time: z.iso.datetime({ offset: true }).nullish(),
      }),
    )
    .nullish(),
});

/** A writer of fields of an object, with the time of its last write. */
export interface Manager {
  readonly name: string;
  readonly operation: string;
  /** It wrote only this part: `status`. */
  readonly subresource?: string;
  /** ms since the epoch. */
  readonly at?: number;
}

/** An object that owns another one of its namespace, or of any. */
export interface Owner extends GroupKind {
  readonly name: string;
  readonly uid: string;
  /** It makes the object anew, or ends it, as it needs. */
  readonly isController: boolean;
}

/** A live object, with the parts of its metadata on which decisions rest. */
export interface KubernetesObject extends Resource {
  readonly reference: ObjectReference;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** `ReplicaSet web-5d8`; empty = nothing owns it. */
  readonly owners: readonly string[];
  readonly ownedBy: readonly Owner[];
  readonly finalizers: readonly string[];
  readonly managers: readonly Manager[];
  /** The API server made its name from this. */
  readonly generateName?: string;
  /** One that the API server named, where a label says its generation. */
  readonly generation?: Generation;
  readonly resourceVersion: string;
  /** Its labels are no longer those of the environment: a read by id found it. */
  readonly isOutside?: true;
  /** Another kind under which the API server shows the same object, by its uid: an aggregated API. */
  readonly alsoServedAs?: string;
  /** The Namespace in which Holystone itself runs. */
  readonly isOwn?: true;
  /** The whole object; absent where only its metadata was read. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/**
 * @param environment a person may decide about it as a whole: `shop/prod`
 * @returns `undefined` if it has no readable metadata
 */
export function objectFrom(
  one: Readonly<Record<string, unknown>>,
  kind: GroupKind,
  environment: string,
): KubernetesObject | undefined {
  const read = metadata.safeParse(one.metadata);
  if (!read.success) return undefined;
  const { name, namespace = '', uid, resourceVersion, generateName, creationTimestamp, deletionTimestamp } = read.data;
  const labels = read.data.labels ?? {};
  const annotations = read.data.annotations ?? {};
  const reference: ObjectReference = { ...canonical(kind), namespace, name };
  const owners = read.data.ownerReferences ?? [];
  // A person may write it as a label as well; the longer keep wins.
  const values = [annotations, labels].flatMap((map) =>
    Object.keys(map).flatMap((key) => (isKeepTag(key) ? (map[key] ?? []) : [])),
  );
  const kept = values.find((value) => keepTagEnd(value) === 'forever') ?? values.toSorted().at(-1);
  return {
    id: idOf(reference),
    identity: uid,
    name,
    reference,
    labels,
    annotations,
    tags: { ...annotations, ...labels, ...(kept === undefined ? {} : { [KEEP_TAG]: kept }) },
    aliases: [idOf(reference), idOf({ ...reference, namespace: ANY_NAMESPACE }), aliasOfKind(kind)],
    group: environment,
    ...(creationTimestamp ? { createdAt: new Date(creationTimestamp) } : {}),
    owners: owners.map(({ kind: ownerKind, name: owner }) => `${ownerKind} ${owner}`),
    ownedBy: owners.map(({ apiVersion, kind: ownerKind, name: owner, uid: ownerUid, controller }) => ({
      ...canonical({ group: groupOf(apiVersion), kind: ownerKind }),
      ...{ name: owner, uid: ownerUid, isController: controller === true },
    })),
    finalizers: read.data.finalizers ?? [],
    managers: (read.data.managedFields ?? []).map(({ manager, operation, subresource, time }) => ({
      ...{ name: manager, operation },
      ...(subresource ? { subresource } : {}),
      ...(time ? { at: Date.parse(time) } : {}),
    })),
    ...(generateName ? { generateName } : {}),
    resourceVersion,
    ...(deletionTimestamp ? { ending: endingOf(deletionTimestamp, read.data.finalizers ?? []) } : {}),
  };
}

function endingOf(deletionTimestamp: string, finalizers: readonly string[]): NonNullable<Resource['ending']> {
  const since = Date.parse(deletionTimestamp);
  const requested = `its deletion was requested on ${new Date(since).toISOString().slice(0, 10)}`;
  const names = finalizers.join(', ');
  const waits = names === '' ? '' : `; its finalizers ${names} are waited for, and Holystone removes none`;
  return { since, waits: `${requested}${waits}` };
}
