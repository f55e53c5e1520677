/** Small parts of Markdown, and tables of keys made from a JSON Schema. */
import { type JsonSchemaNode, objectOf } from './jsonSchema.ts';

/** A table; cells are Markdown, `|` in them is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Every key below a node, nested keys with dots: key, value, default, meaning. */
export function keyTable(node: JsonSchemaNode, leaveOut: ReadonlySet<string> = new Set()): string {
  return table(['key', 'value', 'default', 'meaning'], [...keyRows(node, '', leaveOut)]);
}

/** For a cell: text as it is, any other value as JSON, both in backticks. */
export function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function* keyRows(node: JsonSchemaNode, prefix: string, leaveOut: ReadonlySet<string>): Generator<string[]> {
  const required = new Set(node.required);
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    if (leaveOut.has(key)) continue;
    const name = `${prefix}${key}`;
    yield [code(name), valueWords(property), defaultWords(property, required.has(key)), property.description ?? ''];
    const inner = objectOf(property);
    if (inner) yield* keyRows(inner, `${name}.`, new Set());
    const item = OWN_TABLES.has(key) ? firstBranch(property.items) : everyBranch(property.items);
    if (item && !REPEATED.has(key)) yield* keyRows(item, `${name}[].`, new Set());
  }
}

/** Matchers and rules have their own sections. */
const REPEATED: ReadonlySet<string> = new Set(['keep', 'only', 'when']);

/** Lists whose branches after the first have tables of their own. */
const OWN_TABLES: ReadonlySet<string> = new Set(['accounts']);

/** None where the first branch is several: each of them has a table of its own. */
function firstBranch(node: JsonSchemaNode | undefined): JsonSchemaNode | undefined {
  const first = (node?.oneOf ?? node?.anyOf)?.[0] ?? node;
  return first?.properties ? first : undefined;
}

/** The keys of all branches that are mappings, each once; a key with a constant per branch has all of these values. */
function everyBranch(node: JsonSchemaNode | undefined): JsonSchemaNode | undefined {
  const branches = (node?.oneOf ?? node?.anyOf ?? []).filter(({ properties }) => properties !== undefined);
  if (branches.length < 2) return objectOf(node);
  const keys = new Set(branches.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const properties = [...keys].map((key): [string, JsonSchemaNode] => {
    const given = branches.map(({ properties }) => properties?.[key]).filter((one) => one !== undefined);
    const constants = given.filter((one) => one.const !== undefined);
    const description = constants.map((one) => `${code(one.const)}: ${one.description ?? ''}`).join(' ');
    const merged = { type: 'string', enum: constants.map((one) => one.const), description };
    return [key, constants.length > 0 ? merged : (given[0] ?? {})];
  });
  const required = [...keys].filter((key) => branches.every((branch) => branch.required?.includes(key)));
  return { properties: Object.fromEntries(properties), required };
}

function defaultWords(node: JsonSchemaNode, required: boolean): string {
  const value = node.default;
  if (value === undefined) return required ? '**required**' : '–';
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return '–';
  return code(value);
}

function valueWords(node: JsonSchemaNode): string {
  const branches = node.anyOf ?? node.oneOf;
  if (node.const !== undefined) return code(node.const);
  if (node.enum) return node.enum.map(code).join(', ');
  if (node.examples?.length) return `such as ${node.examples.map(code).join(', ')}`;
  if (branches) return [...new Set(branches.map(valueWords))].join(' or ');
  if (node.type === 'array') return node.items?.enum ? `list of ${valueWords(node.items)}` : 'list';
  if (node.type === 'object') return 'mapping';
  if (node.type === 'integer') return rangeWords(node);
  if (node.type === 'boolean') return '`true`, `false`';
  if (Array.isArray(node.type)) return node.type.map((type) => valueWords({ type })).join(' or ');
  return node.type === 'string' ? 'text' : String(node.type ?? 'any');
}

function rangeWords({ minimum, maximum }: JsonSchemaNode): string {
  const upTo = maximum !== undefined && maximum < 1_000_000 ? ` to ${maximum}` : '';
  return `whole number${minimum === undefined || minimum < 0 ? '' : ` from ${minimum}${upTo}`}`;
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\s+/g, ' ').trim();
}
