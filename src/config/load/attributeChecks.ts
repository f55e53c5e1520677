/** Checks the attributes and tags that `keep`, `only` and rules name against those of the types. Works on plain data. */

import { keyAsSeen } from '../../core/common/seen.ts';
import { mismatchesOf } from '../../core/evaluation/attributePattern.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import { namesOf } from '../../handlers/contract/types.ts';
import { didYouMean } from '../yaml/nearest.ts';
import { listAt, valueAt } from '../yaml/plain.ts';
import { quote } from '../yaml/quote.ts';
import { showValue } from '../yaml/redact.ts';
import type { Reporter } from '../yaml/report.ts';
import type { Path, Tree } from '../yaml/tree.ts';

type Type = Pick<Handler, 'resourceType' | 'attributes' | 'candidatesAreReadById'>;
type Document = Pick<Tree, 'data' | 'fromVariables'>;

/** A condition about one attribute or tag, and its place in the file. */
interface Use {
  readonly path: Path;
  /** As `attribute` writes it: a tag is `tag:KEY`. */
  readonly attribute: string;
  readonly condition: unknown;
}

interface Problem {
  readonly path: Path;
  readonly message: string;
  readonly at: 'key' | 'value';
}

/** Reports those that no resource can have: an entry of `keep` with one would silently keep nothing. */
export function checkAttributes(document: Document, handlers: readonly Handler[], reporter: Reporter): void {
  const byName = new Map(handlers.map((handler) => [namesOf(handler, handlers)[0], handler]));
  const entries = listAt(document.data, 'cleanup').map((entry, index) => ({
    type: byName.get(String(valueAt(entry, ['type']))),
    uses: usesOfEntry(entry, ['cleanup', index]),
  }));
  const types = new Set(entries.flatMap(({ type }) => type ?? []));
  const problems = [
    ...entries.flatMap(({ type, uses }) => (type ? problemsOf(document, uses, type) : [])),
    ...problemsOfDefaults(document, [...types]),
  ];
  const unread = entries.flatMap(({ type, uses }, index): readonly Problem[] => {
    if (!type?.candidatesAreReadById) return [];
    const byTag = uses.filter(({ path, attribute }) => path[2] === 'match' && /^tags?[:.]/i.test(attribute));
    const owner: Path = ['cleanup', index, 'match', 'owner'];
    const paths = [...byTag.map(({ path }) => path), ...(valueAt(document.data, owner) === undefined ? [] : [owner])];
    const left = `a listing of ${type.resourceType} leaves out the tags`;
    return paths.map((path) => {
      const message = path === owner ? `${left}, and with them the owner` : left;
      return { path, message: `${message}, so they choose no entry`, at: 'key' };
    });
  });
  const expiring = entries.flatMap(({ type }, index): readonly Problem[] => {
    const isIdle = type && type.attributes?.tags === undefined && has(document.data, index, 'expiry');
    if (!isIdle) return [];
    const message = `resources of the type ${type.resourceType} carry no tags, so they have no expiry tags`;
    return [{ path: ['cleanup', index, 'expiry'], message, at: 'key' }];
  });
  for (const { path, message, at } of [...problems, ...unread, ...expiring]) reporter.report(path, message, at);
}

function has(data: unknown, index: number, key: string): boolean {
  return valueAt(data, ['cleanup', index, key]) !== undefined;
}

/** An entry of `defaults` has to fit one type of the file; resources of the others have nothing that it could keep. */
function problemsOfDefaults(document: Document, types: readonly Type[]): readonly Problem[] {
  return listAt(valueAt(document.data, ['defaults']), 'keep').flatMap((matcher, index) => {
    const uses = usesOfMatcher(matcher, ['defaults', 'keep', index]);
    const byType = types.map((type) => problemsOf(document, uses, type));
    const fewest = byType.toSorted((a, b) => a.length - b.length)[0] ?? [];
    if (types.length < 2) return fewest;
    return fewest.map((problem) => ({ ...problem, message: `no type of this file fits: ${problem.message}` }));
  });
}

