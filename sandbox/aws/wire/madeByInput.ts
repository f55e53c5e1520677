/**
 * Requests that make a thing which the sandbox plays no further: the thing is in every answer about its kind from then on, under the
 * names that the request gave it or that it got, and with all that the request said (see keptInputs.ts).
 */
import { answers } from '../seeds/answerSeeds.ts';
import type { Call } from '../store/call.ts';
import type { Members } from '../store/keptInput.ts';
import type { OperationSchema, Schema } from './schema.ts';

const MAKES = /^(?:Create|Register)(\w+)$/;
const NAMES = /^(\w*?)(id|identifier|arn|name|version)$/i;

/** The operations among `answered` ones that show what this operation makes. @param name `CreateBrowser` */
export function shownBy(name: string, answered: readonly string[]): readonly string[] {
  const [, noun] = MAKES.exec(name) ?? [];
  if (noun === undefined) return [];
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}(?:e?s)?`;
  const shows = new RegExp(`^(?:Describe|Get|List)(?:${noun}|${plural})(?:Versions)?$`);
  return answered.filter((one) => shows.test(one));
}

/** @param shown the operations that show it */
export function makes(
  { name, output }: OperationSchema,
  shown: readonly OperationSchema[],
): (input: Members, call: Call) => Record<string, unknown> {
  const [, noun = ''] = MAKES.exec(name) ?? [];
  return (input, call) => {
    const texts = Object.entries(input).filter(([, value]) => typeof value === 'string');
    const [, name] = texts.find(([member]) => isNameOf(noun, member, 'name')) ?? [];
    const id = call.ids.next(noun.toLowerCase());
    const names: Names = {
      id,
      identifier: id,
      arn: `arn:aws:sandbox:${call.region}:${call.account.id}:${noun.toLowerCase()}/${id}`,
      name: typeof name === 'string' ? name : id,
      version: '1',
    };
    const all = Object.fromEntries(shown.flatMap((one) => [...namesIn(one.output, noun, names, 0)]));
    for (const { name: operation } of shown) {
      const made = answers.make({ operation, item: { ...all, ...Object.fromEntries(texts) } }, call);
      call.here.answers.put(made.id, made);
    }
    return namedIn(output, noun, names);
  };
}

type Names = Readonly<Record<string, string>>;

/** The members that name it, in an answer and in what the answer is about: `browserId` of a browser. */
function* namesIn(schema: Schema, noun: string, names: Names, depth: number): Generator<readonly [string, string]> {
  if (depth > 3) return;
  if (schema.isListSchema()) yield* namesIn(schema.getValueSchema(), noun, names, depth + 1);
  if (!schema.isStructSchema()) return;
  for (const [member, inner] of schema.structIterator()) {
    const [, , kind = ''] = NAMES.exec(member) ?? [];
    if (inner.isStringSchema() && isNameOf(noun, member, kind)) yield [member, names[kind.toLowerCase()] ?? ''];
    else if (depth === 0) yield* namesIn(inner, noun, names, depth + 1);
  }
}

/** The answer to the request itself. */
function namedIn(schema: Schema, noun: string, names: Names): Record<string, unknown> {
  if (!schema.isStructSchema()) return {};
  const members = [...schema.structIterator()].map(([member, inner]): readonly [string, unknown] => {
    const [, , kind = ''] = NAMES.exec(member) ?? [];
    if (inner.isStringSchema() && isNameOf(noun, member, kind)) return [member, names[kind.toLowerCase()]];
    return [member, inner.isStructSchema() && isAbout(noun, member) ? namedIn(inner, noun, names) : undefined];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** `targetId` names a GatewayTarget, and `id` whatever the structure is. */
function isNameOf(noun: string, member: string, kind: string): boolean {
  const [, stem = '', ends] = NAMES.exec(member) ?? [];
  return ends?.toLowerCase() === kind.toLowerCase() && kind !== '' && isAbout(noun, stem);
}

function isAbout(noun: string, stem: string): boolean {
  // `MonitoringJobDefinitionName` of a ModelBiasJobDefinition.
  const [end = noun] = /(?:[A-Z][a-z]+){2}$/.exec(noun) ?? [];
  return noun.toLowerCase().endsWith(stem.toLowerCase()) || stem.toLowerCase().endsWith(end.toLowerCase());
}
