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
    const item = objectOf(property.items);
    if (item && !REPEATED.has(key)) yield* keyRows(item, `${name}[].`, new Set());
  }
}

/** Matchers and rules have their own sections. */
const REPEATED: ReadonlySet<string> = new Set(['keep', 'only', 'when']);

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
