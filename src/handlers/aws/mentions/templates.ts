/** Names that a template of CloudFormation puts together, as far as its own text and its parameters say them. Pure. */
import { parsed } from './contents.ts';

/** The values of parameters and of `AWS::Region` and the like, by name. */
export type TemplateValues = ReadonlyMap<string, string>;

/**
 * The template with its `Ref`, `Fn::Sub` and `Fn::Join` replaced where their values are known; in YAML only the names in
 * `${…}`, which is how people write them there.
 */
export function resolvedTemplate(text: string, values: TemplateValues): unknown {
  const template = parsed(text);
  return template === undefined ? substituted(text, values) : resolved(template, values);
}

/** A name that is not known stays, so that its neighbours are not taken for one name. */
function substituted(text: string, values: TemplateValues): string {
  return text.replace(/\$\{([\w:]+)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

function resolved(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') return substituted(value, values);
  if (Array.isArray(value)) return value.map((one) => resolved(one, values));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::Sub': sub, 'Fn::Join': join } = value as Readonly<Record<string, unknown>>;
  if (typeof Ref === 'string' && values.has(Ref)) return values.get(Ref);
  if (typeof sub === 'string') return substituted(sub, values);
  // Its own names stay: one may have several values, or one that only the stack knows.
  if (Array.isArray(sub) && typeof sub[0] === 'string')
    return [substituted(sub[0], withOwn(sub[1], values)), resolved(sub[1], values)];
  if (Array.isArray(join) && Array.isArray(join[1])) {
    const parts = resolved(join[1], values) as readonly unknown[];
    if (parts.every((part) => typeof part === 'string')) return parts.join(String(join[0]));
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, values)]));
}

/** `Fn::Sub` may bring names of its own. */
function withOwn(given: unknown, values: TemplateValues): TemplateValues {
  const own = Object.entries((given ?? {}) as object).map(([name, one]) => [name, resolved(one, values)] as const);
  return new Map([...values, ...own.filter((one): one is [string, string] => typeof one[1] === 'string')]);
}
