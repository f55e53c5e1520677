/** The places in answers to Holystone's own read calls that can name a resource, and the sources that see it there. */

import type { Call } from '../../../src/handlers/aws/calls/call.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import type { Kind } from '../../../src/handlers/aws/mentions/mention.ts';
import { aws } from '../../../src/handlers/aws/provider.ts';
import type { EvidenceSource, Handler } from '../../../src/handlers/contract/handler.ts';
import type { Path } from './answers.ts';
import { FORMS, OTHERS } from './forms.ts';
import { KINDS, kindsOf } from './kinds.ts';
import { textsIn, written } from './members.ts';
import type { Answers } from './reading.ts';
import type { Line } from './table.ts';

export interface Place {
  readonly kind: Kind;
  readonly service: string;
  readonly member: string;
  readonly call: Call;
  readonly path: Path;
  /** As the table has it. */
  readonly where: string;
}

/** The handler whose evidence finds users of the kind. */
export function handlerOf(kind: Kind): Handler {
  const type = kind === 'containerImage' ? 'ecrTag' : kind;
  const handler = aws.handlers.find(({ resourceType }) => resourceType === type);
  if (!handler) throw new Error(`no handler of ${type}`);
  return handler;
}

/** @param table a member that it has a `read by` or `unread` of is one too: AWS's documentation says what it names */
export function placesOf(answers: Answers, table: readonly Line[]): readonly Place[] {
  const told = new Map<string, Set<Kind>>();
  for (const { kind, service, members, answer, where } of table) {
    if (where === undefined && !/^(?:read by|unread)/.test(answer)) continue;
    for (const member of members) {
      const key = `${service} ${member}`;
      told.set(key, (told.get(key) ?? new Set()).add(kind as Kind));
    }
  }
  return ALL_CALLS.filter(({ effect }) => effect === 'reads').flatMap((call) => {
    const { service, operation } = answers.of(call);
    return textsIn(operation).flatMap(({ shape, member: name, path }) => {
      const member = `${shape}.${name}`;
      const kinds = new Set([...kindsOf(name, shape), ...(told.get(`${service} ${member}`) ?? [])]);
      const where = `${call.operation} ${written(path)}`;
      return [...kinds].map((kind) => ({ kind, service, member, call, path, where }));
    });
  });
}

/** The sources of the kind's type that keep a resource which the place names: they read an answer that says so. */
export async function readersOf(answers: Answers, place: Place): Promise<readonly string[]> {
  const handler = handlerOf(place.kind);
  const { call } = place;
  const parameters: unknown = handler.parameters.parse({});
  const readers: string[] = [];
  for (const source of handler.evidence) {
    const isAsked = source.permissions.includes(call.permission ?? call.api) && !source.optional;
    if (isAsked && (await keeps(answers, source, parameters, place))) readers.push(source.name);
  }
  return [...new Set(readers)].toSorted();
}

async function keeps(answers: Answers, source: EvidenceSource, parameters: unknown, place: Place): Promise<boolean> {
  const { kind, call, path } = place;
  for (const variant of [0, 1] as const) {
    for (const { value, aliases } of FORMS[kind]) {
      const [id = ''] = aliases;
      const candidate = { id, identity: id, name: id, tags: {}, aliases };
      const kept = async (what: string) => {
        const found = await answers.reads(source, parameters, candidate, variant, { kind, call, path, value: what });
        return found?.some(({ alias, says }) => aliases.includes(alias) && KEEPING.has(says));
      };
      const isKept = await kept(value);
      // Another call would have the source ask no more.
      if (isKept === undefined) break;
      if (isKept && !(await kept(OTHERS[kind]))) return true;
    }
  }
  return false;
}

const KEEPING: ReadonlySet<string> = new Set(['used', 'leadsTo', 'unknown', 'sharedWith', 'lastUsed']);

export const ALL_KINDS = Object.keys(KINDS) as readonly Kind[];
