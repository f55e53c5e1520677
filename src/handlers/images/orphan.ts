/**
 * Signatures, attestations and lists of contents belong to an image. They stay with it; the rule `orphan` selects those
 * whose image Holystone has seen in their repository, and that is positively gone from it. Pure.
 */
import { z } from 'zod';
import { groupBy } from '../../core/common/groupBy.ts';
import type { Facts, Rule, Safeguard } from '../../core/evaluation/rule.ts';
import type { Absence } from '../../core/resource/absence.ts';
import type { PolicyParameters } from './parameters.ts';
import { imageAliases } from './reference.ts';
import { schemaOf, subjectOf } from './referrerTag.ts';
import type { TagResource } from './resource.ts';
import { ORPHAN } from './ruleNames.ts';

type Belonging = Pick<TagResource, 'host' | 'repository'> & { readonly belongsTo?: string | undefined };

/**
 * What a tag belongs to, in the evidence about it: `exists` or `gone`. With the host: a registry that takes another's
 * place under the account's name has shown nothing yet.
 */
export function subjectAlias({ host, repository, belongsTo }: Belonging): string {
  return `subject ${host}/${repository}@${belongsTo}`;
}

/** Whatever runs the image of a tag keeps what belongs to it. */
export function subjectAliases({ host, repository, belongsTo: digest }: Belonging): readonly string[] {
  if (digest === undefined) return [];
  return [...imageAliases({ host, repository, digest }), digest, subjectAlias({ host, repository, belongsTo: digest })];
}

/** People name images by hashes too: such a name that is neither cosign's nor OCI's says nothing. */
export function isOnlyNamed({ name, belongsTo }: TagResource): boolean {
  return schemaOf(name) === undefined && subjectOf(name) === belongsTo;
}

/** A mark pass has not asked yet, or could not: then its image may be gone, and nothing here keeps it. */
function isOpen({ rules = [], isFirstLook, isUnread }: Facts): boolean {
  return rules.includes(ORPHAN) && (isFirstLook === true || isUnread === true);
}

function absenceOf(tag: TagResource, { absences = [] }: Facts): Absence | undefined {
  return absences.find(({ alias }) => alias === subjectAlias(tag));
}

/**
 * Selected by {@link orphan}, the pattern of the names that may go does not concern it. Neither a `subject` nor a name
 * says that its image was ever in its repository (cosign's `COSIGN_REPOSITORY`): only a survey that saw it there does.
 */
export function mayBeOrphan(tag: TagResource, facts: Facts): boolean {
  if (tag.belongsTo === undefined || isOnlyNamed(tag)) return false;
  return isOpen(facts) || (facts.rules?.includes(ORPHAN) === true && absenceOf(tag, facts)?.wasSeen === true);
}

export const orphan: Rule<TagResource> = {
  name: ORPHAN,
  summary:
    'The tag is a signature, an attestation or a list of contents (of cosign, or with a `subject`), and the registry says that its image does not exist, which Holystone has seen there before. It needs no match of `nameRegexDelete`; what keeps tags still keeps it.',
  parameters: z.strictObject({}),
  matches(tag, _none, facts) {
    const { belongsTo } = tag;
    return belongsTo !== undefined && mayBeOrphan(tag, facts)
      ? { code: 'imageGone', values: { image: belongsTo.slice(0, SHOWN) } }
      : undefined;
  },
};

const NEVER_SEEN =
  'the registry does not have it, but Holystone never saw its image here, which may be in another repository';
/** Enough to find it: `sha256:` and twelve digits. */
const SHOWN = 19;

export const belongsTo: Safeguard<TagResource, PolicyParameters> = {
  name: 'belongsTo',
  summary:
    'Signatures, attestations and lists of contents: they belong to an image, also when they have a tag. With the rule `orphan`, only until their image is gone.',
  keeps(tag, _parameters, facts) {
    const { belongsTo: subject } = tag;
    if (subject === undefined || mayBeOrphan(tag, facts)) return undefined;
    const found = facts.findings.find(({ says, alias }) => says === 'exists' && alias === subjectAlias(tag));
    const why = found?.by ?? (absenceOf(tag, facts)?.wasSeen === false ? NEVER_SEEN : undefined);
    return `it belongs to ${subject}${why === undefined ? '' : `: ${why}`}`;
  },
};

/** The tags of a repository, each image with the tags that belong to it. Only words depend on it. */
export function withFollowers(tags: readonly TagResource[]): readonly TagResource[] {
  const followers = groupBy(
    tags.filter((tag) => tag.belongsTo !== undefined && !isOnlyNamed(tag)),
    (tag) => tag.belongsTo,
  );
  return tags.map((tag) => {
    const those = followers.get(tag.digest);
    return those === undefined ? tag : { ...tag, followedBy: those.map(({ name }) => name).sort() };
  });
}
