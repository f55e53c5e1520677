/** Values in Terraform's language, laid out as `terraform fmt` does. Pure. */

/** Text that Terraform evaluates: `var.principal`. */
export class Expression {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `jsonencode(…)` of a value. */
export class Encoded {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

const LINE = 100;

/** `type "label" "label" { … }` */
export function block(
  head: string,
  attributes: Readonly<Record<string, unknown>>,
  blocks: readonly string[] = [],
): string {
  const inner = blocks.map((one) => `\n${indented(one)}\n`).join('');
  return `${head} {\n${attributeLines(attributes, 1)}\n${inner}}`;
}

/** A value as an expression of Terraform. @param depth of the line on which it begins, in steps of indentation */
export function hcl(value: unknown, depth = 0): string {
  if (value instanceof Expression) return value.text;
  if (value instanceof Encoded) return `jsonencode(${hcl(value.value, depth)})`;
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return list(value, depth);
  if (typeof value === 'object' && value !== null) {
    return Object.keys(value).length === 0
      ? '{}'
      : `{\n${attributeLines(value as Record<string, unknown>, depth + 1)}\n${indent(depth)}}`;
  }
  return String(value);
}

function list(items: readonly unknown[], depth: number): string {
  const short = `[${items.map((item) => hcl(item, depth)).join(', ')}]`;
  if (!short.includes('\n') && indent(depth).length + short.length <= LINE) return short;
  const lines: string[] = [];
  let before: string | undefined;
  for (const item of items) {
    const service = serviceOf(item);
    const written = `${hcl(item, depth + 1)},`;
    const joined = `${lines.at(-1)} ${written}`;
    if (service !== undefined && service === before && joined.length <= LINE) lines[lines.length - 1] = joined;
    else lines.push(`${indent(depth + 1)}${written}`);
    before = service;
  }
  return `[\n${lines.join('\n')}\n${indent(depth)}]`;
}

/** That of an action, `ec2:DescribeImages`: those of one service share lines. */
function serviceOf(item: unknown): string | undefined {
  return typeof item === 'string' ? /^([a-z0-9-]+):[\w*]+$/.exec(item)?.[1] : undefined;
}

/** Neighbouring lines have their `=` below each other. */
function attributeLines(attributes: Readonly<Record<string, unknown>>, depth: number): string {
  const entries = Object.entries(attributes).map(([key, value]) => [name(key), hcl(value, depth)] as const);
  const widths: number[] = [];
  let start = 0;
  entries.forEach(([key, text], index) => {
    widths[index] = key.length;
    const isLast = index === entries.length - 1;
    if (!text.includes('\n') && !isLast) return;
    // A value of several lines ends a group, and stands alone if it is not the first.
    const end = text.includes('\n') ? index : index + 1;
    align(widths, start, end);
    start = index + 1;
  });
  return entries.map(([key, text], index) => `${indent(depth)}${key.padEnd(widths[index] ?? 0)} = ${text}`).join('\n');
}

function align(widths: number[], from: number, to: number): void {
  const widest = Math.max(0, ...widths.slice(from, to));
  for (let index = from; index < to; index++) widths[index] = widest;
}

function name(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) ? key : quoted(key);
}

/** JSON's escapes are HCL's; `${` and `%{` would begin a template. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, (sign) => sign + sign);
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, indent(1));
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}
