/** Names of which a part is known: what they begin or end with. Pure. */
import {
  beginningIn,
  beginsAlias,
  endingIn,
  endsAlias,
  FEW,
  hasAlias,
  startsAlias,
  stopsAlias,
  wordIn,
} from '../resources/nameParts.ts';
import { ANY, OPEN, withHoles } from './holes.ts';
import type { Mention, Tell, TellName } from './mention.ts';

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

/** What a language of its own puts in, and what never ends: `prod-{event['stage']}-x`, `prod-<your stage>`, `prod-{`. */
const STRAY = /\$\{[^{}]{0,400}\}|\{[^{}\n]{0,200}\}|<[^<>\n]{0,200}>|[$%{<].{0,512}$/gs;

/**
 * Tells all whose names are like a value with something open: by what is before it, or, where nothing is, by what is behind the last, or
 * else by a word between.
 */
export function tellOpen(named: TellName | undefined, written: string, tell: Tell): void {
  const value = withHoles(written).replace(STRAY, (one) => (/^\$\{.*\}$/s.test(one) ? one : ANY));
  const open = value.search(OPEN);
  const before = value.slice(0, Math.max(0, open)).trim();
  if (before !== '') tellBeginning(named, before, tell);
  // A star may end in the middle of a word.
  if (isStar(value.charAt(open)) && /\w$/.test(before)) {
    const sure = before.replace(/[A-Za-z\d]{1,512}$/, '');
    if (sure !== '') tellBeginning(named, sure, tell);
    else tellFew(named, before.slice(0, FEW), (kind, alias) => tell(kind, startsAlias(alias)));
  }
  if (open !== 0) return;
  const places = [...value.matchAll(OPEN)];
  const { index = 0, 0: last = '' } = places.at(-1) ?? {};
  const behind = value.slice(index + last.length).trim();
  tellEnding(named, behind, tell);
  if (isStar(last) && /^\w/.test(behind)) {
    const sure = behind.replace(/^[A-Za-z\d]{1,512}/, '');
    if (sure !== '') tellEnding(named, sure, tell);
    else tellFew(named, behind.slice(-FEW), (kind, alias) => tell(kind, stopsAlias(alias)));
  }
  if (behind !== '') return;
  tellPart(named, wordIn(value.slice(0, index).split(OPEN)), (kind, alias) => {
    for (const aliasOf of [beginsAlias, endsAlias, hasAlias]) tell(kind, aliasOf(alias));
  });
}

const isStar = (sign: string) => sign === '*' || sign === '?';

function tellFew(named: TellName | undefined, letters: string, tell: Tell): void {
  if (/^[A-Za-z\d]{2}$/.test(letters)) tellPart(named, letters, tell);
}

const MAY_BE_PART = /^[\w./:#-]{2,512}$/;
/** No resource of these has keys of its parts. */
const BY_WHOLE: ReadonlySet<Mention['kind']> = new Set(['containerImage', 'name', 'taskDefinition']);
