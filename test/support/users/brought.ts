/** Brings the table up to the SDK and to the sources: what can be proven is written, what a person decides is asked. */
import type { Member } from './allServices.ts';
import { type Place, placesOf, readersOf } from './places.ts';
import type { Answers } from './reading.ts';
import type { Line } from './table.ts';

/** In the place of an answer that a person has to give. */
export const DECIDE = 'DECIDE';

export function keyOf({ kind, service, where, members }: Omit<Line, 'answer'>): string {
  return `${kind} ${service} ${where ?? members.join(' ')}`;
}

/** Every line as it should be; an answer that a person gave stays. */
export async function broughtUp(answers: Answers, table: readonly Line[]): Promise<readonly Line[]> {
  const decided = table.filter(({ answer }) => answer !== DECIDE);
  const known = new Map(decided.filter(({ where }) => where).map((line) => [keyOf(line), line.answer]));
  // A member says the same wherever its structure stands, as far as no source has to prove it.
  const said = new Map(
    decided.flatMap(({ kind, service, members, answer }) =>
      members.map((one) => [`${kind} ${service} ${one}`, answer]),
    ),
  );
  const lines: Line[] = [];
  const here = new Set<string>();
  for (const place of placesOf(answers, table)) {
    const member = `${place.kind} ${place.service} ${place.member}`;
    here.add(member);
    const line = lineOf(place);
    const before = known.get(keyOf(line)) ?? said.get(member) ?? DECIDE;
    lines.push({ ...line, answer: await answerOf(answers, place, before) });
  }
  // What Holystone reads has a line for each place; the rest stays in the lines about other calls.
  for (const line of table.filter(({ where }) => !where)) {
    const members = line.members.filter((one) => !here.has(`${line.kind} ${line.service} ${one}`));
    if (members.length > 0) lines.push({ ...line, members });
  }
  return lines;
}

/** The table, with what services have in which Holystone reads nothing yet, and without what they have no longer. */
export function withEveryService(table: readonly Line[], members: readonly Member[]): readonly Line[] {
  const keyOfMember = ({ kind, service, member }: Member) => `${kind} ${service} ${member}`;
  const known = new Set(
    table.flatMap(({ kind, service, members: all }) => all.map((member) => `${kind} ${service} ${member}`)),
  );
  const there = new Set(members.map(keyOfMember));
  const kept = table.flatMap((line) => {
    if (line.where) return [line];
    const left = line.members.filter((member) => there.has(`${line.kind} ${line.service} ${member}`));
    return left.length > 0 ? [{ ...line, members: left }] : [];
  });
  const added = members
    .filter((one) => !known.has(keyOfMember(one)))
    .map(({ kind, service, member }): Line => ({ kind, service, members: [member], answer: DECIDE }));
  return [...kept, ...added];
}

function lineOf({ kind, service, member, where }: Place): Omit<Line, 'answer'> {
  return { kind, service, members: [member], where };
}

/** A source that finds the resource decides; else only a person can say why none has to. */
async function answerOf(answers: Answers, place: Place, before: string): Promise<string> {
  if (before.startsWith('own description')) return before;
  const readers = await readersOf(answers, place);
  if (readers.length > 0) return `read by ${readers.join(', ')}`;
  return before.startsWith('read by') ? DECIDE : before;
}
