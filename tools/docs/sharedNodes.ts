import type { JsonSchemaNode } from './jsonSchema.ts';

/** A shorter node is easier to read where it stands. */
const SHORTEST = 300;

interface Shared {
  readonly root: JsonSchemaNode;
  readonly defs: Readonly<Record<string, JsonSchemaNode>>;
}

/** Moves the nodes that occur more than once to `$defs`, under the key of their first place. */
export function shareRepeated(root: JsonSchemaNode): Shared {
  const counts = new Map<string, number>();
  count(root, counts);
  const names = new Map<string, string>();
  const defs: Record<string, JsonSchemaNode> = {};
  const share = (value: unknown, key: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    const isShared = !Array.isArray(value) && isSchema(value) && (counts.get(text) ?? 0) > 1 && text.length >= SHORTEST;
    if (!isShared) return shareInside(value, key);
    if (!names.has(text)) {
      const name = freeName(key, new Set(names.values()));
      names.set(text, name);
      defs[name] = shareInside(value, key) as JsonSchemaNode;
    }
    return { $ref: `#/$defs/${names.get(text)}` };
  };
  const shareInside = (value: object, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => share(item, key));
    return Object.fromEntries(
      Object.entries(value).map(([own, item]) => [
        own,
        // A mapping of keys to nodes, and no node itself.
        own === 'properties' ? shareInside(item, key) : share(item, nameFor(own, key)),
      ]),
    );
  };
  return { root: shareInside(root, 'configuration') as JsonSchemaNode, defs };
}

function count(value: unknown, counts: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return;
  const text = JSON.stringify(value);
  if (text.length < SHORTEST) return;
  counts.set(text, (counts.get(text) ?? 0) + 1);
  // Repeated inside a repeated node, it is counted once for each.
  for (const item of Object.values(value)) count(item, counts);
}

function isSchema(value: object): boolean {
  return ['type', 'anyOf', 'allOf', 'if'].some((key) => key in value);
}

/** The words of JSON Schema itself name nothing. */
const WORDS: ReadonlySet<string> = new Set('properties items additionalProperties anyOf allOf if then else'.split(' '));

function nameFor(own: string, outer: string): string {
  return WORDS.has(own) ? outer : own;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted) && wanted !== 'variable') return wanted;
  for (let number = 2; ; number++) if (!taken.has(`${wanted}${number}`)) return `${wanted}${number}`;
}
