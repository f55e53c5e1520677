/** In which namespaces an id is, for a person who gives the id alone. Writes nothing. */
import { inSteps } from '../../core/common/steps.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { MarkStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { type ProviderReads, readOne } from './lookFor.ts';

/** Where an id was found, and where it could not be looked for. */
export interface Whereabouts {
  readonly found: readonly Namespace[];
  readonly unread: readonly { readonly namespace: Namespace; readonly why: string }[];
}

/** Namespaces that are asked at once. */
const AT_ONCE = 8;

/**
 * Where a mark shows it, that is the place: the decision is about what would be deleted. Without any mark each provider
 * is asked.
 * @throws StoreError
 */
export async function whereIs(
  marks: Pick<MarkStore, 'getMany'> | undefined,
  wcs: readonly WorkConfiguration[],
  id: string,
  readsOf: (wc: WorkConfiguration) => ProviderReads,
): Promise<Whereabouts> {
  const namespaces = wcs.map(({ namespace }) => namespace);
  const hasMark = async (namespace: Namespace) => ((await marks?.getMany(namespace, [id])) ?? []).length > 0;
  const marked = await namesWhere(namespaces, hasMark);
  if (marked.length > 0) return { found: marked, unread: [] };
  const found: Namespace[] = [];
  const unread: { readonly namespace: Namespace; readonly why: string }[] = [];
  for await (const some of inSteps(wcs, AT_ONCE)) {
    const reads = await Promise.all(some.map(async (wc) => ({ wc, read: await readOne(readsOf(wc), id) })));
    for (const { wc, read } of reads) {
      if (read.kind === 'found') found.push(wc.namespace);
      if (read.kind === 'unknown') unread.push({ namespace: wc.namespace, why: read.why });
    }
  }
  return { found, unread };
}

/** The namespaces of which the claim is true. */
export async function namesWhere(
  namespaces: readonly Namespace[],
  isTrue: (namespace: Namespace) => Promise<boolean>,
): Promise<readonly Namespace[]> {
  const answers = await Promise.all(namespaces.map(isTrue));
  return namespaces.filter((_, at) => answers[at]);
}
