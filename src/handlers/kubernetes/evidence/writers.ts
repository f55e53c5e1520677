/** Objects with the labels of the environment that its tool never wrote: an operator copied the labels. */
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Discovered, discover } from '../calls/discovery.ts';
import { readObject } from '../calls/objects.ts';
import { prove } from '../calls/prove.ts';
import { servedAs } from '../calls/servedKind.ts';
import { canonical, kindText } from '../objects/groupKind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Ownership } from '../objects/ownership.ts';
import { isByKubectl, isByTool, labellersOf, toolOf, writersOf } from '../objects/writtenBy.ts';
import type { Declared } from '../source/declared.ts';
import type { SourceParameters } from '../source/parameters.ts';
import { readSource } from '../source/readSource.ts';
import type { CallScope } from '../wire/call.ts';
import { readingEach } from './readingEach.ts';

/** So many objects of source show who applies the environment; of a writer that they do not show, objects stay. */
const SHOWN = 20;

/** It reads objects of source only where a candidate does not show itself that the tool wrote it. */
export const writers: EvidenceSource<SourceParameters & { readonly ownership: Ownership }> = {
  name: 'writers',
  summary:
    'The writer of an object that the tool of the environment never wrote, as `managedFields` and annotations show: its labels are copies.',
  permissions: ['kubernetes:GetKinds', 'kubernetes:GetObject', 'kubernetes:ListObjects'],
  per: 'resource',
  candidatesAtOnce: 10_000,
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(place, { accounts, parameters }, candidates, io) {
    const { ownership } = parameters;
    const others = (candidates as readonly KubernetesObject[]).filter((one) => !isByTool(one, ownership));
    if (others.length === 0) return [];
    const target: CallScope = { account: accounts.find(({ name }) => name === place.account) as Account, io };
    await prove(target);
    const discovered = await discover(target);
    let shown: Promise<ReadonlySet<string>> | undefined;
    return readingEach(others, async (one) => {
      shown ??= readSource(parameters, { target, location: place.location, discovered }).then((declared) =>
        writersShown(target, discovered, nearestFirst(declared, others), ownership),
      );
      const known = await shown;
      const all = writersOf(one);
      const isOurs = all.some((name) => known.has(name)) || (known.size === 0 && isByKubectl(one));
      if (isOurs) return [];
      const by = all.length === 0 ? 'its writer, which nothing shows' : `its writer ${all.join(', ')}`;
      return [
        { alias: one.id, says: 'used', by: `${by}: ${toolOf(ownership)} never wrote it, and its labels are copies` },
      ];
    });
  },
};

/** The managers by which living objects of source got their labels. @throws ReadError */
async function writersShown(
  target: CallScope,
  discovered: Discovered,
  declared: readonly Declared[],
  ownership: Ownership,
): Promise<ReadonlySet<string>> {
  const shown = new Set<string>();
  for (const one of declared.slice(0, SHOWN)) {
    const kind = servedAs(discovered, canonical(one));
    if (!kind || one.name === '' || (kind.isNamespaced && one.namespace === '')) continue;
    const read = await readObject(target, kind, kind.isNamespaced ? one.namespace : undefined, one.name);
    for (const writer of read ? labellersOf(read.metadata, ownership) : []) shown.add(writer);
  }
  return shown;
}

/** Those of the candidates' kinds first. */
function nearestFirst(declared: readonly Declared[], candidates: readonly KubernetesObject[]): readonly Declared[] {
  const kinds = new Set(candidates.map(({ reference }) => kindText(reference)));
  const isNear = (one: Declared) => kinds.has(kindText(canonical(one)));
  return [...declared.filter(isNear), ...declared.filter((one) => !isNear(one))];
}
