/** May a digest go with all its tags? If not, the reason for each tag. Pure. */
import { pluralize } from '../../../../core/common/pluralize.ts';
import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import type { Digests } from './digests.ts';

/**
 * Why the registry would delete more than one tag: it deletes whole digests, or that is not known yet, or the digest may
 * go with the last of its tags; or it has no tag.
 */
export type Reach = 'digests' | 'unproven' | 'last' | 'untagged';

/**
 * Why the digest stays; `undefined` = all its tags are to go.
 * @param ids the tags that are to go
 */
export function staysBecause(digest: string, ids: readonly string[], digests: Digests): string | undefined {
  const going = new Set(ids);
  const staying = [...digests].filter(([tag, other]) => other === digest && !going.has(tag)).map(([tag]) => tag);
  if (staying.length === 0) return undefined;
  return `its digest also has ${namesIn(staying)} that ${staying.length === 1 ? 'is' : 'are'} not to be deleted now`;
}

/** The same for every tag: tags that wait for each other are then tried together. Another tag may soon prove it. */
const ATTEMPTS_EVERY_MS: Readonly<Record<Reach, number>> = {
  digests: 6 * 3_600_000,
  unproven: 900_000,
  last: 3_600_000,
  untagged: 6 * 3_600_000,
};

/**
 * The next attempt is at a multiple of the interval of `reach`, in ms since the epoch, so that tags of one digest
 * meet.
 */
export function refusal(why: string, reach: Reach, now: number): DeleteOutcome {
  const everyMs = ATTEMPTS_EVERY_MS[reach];
  const at = (Math.floor(now / everyMs) + 1) * everyMs;
  return { kind: 'refused', reason: `${why}, and ${REACHES[reach]}`, at };
}

const REACHES: Readonly<Record<Reach, string>> = {
  digests: 'this registry deletes only whole digests',
  untagged: 'a manifest without a tag goes only while nothing names it',
  last: 'this registry has not shown that it keeps an image without tags',
  unproven:
    'whether this registry deletes a tag alone is not known yet: the first deletion of a tag that shares its digest with none shows it, or `deletes` of the account says it',
};

const SHOWN = 3;

function namesIn(tags: readonly string[]): string {
  const names = tags.slice(0, SHOWN).join(', ');
  const more = tags.length - SHOWN;
  return `the ${tags.length === 1 ? 'tag' : 'tags'} ${names}${more > 0 ? ` and ${pluralize(more, 'other')}` : ''}`;
}
