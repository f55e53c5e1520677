/** The cleanup policy of an entry, in the words of GitLab's. */
import { z } from 'zod';
import { keepingRegex, selectingRegex } from '../../core/evaluation/pattern.ts';
import { spanOrZero, spanParameter } from '../../core/evaluation/rules/age.ts';
import type { EntryProblem, GivenEntry } from '../contract/entry.ts';
import { externalReferencesParameter } from '../documents/parameters.ts';
import { NAMELESS } from './ruleNames.ts';
import { matchesAll } from './selectAll.ts';

const KEEP_N = 'a whole number of tags to keep, at least 1';
const KEEP_IMAGES = 'a whole number of images to keep, at least 1';

/** The keys of the policy, in an entry of any type of image tags. */
export const policyKeys = {
  nameRegexDelete: selectingRegex
    .optional()
    .describe('The tags that may be deleted: a regex (RE2) that matches the whole name, as `v.*` or `.*`. Required.'),
  nameRegexKeep: keepingRegex
    .optional()
    .describe('The tags to keep: a regex that matches the whole name. Keep beats delete.'),
  keepLatest: z.boolean().default(true).describe('Keeps the tag `latest`, which uses no place of `keepN`.'),
  keepN: z
    .number({ error: KEEP_N })
    .int({ error: KEEP_N })
    .min(1, { error: KEEP_N })
    .optional()
    .describe(
      'Keeps so many of the newest tags that may be deleted, over the whole repository, and all that cannot be told from them. By the date of `timestampSource`, with `first-seen` by the push, else the build; of equal dates, and without any, by numbers and versions in the names.',
    ),
  keepImages: z
    .number({ error: KEEP_IMAGES })
    .int({ error: KEEP_IMAGES })
    .min(1, { error: KEEP_IMAGES })
    .optional()
    .describe(
      'Keeps the tags of so many of the newest images: as `keepN`, but all tags of one digest count once, and stay together. What either of both keeps stays.',
    ),
  orderBy: z
    .enum(['date', 'push', 'version'])
    .default('date')
    .describe(
      'What `keepN` and `keepImages` go by: `date`; `push`, where a tag whose push the registry does not state stays; or only the numbers and versions in the names (`version`: 1.10.0 comes after 1.9.2 and its own release candidates, whenever they were pushed). Names of different kinds have no order, and stay.',
    ),
  olderThan: spanOrZero
    .optional()
    .describe(
      'Keeps younger tags; `0d` keeps none for its age. Replaces the built-in `minimumAge`, but no `minimumAge` of the file.',
    ),
  pulledWithin: spanParameter
    .optional()
    .describe(
      'Keeps images that a client pulled within this time, and those without a date of a pull that are not older. Of ECR, and of Harbor in `deletesThrough`. Neither says who pulled: scanners count, and so does Holystone unless it is excluded (see docs/registry.md).',
    ),
  protect: z.array(keepingRegex).default([]).describe('More tags to keep: regexes that match the whole name.'),
  allowDeleteAll: z
    .boolean()
    .default(false)
    .describe(
      'Accepts a policy that selects every tag and keeps none by `nameRegexKeep`, `keepN`, `keepImages` or `protect`.',
    ),
  evidence: z
    .strictObject({ externalReferences: externalReferencesParameter })
    .prefault({})
    .describe('How Holystone reads which images run.'),
};

/** Those of them that only decide about a tag; the rest says how tags and their users are read. */
export const JUDGING_KEYS = Object.keys(policyKeys).filter((key) => key !== 'evidence');

const policyParameters = z.strictObject(policyKeys);

/** The policy's keys after parsing: the part that every type of image tags shares. Durations are in ms. */
export type PolicyParameters = z.output<typeof policyParameters>;

/** Checks the policy in the entries of a type. */
export function problemsOf(type: string): (entry: GivenEntry<PolicyParameters>) => readonly EntryProblem[] {
  return ({ when, parameters: { nameRegexDelete, nameRegexKeep, keepN, keepImages, protect, allowDeleteAll } }) => {
    if (nameRegexDelete === undefined) {
      if (when.length > 0 && when.every((names) => names.some((name) => NAMELESS.has(name)))) return [];
      const message = `the type ${type} needs \`nameRegexDelete\`: a regex that matches the whole name of each tag that may be deleted`;
      return [{ path: ['nameRegexDelete'], message }];
    }
    const keeps = [nameRegexKeep, keepN, keepImages].some((one) => one !== undefined) || protect.length > 0;
    if (keeps || allowDeleteAll || !matchesAll(nameRegexDelete)) return [];
    const message =
      'it matches every tag and nothing keeps any; add `keepN`, `keepImages`, `nameRegexKeep` or `protect`, or accept it with `allowDeleteAll: true`';
    return [{ path: ['nameRegexDelete'], message }];
  };
}
