/** Of what the value of a member is the name, by the member and by what stands around it. Pure. */
import { nameBeside } from './beside.ts';
import { allOf } from './byValue.ts';
import type { TellName } from './mention.ts';
import { type Member, memberOf } from './places.ts';

/**
 * `autoScalingGroups: [{ name }]`, `table_name: { value }`: the list, or the key of the object, says of what it is the name;
 * `{ name: 'TABLE_NAME', value: 'orders' }`: the member beside it does.
 */
export function meantBy(
  member: Member,
  list: Member,
  ofList: TellName | undefined,
  value: Readonly<Record<string, unknown>>,
): TellName | undefined {
  if (member.named) return member.named;
  if (ofList && (member.isName || member.isValue)) return ofList;
  return member.isValue && !list.isTags ? saidBeside(value) : undefined;
}

/** The same where people chose the keys: each word may say it, also that of a map of names. */
export function saidOf(
  member: Member,
  list: Member,
  ofList: TellName | undefined,
  value: Readonly<Record<string, unknown>>,
): TellName | undefined {
  const one = value[member.key];
  // A variable may be called `TAGS`, too: no tags are a text.
  if (member.hides(one) || (member.isTags && typeof one !== 'string')) return member.named;
  const isIn = ofList && (list.isMap || member.isName || member.isValue);
  if (!isIn && !member.isValue) return member.said;
  return allOf(member.said, isIn ? ofList : undefined, member.isValue ? saidBeside(value) : undefined);
}

function saidBeside(value: Readonly<Record<string, unknown>>): TellName | undefined {
  const name = nameBeside(value);
  return name === undefined ? undefined : memberOf(name).said;
}
