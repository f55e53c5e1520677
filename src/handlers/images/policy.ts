/**
 * The cleanup policy of a repository, pure: the rules that keep a tag by itself, those that keep it among the others,
 * and the nomination of the rest. In order: `latest` → only matches of the delete regex → no matches of the keep regex
 * → newest first, skip `keepN` and `keepImages` → only those older than `olderThan` → no protected ones. Each step can only keep.
 */

import { z } from 'zod';
import { formatAge, formatMs } from '../../core/common/duration.ts';
import type { Reason } from '../../core/common/reason.ts';
import { newestOf } from '../../core/evaluation/newest.ts';
import { matchesWhole } from '../../core/evaluation/pattern.ts';
import type { Row, Rule, Safeguard, SetPolicy } from '../../core/evaluation/rule.ts';
import { ageOf } from '../../core/reason/span.ts';
import type { WrittenKeep } from '../contract/writtenKeep.ts';
import { belongsTo, mayBeOrphan, orphan } from './orphan.ts';
import type { PolicyParameters } from './parameters.ts';
import type { TagResource } from './resource.ts';
import { needed } from './untagged.ts';

type TagSafeguard = Safeguard<TagResource, PolicyParameters>;

const latest: TagSafeguard = {
  name: 'latest',
  summary: 'The tag `latest`, unless `keepLatest: false`.',
  keeps: ({ name }, { keepLatest }) => (keepLatest && name === 'latest' ? 'it is the tag latest' : undefined),
};

const nameRegexDelete: TagSafeguard = {
  name: 'nameRegexDelete',
  summary:
    'Tags whose whole name does not match `nameRegexDelete`; the rules `orphan` and `untagged`, where the type has them, need no match.',
  keeps: (tag, { nameRegexDelete: regex }, facts) =>
    tag.untagged === true || (regex !== undefined && matchesWhole(regex, tag.name)) || mayBeOrphan(tag, facts)
      ? undefined
      : 'its name does not match',
};

const nameRegexKeep: TagSafeguard = {
  name: 'nameRegexKeep',
  summary: 'Tags whose whole name matches `nameRegexKeep`.',
  keeps: ({ name }, { nameRegexKeep: regex }) =>
    regex !== undefined && matchesWhole(regex, name) ? 'its name matches' : undefined,
};

const protect: TagSafeguard = {
  name: 'protect',
  summary: 'Tags whose whole name matches a regex of `protect`.',
  keeps: ({ name }, { protect: regexes }) =>
    regexes.some((regex) => matchesWhole(regex, name)) ? 'it is protected' : undefined,
};

const olderThan: TagSafeguard = {
  name: 'olderThan',
  summary: 'Tags that are not older than `olderThan`.',
  keeps(_tag, { olderThan: leastMs }, { createdAt, now }) {
    if (!leastMs || createdAt === undefined || now - createdAt > leastMs) return undefined;
    return `it is ${formatAge(Math.max(0, now - createdAt))} old, not more than ${formatMs(leastMs)}`;
  },
};

/** Nobody's pull is no old pull: such an image is as old as it is young. */
const pulledWithin: TagSafeguard = {
  name: 'pulledWithin',
  summary:
    'Tags of images that a client pulled within `pulledWithin`; of an image without a date of a pull, its own age counts.',
  keeps({ pulledAt }, { pulledWithin: spanMs }, { createdAt, now }) {
    const at = pulledAt?.getTime() ?? createdAt;
    if (spanMs === undefined || at === undefined) return undefined;
    const agoMs = Math.max(0, now - at);
    if (agoMs > spanMs) return undefined;
    if (pulledAt !== undefined) return `a client pulled it ${formatAge(agoMs)} ago, within ${formatMs(spanMs)}`;
    return `no pull of it is known, and it is ${formatAge(agoMs)} old, not more than ${formatMs(spanMs)}`;
  },
};

const unreadable: TagSafeguard = {
  name: 'unreadable',
  summary: 'Tags of manifests that Holystone does not understand.',
  keeps: ({ unreadable: why }) => why,
};

/** The types of image tags of every provider share these; the verdict has the reason of each that keeps the tag. */
export const safeguards: readonly TagSafeguard[] = [
  latest,
  nameRegexDelete,
  nameRegexKeep,
  protect,
  olderThan,
  pulledWithin,
  belongsTo,
  needed,
  unreadable,
];

/** The regexes that keep, each as the file has it. */
export function writtenKeeps({ nameRegexKeep: regex, protect: regexes }: PolicyParameters): WrittenKeep<TagResource>[] {
  const written = [
    ...(regex === undefined ? [] : [{ key: nameRegexKeep.name, pattern: regex }]),
    ...regexes.map((pattern) => ({ key: protect.name, pattern })),
  ];
  return written.map((one) => ({ ...one, matches: ({ name }) => matchesWhole(one.pattern, name) }));
}

/** Those that come before `keepN`: the tags they keep use none of its places. */
const BEFORE_KEEP_N: readonly TagSafeguard[] = [latest, nameRegexDelete, nameRegexKeep, belongsTo, unreadable];
const NO_FACTS = { now: 0, findings: [] };

