/** A template of CloudFormation, JSON or YAML, as a tree of plain values. Pure. */
import { type Alias, isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';

/** A template has a megabyte: more arise only where aliases name aliases. */
const MOST_NODES = 1_000_000;

/** @returns `undefined`: it is neither JSON nor YAML. Numbers of YAML are texts, as they are written. */
export function treeOf(text: string): { readonly root: unknown } | undefined {
  try {
    return { root: JSON.parse(text) as unknown };
  } catch {
    // YAML, in which functions may be tags.
  }
  const document = parseDocument(text, { schema: 'failsafe', version: '1.1', uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0) return undefined;
  // Each resolving walks through the whole document, and an alias that others name is met again and again.
  const targets = new Map<Alias, ReturnType<Alias['resolve']>>();
  const targetOf = (alias: Alias) => {
    if (!targets.has(alias)) targets.set(alias, alias.resolve(document));
    return targets.get(alias);
  };
  let nodes = 0;
  const plain = (node: unknown): unknown => {
    nodes += 1;
    if (nodes > MOST_NODES) throw new RangeError('the aliases of a template multiply');
    if (isAlias(node)) return plain(targetOf(node));
    if (isScalar(node)) return inFunction(node.tag, String(node.value ?? ''));
    if (isSeq(node)) return inFunction(node.tag, node.items.map(plain));
    if (!isMap(node)) return '';
    return inFunction(
      node.tag,
      Object.fromEntries(node.items.map(({ key, value }) => [String(plain(key)), plain(value)])),
    );
  };
  return { root: plain(document.contents) };
}

/** `!Join` is short for `Fn::Join`. */
function inFunction(tag: string | undefined, value: unknown): unknown {
  const name = /^!([A-Za-z]+)$/.exec(tag ?? '')?.[1];
  if (name === undefined) return value;
  return { [name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`]: value };
}

/** The only member of an object that has one: a function of CloudFormation looks so. */
export function functionIn(node: unknown): readonly [name: string, argument: unknown] | undefined {
  if (!isObject(node)) return undefined;
  let only: string | undefined;
  for (const name in node) {
    if (only !== undefined) return undefined;
    only = name;
  }
  return only === undefined ? undefined : [only, node[only]];
}

/** False for `null` and for a list. */
export function isObject(node: unknown): node is Readonly<Record<string, unknown>> {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
