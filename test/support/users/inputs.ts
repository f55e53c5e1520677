/**
 * What people write without any name that AWS's models know: maps, documents, bytes, and texts that hold a document, in the answers
 * to read calls.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { OperationSchema, Schema } from '../../../sandbox/aws/wire/schema.ts';
import type { Path } from './answers.ts';
import type { Model } from './wheel.ts';

const FILE = new URL('./inputs.tsv', import.meta.url);
const HEAD = 'service\tmembers\tanswer';

/** The answer to "may it start something with what it names?" */
export const INPUT_ANSWERS = /^(?:(?:read|covered) by \w+(?:, \w+)*(?:: .+)?|no use: .+|not read: [^:]+: .+)$/;

export interface Input {
  /** As AWS's models call it, in small letters with `-`. */
  readonly service: string;
  /** `Shape.member` */
  readonly member: string;
}

export interface InputLine {
  readonly service: string;
  readonly members: readonly string[];
  readonly answer: string;
}

/** Tags say what a thing is, and have sources of their own. */
const TAGS = /[tT]ags?(?:$|[A-Z_])/;
const IS_TAGS = /^tags?(?:map|list|toadd)?$/i;
const isTags = (member: string) => IS_TAGS.test(member) || TAGS.test(member);

/** A member whose name says that its text is a document of its own: `data`, `configurationValues`, `TemplateBody`, `buildspec`. */
const WRITTEN =
  /(?:^|[a-z_])(?:[dD]ata|[cC]ontents?|[bB]ody|[dD]efinition|[dD]ocument|[tT]emplate|[sS]cript|[sS]pec|[mM]anifest|[pP]ayload|[cC]onfigurationValues|[uU]serData|[iI]nput)$/;
/** What is no document: facts about a thing, the name of something described elsewhere, and what a certificate is. */
const NOT_WRITTEN =
  /(?:[mM]etadata|(?:[tT]ask|[jJ]ob)Definition|ErrorDocument|[pP]olicyDocument|[cC]ertificate(?:Body|Data)|PasswordData|TreatMissingData|JobTemplate)$/;
const isWritten = (member: string) => WRITTEN.test(member) && !NOT_WRITTEN.test(member);
/** A shorter text holds no document. */
const SHORTEST = 1_024;

const READS = /^(?:Describe|List|Get|BatchGet|BatchDescribe|Search|Lookup|View|Query)/;

/** Of one service of AWS, by its model. */
export function inputsOf({ metadata, operations, shapes }: Model): readonly Input[] {
  const service = (metadata.serviceId ?? '').toLowerCase().replaceAll(' ', '-');
  const found = new Set<string>();
  const seen = new Set<string>();
  const leafOf = (name: string): string => {
    const inner = shapes[name]?.member ?? shapes[name]?.value;
    return inner ? leafOf(inner.shape) : name;
  };
  const isInput = (name: string): boolean => {
    const shape = shapes[name];
    if (shape?.type === 'list' && shape.member) return isInput(shape.member.shape);
    if (shape?.document || shape?.type === 'blob') return true;
    if (shape?.type !== 'map' || (shape.key && shapes[shape.key.shape]?.enum)) return false;
    const leaf = shapes[leafOf(name)];
    return leaf?.document === true || leaf?.type === 'blob' || (leaf?.type === 'string' && !leaf.enum);
  };
  const isDocument = (member: string, name: string): boolean => {
    const shape = shapes[name];
    return isWritten(member) && shape?.type === 'string' && !shape.enum && (shape.max ?? SHORTEST) >= SHORTEST;
  };
  const visit = (name: string): void => {
    const shape = shapes[name];
    if (!shape || seen.has(name)) return;
    seen.add(name);
    for (const inner of [shape.member, shape.value]) if (inner) visit(inner.shape);
    for (const [member, { shape: named }] of Object.entries(shape.members ?? {})) {
      visit(named);
      if (!isTags(member) && (isInput(named) || isDocument(member, named))) found.add(`${name}.${member}`);
    }
  };
  for (const [operation, { output }] of Object.entries(operations)) {
    if (output && READS.test(operation)) visit(output.shape);
  }
  return [...found].map((member) => ({ service, member }));
}

/** As deep and as often as a structure may stand in another. */
const DEEPEST = 12;
const MOST_VISITS = 24;

/** Of one call, by the SDK's schema, with their places in its answer. */
export function inputsIn({ output }: OperationSchema): readonly (Pick<Input, 'member'> & { readonly path: Path })[] {
  const found: { member: string; path: Path }[] = [];
  const visits = new Map<string, number>();
  const walk = (schema: Schema, path: Path, member: string, isMap: boolean): void => {
    if (schema.isListSchema()) walk(schema.getValueSchema(), [...path, '[]'], member, isMap);
    else if (schema.isMapSchema()) walk(schema.getValueSchema(), [...path, '{}'], member, true);
    else if (schema.isStructSchema()) {
      const name = schema.getName() ?? '';
      const seen = visits.get(name) ?? 0;
      if (seen >= MOST_VISITS || path.length > DEEPEST) return;
      visits.set(name, seen + 1);
      for (const [key, one] of schema.structIterator()) {
        if (!isTags(key)) walk(one, [...path, key], `${name}.${key}`, false);
      }
    } else if (
      schema.isDocumentSchema() ||
      schema.isBlobSchema() ||
      (schema.isStringSchema() && (isMap || isWritten(member.slice(member.lastIndexOf('.') + 1))))
    )
      found.push({ member, path });
  };
  walk(output, [], '', false);
  return found.filter(({ member }) => member !== '');
}

export function readInputs(): readonly InputLine[] {
  const [, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [service = '', members = '', answer = ''] = line.split('\t');
    return { service, members: members.split(' '), answer };
  });
}

/** In their order, with equal answers about one service in one line. */
export function writeInputs(lines: readonly InputLine[]): void {
  const groups = new Map<string, Set<string>>();
  for (const { service, members, answer } of lines) {
    const key = `${service}\t${answer}`;
    groups.set(key, new Set([...(groups.get(key) ?? []), ...members]));
  }
  const rows = [...groups].map(([key, members]) => {
    const [service, answer] = key.split('\t');
    return [service, [...members].toSorted().join(' '), answer].join('\t');
  });
  writeFileSync(FILE, `${[HEAD, ...rows.toSorted()].join('\n')}\n`);
}
