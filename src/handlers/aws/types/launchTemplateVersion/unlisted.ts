/** Versions that the listing of their template lacks: only a read by number says that one is gone (law 2). */

import { DAY_MS } from '../../../../core/common/duration.ts';
import { groupBy } from '../../../../core/common/groupBy.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { each } from '../../../contract/each.ts';
import type { VersionResource } from '../../resources/launchTemplateVersion.ts';
import { partsOfVersionId } from '../../resources/versionId.ts';
import { unknownRead } from '../../wire/readById.ts';
import type { CallScope } from '../../wire/target.ts';

/** Each costs a request; a template may have had thousands. */
const MOST_READ = 200;
const REMEMBERED_MS = 30 * DAY_MS;

/**
 * A number that is gone never comes back. So it is remembered, where reads are certainly consistent about it: a version with
 * a higher number, so made after it, is older than a day.
 * @param ids of templates that exist
 * @param listed versions of these templates
 * @param readOne a read by number
 * @returns beyond {@link MOST_READ} `unknown`, until later calls have read those
 */
export async function readUnlisted(
  target: CallScope,
  ids: readonly string[],
  listed: readonly VersionResource[],
  readOne: (id: string) => Promise<Read<VersionResource> | undefined>,
): Promise<ReadonlyMap<string, Read<VersionResource>>> {
  const { learnt, clock } = target.io;
  const reads = new Map<string, Read<VersionResource>>();
  let room = MOST_READ;
  for (const [template, wanted] of groupBy(ids, (id) => partsOfVersionId(id)?.template ?? '')) {
    const key = `aws/${target.account.id}/${target.region}/versionsgone/${template}`;
    const known = goneIn(await learnt?.get(key).catch(() => undefined));
    const isKnown = (id: string) => known.has(partsOfVersionId(id)?.number ?? 0);
    for (const id of wanted.filter(isKnown)) reads.set(id, { kind: 'gone' });
    const open = wanted.filter((id) => !isKnown(id));
    for (const id of open.slice(room))
      reads.set(id, unknownRead(`${id}: so many versions are missing that a later look reads it`));
    const now = open.slice(0, room);
    room -= now.length;
    await each(
      now,
      async (id) => void reads.set(id, (await readOne(id)) ?? unknownRead(`the read by id did not return ${id}`)),
    );
    const settled = Math.max(
      0,
      ...listed.flatMap((one) => (isOldOf(one, template, clock.now()) ? [one.versionNumber] : [])),
    );
    const gone = now.flatMap((id) => (reads.get(id)?.kind === 'gone' ? (partsOfVersionId(id)?.number ?? []) : []));
    const learning = gone.filter((number) => number < settled);
    if (learning.length > 0)
      await learnt
        ?.put(key, JSON.stringify([...known, ...learning].sort((a, b) => a - b)), REMEMBERED_MS)
        .catch(() => undefined);
  }
  return reads;
}

function isOldOf({ id, createdAt }: VersionResource, template: string, now: number): boolean {
  return partsOfVersionId(id)?.template === template && createdAt !== undefined && now - createdAt.getTime() > DAY_MS;
}

function goneIn(fact: string | undefined): ReadonlySet<number> {
  return new Set(fact !== undefined && /^\[[1-9]\d*(?:,[1-9]\d*)*\]$/.test(fact) ? (JSON.parse(fact) as number[]) : []);
}
