/** Converts all resource types of all providers to the entries of `cleanup`. */

import { type Item, item, line, mapping, row } from '../import/commented.ts';
import { nativeType } from './attributes.ts';
import { type Claimed, Claims } from './claims.ts';
import { type Common, type Entry, entryOf, liveLine } from './entry.ts';
import type { Name, Provider } from './places.ts';
import type { Source } from './source.ts';
import { reportUnread } from './unread.ts';

export interface Cleanup {
  readonly items: readonly Item[];
  /** The number of entries that must not delete for a reason of the import. */
  readonly planOnly: number;
  /** Types that this version does not have. */
  readonly unknown: readonly Source[];
}

/** @param planOnly reasons why no entry may delete */
export function cleanupOf(providers: readonly Provider[], common: Common, planOnly: readonly string[]): Cleanup {
  const unknown: Source[] = [];
  const entries = providers.flatMap((provider) => {
    reportUnread(provider.source, 'provider');
    const types = provider.source.get('resourceTypes').items();
    return types.flatMap((source) => entriesOf(source, provider, common, unknown));
  });
  const claims = new Claims();
  const claimed = entries.map((entry, index) => claims.claim(entry.native, entry.provider, index));
  const written = entries.flatMap((entry, index) => {
    const reasons = [...planOnly, ...entry.planOnly, ...clashesOf(index, entries, claimed)];
    return sharesOf(entry, claimed[index]).map((share) => ({ value: itemOf(entry, share, reasons), reasons }));
  });
  const held = written.filter(({ reasons }) => reasons.length > 0);
  return { items: written.map(({ value }) => value), planOnly: held.length, unknown };
}

function entriesOf(source: Source, provider: Provider, common: Common, unknown: Source[]): readonly Entry[] {
  const name = source.get('name').text()?.plain?.trim() ?? '';
  const native = nativeType(name);
  if (native === undefined) {
    source.lost(`left out: the import does not convert the type "${name}"; it stands below as a comment`);
    unknown.push(source);
    return [];
  }
  const entry = entryOf(source, native, provider, common);
  return entry ? [entry] : [];
}

type Share = Claimed['shares'][number];

function sharesOf({ source }: Entry, claimed: Claimed | undefined): readonly Share[] {
  const shares = claimed?.shares ?? [];
  if (shares.length === 0) source.lost('left out: all of its namespaces are in an entry above already');
  return shares;
}

/** It is uncertain which of two blocks for one namespace Swabbie used. */
function clashesOf(index: number, entries: readonly Entry[], claimed: readonly Claimed[]): readonly string[] {
  const others = entries.flatMap((other, at) => {
    const clash = claimed[index]?.clashes.has(at) || claimed[at]?.clashes.has(index);
    return clash ? [other.source.place] : [];
  });
  const place = entries[index]?.source.place;
  return others.map((other) => `${place}: ${other} is for some of the same places; only the first is written`);
}

function itemOf({ source, native, provider, lines }: Entry, share: Share, reasons: readonly string[]): Item {
  const names = (all: readonly Name[]) => row(...all.map((name) => name.native));
  const type = source.get('name').text()?.plain?.trim();
  return item(
    mapping(
      line('type', native),
      line('accounts', names(share.accounts)),
      line('locations', names(share.locations)),
      liveLine(source.get('dryRun'), reasons),
      ...lines,
    ),
    `${source.place}, "${type}" of ${provider.source.place}.`,
  );
}
