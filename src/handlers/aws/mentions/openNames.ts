/** Names of which a part is known: what they begin or end with. Pure. */
import { beginningIn, beginsAlias, endingIn, endsAlias } from '../resources/nameParts.ts';
import type { Mention, Tell, TellName } from './mention.ts';

/** What a program puts in later: `prod-${STAGE}-orders`, `prod-{tenant}`, `prod-%s`, `prod-<stage>`, `prod-*`. */
export const OPEN = /[$%{<*?]/;
/** Each of these, to its end. */
const PLACES =
  /\$\{[^{}]{0,200}\}|\$\([^()]{0,200}\)|\$\w{1,80}|\{{1,2}[^{}]{0,200}\}{1,2}|<[^<>]{0,200}>|%\w{1,80}%|%[sdv]|[*?]/g;
/** Tells all whose names begin so. @param named what tells one of them by its name */
export function tellBeginning(named: TellName | undefined, beginning: string, tell: Tell): void {
  const known = MAY_BE_PART.test(beginning) ? beginningIn(beginning) : undefined;
  tellPart(named, known, (kind, alias) => tell(kind, beginsAlias(alias)));
}

/** Tells all whose names end so. */
export function tellEnding(named: TellName | undefined, ending: string, tell: Tell): void {
  const known = MAY_BE_PART.test(ending) ? endingIn(ending) : undefined;
  tellPart(named, known, (kind, alias) => tell(kind, endsAlias(alias)));
}

function tellPart(named: TellName | undefined, known: string | undefined, tell: Tell): void {
  if (named === undefined || known === undefined) return;
  named(known, (kind, alias) => {
    if (!BY_WHOLE.has(kind)) tell(kind, alias);
  });
}

/** Tells all whose names are like a value with something open: by what is before it, or, where nothing is, by what is behind the last. */
export function tellOpen(named: TellName | undefined, value: string, tell: Tell): void {
  const open = value.search(OPEN);
  const before = value.slice(0, Math.max(0, open)).trim();
  if (before !== '') tellBeginning(named, before, tell);
  // A star may end in the middle of a word.
  if (/[*?]/.test(value.charAt(open))) tellBeginning(named, before.replace(/[A-Za-z\d]{1,512}$/, ''), tell);
  if (open !== 0) return;
  const { index = 0, 0: last = '' } = [...value.matchAll(PLACES)].at(-1) ?? {};
  tellEnding(named, value.slice(index + last.length).trim(), tell);
}

const MAY_BE_PART = /^[\w./:#-]{2,512}$/;
/** No resource of these has keys of its parts. */
const BY_WHOLE: ReadonlySet<Mention['kind']> = new Set(['containerImage', 'name', 'taskDefinition']);