/**
 * Over the whole repository, by the date of the entry, else by the push, else by the build, else by numbers in the names.
 * When Holystone first saw a tag orders nothing. A tag that cannot be ordered is kept, and displaces no other.
 */
const keepN: SetPolicy<TagResource, PolicyParameters> = {
  name: 'keepN',
  summary: 'The newest `keepN` of the tags of a repository that may be deleted, and all that cannot be told from them.',
  enabled: ({ keepN: count }) => count !== undefined,
  row: rowOf,
  keep: (rows, { keepN: count }) => (count === undefined ? new Map() : newestOf(rows, count)),
};

/** As Harbor and ECR count: an image has one place, however many tags it has. */
const keepImages: SetPolicy<TagResource, PolicyParameters> = {
  name: 'keepImages',
  summary:
    'The tags of the newest `keepImages` images of a repository that may be deleted, and of all that cannot be told from them.',
  enabled: ({ keepImages: count }) => count !== undefined,
  row(tag, parameters) {
    const row = rowOf(tag, parameters);
    return row && { ...row, part: tag.digest };
  },
  keep: (rows, { keepImages: count }) => (count === undefined ? new Map() : newestOf(rows, count)),
};

/** Of tags that may be deleted, over the whole repository. */
export const newest = [keepN, keepImages] as const;

function rowOf(tag: TagResource, parameters: PolicyParameters): Row | undefined {
  if (tag.untagged) return undefined;
  if (BEFORE_KEEP_N.some((one) => one.keeps(tag, parameters, NO_FACTS) !== undefined)) return undefined;
  const { id, name, repository: family, createdAt, pushedAt = createdAt, builtAt } = tag;
  if (parameters.orderBy === 'version') return { id, name, family };
  // The image of one that was pushed again is older than others that are here for longer.
  if (parameters.orderBy === 'push') return pushedAt ? { id, name, family, at: pushedAt.getTime() } : { id, family };
  if (builtAt === 'unread') return { id, family };
  if (pushedAt) return { id, name, family, at: pushedAt.getTime() };
  return { id, name, family, ...(builtAt ? { at: builtAt.getTime(), isEarliest: true } : {}) };
}

/** Its parameters are those of the entry: the safeguards keep every tag that the policy does not select. */
export const policy: Rule<TagResource> = {
  name: 'policy',
  summary: 'The cleanup policy of the entry (`nameRegexDelete` and the keys beside it) selects the tag.',
  parameters: z.strictObject({}),
  matches({ sharesWith, followedBy, belongsTo: subject, untagged: hasNoTag }, _none, { createdAt, now }) {
    if (createdAt === undefined || subject !== undefined || hasNoTag) return undefined;
    const aged: Reason = { code: 'aged', values: { age: ageOf(Math.max(0, now - createdAt)) } };
    const shared = sharesWith === undefined ? [] : [sharedWith(sharesWith)];
    const followed = followedBy === undefined ? [] : [followedWords(followedBy)];
    return { code: 'and', values: { all: [{ code: 'selected', values: {} }, aged, ...shared, ...followed] } };
  },
};

/** The rules of every type of image tags. */
export const rules = [policy, orphan] as const;

const SHOWN = 3;

function followedWords(tags: readonly string[]): Reason {
  return { code: 'followed', values: { names: tags.slice(0, SHOWN), more: Math.max(0, tags.length - SHOWN) } };
}

function sharedWith(tags: readonly string[]): Reason {
  return { code: 'shared', values: { names: tags.slice(0, SHOWN), count: tags.length } };
}

/**
 * The tags with the kept tags of their digest beside them, as far as the policy alone keeps: an opt-out or an exclusion
 * may keep more. Only words depend on it.
 */
export function withShared(
  tags: readonly TagResource[],
  parameters: PolicyParameters,
  now: number,
): readonly TagResource[] {
  const byDigest = new Map<string, TagResource[]>();
  for (const tag of tags) byDigest.set(tag.digest, [...(byDigest.get(tag.digest) ?? []), tag]);
  const enabled = newest.filter((one) => one.enabled(parameters, []));
  const stay = enabled.map((one) =>
    one.keep(
      tags.flatMap((tag) => one.row(tag, parameters) ?? []),
      parameters,
    ),
  );
  const isKept = (tag: TagResource) => {
    const createdAt = tag.createdAt?.getTime();
    const facts = { now, findings: [], ...(createdAt === undefined ? {} : { createdAt }) };
    return (
      createdAt === undefined ||
      stay.some((ids) => ids.has(tag.id)) ||
      safeguards.some((one) => one.keeps(tag, parameters, facts) !== undefined)
    );
  };
  return tags.map((tag) => {
    const others = (byDigest.get(tag.digest) ?? []).filter((other) => other.id !== tag.id && isKept(other));
    return others.length === 0 ? tag : { ...tag, sharesWith: others.map(({ name }) => name).sort() };
  });
}
