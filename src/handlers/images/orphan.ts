/**
 * Signatures, attestations and lists of contents belong to an image. They stay with it; the rule `orphan` selects those
 * whose image is positively gone. Pure.
 */
import { z } from 'zod';
import { groupBy } from '../../core/common/groupBy.ts';
import type { Facts, Rule, Safeguard } from '../../core/evaluation/rule.ts';
import type { PolicyParameters } from './parameters.ts';
import { imageAliases } from './reference.ts';
import type { TagResource } from './resource.ts';

/** The name of the rule; images are asked for only for an entry with it. */
export const ORPHAN = 'orphan';

/** What a tag belongs to, in the evidence about it: `exists` or `gone`. */
export function subjectAlias({ repository, belongsTo }: Pick<TagResource, 'repository' | 'belongsTo'>): string {
  return `subject ${repository}@${belongsTo}`;
}

/** Why its image may be elsewhere: `exists` in the evidence about a tag whose image is not in its repository. */
export function apartAlias(tag: Pick<TagResource, 'repository' | 'belongsTo'>): string {
  return `apart ${subjectAlias(tag)}`;
}

/** Whatever runs the image of a tag keeps what belongs to it. */
export function subjectAliases({
  host,
  ...tag
}: {
  readonly host: string;
  readonly repository: string;
  readonly belongsTo: string | undefined;
}): readonly string[] {
  const { repository, belongsTo: digest } = tag;
  if (digest === undefined) return [];
  const of = { repository, belongsTo: digest };
  return [...imageAliases({ host, repository, digest }), digest, subjectAlias(of), apartAlias(of)];
}

/** A mark pass has not asked yet, or could not: then its image may be gone, and nothing here keeps it. */
function isOpen({ rules = [], isFirstLook, isUnread }: Facts): boolean {
  return rules.includes(ORPHAN) && (isFirstLook === true || isUnread === true);
}

/** One that Holystone has seen beside its image was not put apart. */
function isOrphan(tag: TagResource, { rules = [], findings, absences = [] }: Facts): boolean {
  const absence = absences.find(({ alias }) => alias === subjectAlias(tag));
  if (!rules.includes(ORPHAN) || !absence) return false;
  return absence.wasSeen || !findings.some(({ says, alias }) => says === 'exists' && alias === apartAlias(tag));
}

/** Selected by {@link orphan}, the pattern of the names that may go does not concern it. */
export function mayBeOrphan(tag: TagResource, facts: Facts): boolean {
  return tag.belongsTo !== undefined && (isOpen(facts) || isOrphan(tag, facts));
}

export const orphan: Rule<TagResource> = {
  name: ORPHAN,
  summary:
    'The tag is a signature, an attestation or a list of contents (of cosign, or with a `subject`), and the registry says that its image does not exist. It needs no match of `nameRegexDelete`; what keeps tags still keeps it.',
  parameters: z.strictObject({}),
  matches(tag, _none, facts) {
    const { belongsTo } = tag;
    return belongsTo !== undefined && mayBeOrphan(tag, facts)
      ? { code: 'imageGone', values: { image: belongsTo.slice(0, SHOWN) } }
      : undefined;
  },
};

/** Enough to find it: `sha256:` and twelve digits. */
const SHOWN = 19;

export const belongsTo: Safeguard<TagResource, PolicyParameters> = {
  name: 'belongsTo',
  summary:
    'Signatures, attestations and lists of contents: they belong to an image, also when they have a tag. With the rule `orphan`, only until their image is gone.',
  keeps(tag, _parameters, facts) {
    const { belongsTo: subject } = tag;
    if (subject === undefined || mayBeOrphan(tag, facts)) return undefined;
    const about = facts.findings.filter(({ says }) => says === 'exists');
    const why = [apartAlias(tag), subjectAlias(tag)].flatMap((alias) => about.find((one) => one.alias === alias) ?? []);
    return `it belongs to ${subject}${why[0] === undefined ? '' : `: ${why[0].by}`}`;
  },
};

/** The tags of a repository, each image with the tags that belong to it. Only words depend on it. */
export function withFollowers(tags: readonly TagResource[]): readonly TagResource[] {
  const followers = groupBy(
    tags.filter((tag) => tag.belongsTo !== undefined),
    (tag) => tag.belongsTo,
  );
  return tags.map((tag) => {
    const those = followers.get(tag.digest);
    return those === undefined ? tag : { ...tag, followedBy: those.map(({ name }) => name).sort() };
  });
}
