/** The security groups that a user names, as findings. */
import type { Finding } from '../../../../core/common/finding.ts';
import { groupAlias } from '../../resources/securityGroup.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';

type Names = readonly (string | undefined)[] | undefined;

/** @param by the user, in words that help to find it: `CodeBuild project web` */
export function groupsNamed(idsOrNames: Names, by: string): readonly Finding[] {
  const aliases = (idsOrNames ?? []).flatMap((one) => (one ? [groupAlias(one)] : []));
  return [...new Set(aliases)].map((alias) => unshareStrings<Finding>({ alias, says: 'used', by }));
}

/** An id in a text, with its whole run of digits: a longer id is another one. In JSON a letter may stand before it: `\nsg-…`. */
const GROUP_ID = /sg-[0-9a-f]{8,}/g;

/** Every group whose id stands anywhere in a text, such as JSON in JSON. Nothing else of the text goes into a finding. */
export function groupsIn(text: string | undefined, by: string): readonly Finding[] {
  return groupsNamed(groupIdsIn(text), by);
}

/** Each `sg-…` in the text, as often as it is there; an absent text has none. */
export function groupIdsIn(text: string | undefined): readonly string[] {
  return text?.match(GROUP_ID) ?? [];
}
