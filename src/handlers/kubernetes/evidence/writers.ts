/** Objects of the environment that its tool never wrote, for an operator copied the labels, or that another tool took over. */
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Discovered, discover } from '../calls/discovery.ts';
import { readObject } from '../calls/objects.ts';
import { prove } from '../calls/prove.ts';
import { servedAs } from '../calls/servedKind.ts';
import { canonical, kindText } from '../objects/groupKind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Ownership } from '../objects/ownership.ts';
import { appliersOf, isByKubectl, isByTool, labellersOf, managersIn, toolOf, writersOf } from '../objects/writtenBy.ts';
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
    'The writer of an object that the tool of the environment never wrote, as `managedFields` and annotations show: its labels are copies; and another tool that applied it, whenever it did, unless that tool has written objects of the source, too.',
  permissions: ['kubernetes:GetKinds', 'kubernetes:GetObject', 'kubernetes:ListObjects'],
  per: 'resource',
  candidatesAtOnce: 10_000,
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(place, { accounts, parameters }, candidates, io) {
    const { ownership } = parameters;
    const others = (candidates as readonly KubernetesObject[]).filter(
      (one) => !isByTool(one, ownership) || appliersOf(one, ownership).length > 0,
    );
    if (others.length === 0) return [];
    const target: CallScope = { account: accounts.find(({ name }) => name === place.account) as Account, io };
    await prove(target);
    const discovered = await discover(target);
    let shown: Promise<Shown> | undefined;
    return readingEach(others, async (one) => {
      shown ??= readSource(parameters, { target, location: place.location, discovered }).then((declared) =>
        writersShown(target, discovered, nearestFirst(declared, others), ownership),
      );
      const { labellers, writers: known } = await shown;
      const all = writersOf(one);
      const isByOurs = all.some((name) => labellers.has(name)) || (labellers.size === 0 && isByKubectl(one));
      if (isByOurs || isByTool(one, ownership)) {
        const other = appliersOf(one, ownership).find(({ name }) => !known.has(name));
        const by = other && `${other.name}, which applied it, and no object of source`;
        return by === undefined ? [] : [{ alias: one.id, says: 'used', by }];
      }
      const by = all.length === 0 ? 'its writer, which nothing shows' : `its writer ${all.join(', ')}`;
      return [
        { alias: one.id, says: 'used', by: `${by}: ${toolOf(ownership)} never wrote it, and its labels are copies` },
      ];
    });
  },
};

/** Who wrote living objects of source. */
interface Shown {
  /** Their labels. */
  readonly labellers: ReadonlySet<string>;
  /** Anything of them. */
  readonly writers: ReadonlySet<string>;
}

/** @throws ReadError */
async function writersShown(
  target: CallScope,
  discovered: Discovered,
  declared: readonly Declared[],
  ownership: Ownership,
): Promise<Shown> {
  const shown = { labellers: new Set<string>(), writers: new Set<string>() };
  for (const one of declared.slice(0, SHOWN)) {
    const kind = servedAs(discovered, canonical(one));
    if (!kind || one.name === '' || (kind.isNamespaced && one.namespace === '')) continue;
    const read = await readObject(target, kind, kind.isNamespaced ? one.namespace : undefined, one.name);
    if (!read) continue;
    for (const writer of labellersOf(read.metadata, ownership)) shown.labellers.add(writer);
    for (const { manager } of managersIn(read.metadata)) shown.writers.add(manager);
  }
  return shown;
}

/** Those of the candidates' kinds first. */
function nearestFirst(declared: readonly Declared[], candidates: readonly KubernetesObject[]): readonly Declared[] {
  const kinds = new Set(candidates.map(({ reference }) => kindText(reference)));
  const isNear = (one: Declared) => kinds.has(kindText(canonical(one)));
  return [...declared.filter(isNear), ...declared.filter((one) => !isNear(one))];
}