function usesOfEntry(entry: unknown, path: Path): readonly Use[] {
  const matchers = ['keep', 'only'].flatMap((key) =>
    listAt(entry, key).flatMap((matcher, index) => usesOfMatcher(matcher, [...path, key, index])),
  );
  const rules = listAt(entry, 'when').flatMap((use, index) => {
    const at = [...path, 'when', index];
    return [use, ...listAt(use, 'all')].flatMap((rule, inner) =>
      usesBelow(rule, inner === 0 ? at : [...at, 'all', inner - 1], 'where'),
    );
  });
  return [...matchers, ...usesOfMatcher(valueAt(entry, ['match']), [...path, 'match']), ...rules];
}

function usesOfMatcher(matcher: unknown, path: Path): readonly Use[] {
  return [...usesBelow(matcher, path, 'attribute'), ...usesBelow(matcher, path, 'tag', 'tag:')];
}

function usesBelow(given: unknown, path: Path, key: string, prefix = ''): readonly Use[] {
  const patterns = valueAt(given, [key]);
  if (typeof patterns !== 'object' || patterns === null || Array.isArray(patterns)) return [];
  return Object.entries(patterns).map(([name, condition]) => ({
    path: [...path, key, name],
    attribute: `${prefix}${name}`,
    condition,
  }));
}

function problemsOf(document: Document, uses: readonly Use[], type: Type): readonly Problem[] {
  return uses.flatMap((use, index) => twice(use, uses.slice(0, index)) ?? problemsOfUse(document, use, type));
}

/**
 * Names that differ only in what nobody sees are one attribute or tag, which has to match both patterns: hardly anything
 * does. `tag: { env: … }`, `tag:env` and `tags.env` are one, too.
 */
function twice({ path, attribute }: Use, before: readonly Use[]): Problem | undefined {
  const place = placeOf(path);
  const same = before.find((one) => placeOf(one.path) === place && oneName(one.attribute) === oneName(attribute));
  if (!same) return undefined;
  const what = attribute.startsWith('tag:') ? 'tag' : 'attribute';
  return { path, message: `the ${what} is given twice, as ${quote(same.attribute)} too`, at: 'key' };
}

function oneName(attribute: string): string {
  return keyAsSeen(attribute).replace(/^tags[.]/, 'tag:');
}

/** Without the name and the map that it stands in. */
function placeOf(path: Path): string {
  return path.slice(0, -2).join('.');
}

function problemsOfUse(document: Document, { path, attribute, condition }: Use, type: Type): readonly Problem[] {
  return mismatchesOf(type.attributes ?? {}, attribute, condition).map((mismatch): Problem => {
    if (mismatch.kind === 'unknown') return unknownAttribute(path, attribute, mismatch.names, type);
    const at = mismatch.key === undefined ? path : [...path, mismatch.key];
    const found = showValue(valueAt(document.data, at), at, document.fromVariables(at));
    return { path: at, message: `found ${found}; ${mismatch.why}`, at: 'value' };
  });
}

function unknownAttribute(
  path: Path,
  attribute: string,
  names: readonly string[],
  { resourceType, attributes = {} }: Type,
): Problem {
  if (/^tags?[:.]/i.test(attribute) && attributes.tags === undefined) {
    return { path, message: `resources of the type ${resourceType} carry no tags, so this matches none`, at: 'key' };
  }
  const near = didYouMean(attribute, names) || shortened(attribute, names);
  const allowed = `allowed for ${resourceType}: ${names.join(', ')}`;
  return { path, message: `unknown attribute ${quote(attribute)}; ${near}${allowed}`, at: 'key' };
}

/** `desc` of `description`, `kind` of `reference.kind`: the only name that begins so, or has that last part. */
function shortened(written: string, names: readonly string[]): string {
  const wanted = written.toLowerCase();
  const meant = names.filter(
    (name) => name.toLowerCase().startsWith(wanted) || name.toLowerCase().endsWith(`.${wanted}`),
  );
  return wanted.length > 2 && meant.length === 1 ? `did you mean ${quote(meant[0] as string)}? ` : '';
}
