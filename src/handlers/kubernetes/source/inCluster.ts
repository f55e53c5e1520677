/** Sources in the cluster itself: the inventory of `kpt` and `cli-utils`, and the members of an ApplySet. */
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';
import type { Discovered, ServedKind } from '../calls/discovery.ts';
import { listObjects } from '../calls/lists.ts';
import { readObject } from '../calls/objects.ts';
import { canonical, kindText } from '../objects/groupKind.ts';
import type { CallScope } from '../wire/call.ts';
import type { Declared } from './declared.ts';

/** An object that lists others. */
export interface Parent {
  readonly namespace: string;
  readonly name: string;
}

const texts = z.record(z.string(), z.string()).nullish();
const parentObject = z.object({
  metadata: z.object({ labels: texts, annotations: texts }),
  data: texts,
});
const member = z.object({ metadata: z.object({ name: z.string().min(1), namespace: z.string().default('') }) });

/**
 * A ConfigMap whose keys name the objects: `namespace_name_group_kind`, and `__` for each colon of the name.
 * @throws ReadError unless it is there and every key can be read
 */
export async function declaredByInventory(
  target: CallScope,
  discovered: Discovered,
  { namespace, name }: Parent,
): Promise<readonly Declared[]> {
  const at = `inventory ${namespace}/${name}`;
  const { data } = await parentIn(target, discovered, 'ConfigMap', { namespace, name });
  return Object.keys(data ?? {}).map((key) => {
    const parts = /^(?<space>[^_]*)_(?<rest>.+)_(?<group>[^_]*)_(?<kind>[^_]+)$/.exec(key)?.groups;
    if (!parts) throw problem(at, `its key ${key} names no object`);
    const { space = '', rest = '', group = '', kind = '' } = parts;
    return { group, kind, namespace: space, name: rest.replaceAll('__', ':'), at };
  });
}

/**
 * The objects with the label of an ApplySet, of the kinds that its parent (a Secret, as `kubectl apply --applyset`
 * makes it) names.
 * @throws ReadError unless all of it is listed
 */
export async function declaredByApplySet(
  target: CallScope,
  discovered: Discovered,
  parent: Parent,
): Promise<readonly Declared[]> {
  const at = `ApplySet ${parent.namespace}/${parent.name}`;
  const { labels, annotations } = (await parentIn(target, discovered, 'Secret', parent)).metadata;
  const id = labels?.['applyset.kubernetes.io/id'];
  const kinds = annotations?.['applyset.kubernetes.io/contains-group-kinds'];
  if (id === undefined || kinds === undefined) throw problem(at, 'it is no parent of an ApplySet');
  const declared: Declared[] = [];
  for (const text of kinds.split(',').filter((one) => one !== '')) {
    const kind = discovered.kinds.find((one) => kindText(one) === text);
    if (!kind) throw problem(at, `the API server does not serve ${text} now`);
    const labelSelector = `applyset.kubernetes.io/part-of=${id}`;
    for (const item of await listObjects(target, { kind, labelSelector, isMetadataOnly: true })) {
      const { success, data } = member.safeParse(item);
      if (!success) throw problem(at, `a ${text} has no readable metadata`);
      declared.push({ ...canonical(kind), ...data.metadata, at });
    }
  }
  return declared;
}

async function parentIn(
  target: CallScope,
  { kinds }: Discovered,
  kind: 'ConfigMap' | 'Secret',
  { namespace, name }: Parent,
): Promise<z.infer<typeof parentObject>> {
  const at = `${kind} ${namespace}/${name}`;
  const served: ServedKind | undefined = kinds.find((one) => one.group === '' && one.kind === kind);
  const read = served && (await readObject(target, served, namespace, name));
  if (!read) throw problem(at, 'there is none');
  const parsed = parentObject.safeParse(read);
  if (!parsed.success) throw problem(at, 'it cannot be read');
  return parsed.data;
}

function problem(at: string, why: string): ReadError {
  return new ReadError(`reading the source ${at}: ${why}`, { problem: 'malformed' });
}
