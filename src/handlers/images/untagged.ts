/**
 * Manifests that no tag names. The rule `untagged` selects them, and nothing that goes by names does. A part of an index
 * has no tag of its own, and nor has what was pulled by its digest: what any other manifest of the repository names stays. Pure.
 */
import { z } from 'zod';
import type { Rule, Safeguard } from '../../core/evaluation/rule.ts';
import { ageOf } from '../../core/reason/span.ts';
import type { ManifestFacts } from './manifest.ts';
import type { PolicyParameters } from './parameters.ts';
import { subjectOf } from './referrerTag.ts';
import type { TagResource } from './resource.ts';
import { UNTAGGED } from './ruleNames.ts';

export const untagged: Rule<TagResource> = {
  name: UNTAGGED,
  summary:
    'No tag names the manifest, no index names it as a part, and nothing refers to it (a signature, an attestation, a list of contents). It needs no match of `nameRegexDelete`; what keeps tags still keeps it.',
  parameters: z.strictObject({}),
  matches({ untagged: isUntagged, belongsTo }, _none, { createdAt, now }) {
    if (isUntagged !== true || belongsTo !== undefined || createdAt === undefined) return undefined;
    const age = ageOf(Math.max(0, now - createdAt));
    return {
      code: 'and',
      values: {
        all: [
          { code: 'noTag', values: {} },
          { code: 'aged', values: { age } },
        ],
      },
    };
  },
};

/** A read by id does not know what else names it: the look before its deletion does. */
export const needed: Safeguard<TagResource, PolicyParameters> = {
  name: 'needed',
  summary: 'Manifests without a tag that an index names, or to which something refers.',
  keeps: ({ needed: why }) => why,
};

/** A manifest of a repository: by a tag, or by its digest where it has none. */
export interface KnownManifest {
  readonly id: string;
  readonly digest: string;
  readonly facts: ManifestFacts;
}

/** Why a digest of the repository is needed; `undefined`: no other manifest of it names it. */
export type Needed = (digest: string) => string | undefined;

/**
 * @param manifests every manifest of the repository
 * @param referrersFollow what belongs to an image goes after it, by the rule `orphan`, and keeps no image
 */
export function neededIn(manifests: readonly KnownManifest[], referrersFollow: boolean): Needed {
  const named = new Map<string, string>();
  const unsure: { readonly digest: string; readonly why: string }[] = [];
  for (const { id, digest, facts } of manifests) {
    const subject = facts.subject ?? subjectOf(id);
    if (subject !== undefined && !referrersFollow) named.set(subject, `${calledBy(id)} belongs to it`);
    for (const part of facts.parts) named.set(part, `it is a part of ${calledBy(id)}`);
    const { unreadable } = facts;
    if (unreadable === undefined) continue;
    unsure.push({ digest, why: `whether ${calledBy(id)} refers to it is unknown: ${unreadable}` });
  }
  return (digest) => named.get(digest) ?? unsure.find((other) => other.digest !== digest)?.why;
}

function calledBy(id: string): string {
  return id.includes(':') ? `the manifest ${id.slice(id.lastIndexOf('@') + 1).slice(0, SHOWN)}` : `the tag ${id}`;
}

/** Enough to find it: `sha256:` and twelve digits. */
const SHOWN = 19;
