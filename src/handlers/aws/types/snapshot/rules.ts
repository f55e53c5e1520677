import { z } from 'zod';
import type { Rule } from '../../../../core/evaluation/rule.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import { type SnapshotResource, VOLUME_GONE, volumeAlias } from '../../resources/snapshot.ts';

/**
 * Replaces the generic rule: a backup is valuable although nothing uses it. A snapshot that was made for an image has
 * no value without the image; it is only nominated when a read by id confirms that the image is gone, or goes first.
 */
const unused: Rule<SnapshotResource, Record<string, never>> = {
  name: 'unused',
  summary:
    'It was made for an image, as its description and volume prove, AWS confirms that the image is gone, or `withSnapshots` of an image entry deletes the image first, and nothing else uses it. Any other snapshot is a backup.',
  parameters: z.strictObject({}),
  matches({ backedImage }, _parameters, { findings, heldBy, isFirstLook }) {
    if (backedImage === undefined || findings.some(({ says }) => says === 'used')) return undefined;
    const isGone = findings.some(({ says, byId }) => says === 'gone' && byId === backedImage);
    const goesFirst = !isGone && heldBy?.includes(backedImage);
    if (!isGone && !goesFirst && !isFirstLook) return undefined;
    return { code: 'madeForImage', values: { image: backedImage, ...(goesFirst ? { goesFirst } : {}) } };
  },
};

/**
 * Such a snapshot may hold the only copy of what was on the volume: an entry with this rule is one for backups. The last
 * snapshot of a volume that Holystone deleted is never one: people delete it. EC2 never knew the volume of a Storage Gateway,
 * whose backups it lists: API_CreateSnapshot of Storage Gateway.
 */
const volumeGone: Rule<SnapshotResource, Record<string, never>> = {
  name: VOLUME_GONE,
  summary:
    'EC2 says that the volume it was made of does not exist, and that it is not in the Recycle Bin; and an earlier survey, which asked for the volume because all else of the entry selects one of its snapshots, saw it exist: EC2 never knew a volume of a Storage Gateway. A copy does not name its volume, so it never matches; nor does the last snapshot of a quarantine.',
  parameters: z.strictObject({}),
  matches({ volumeId, tags }, _parameters, { absences = [], isFirstLook }) {
    if (volumeId === undefined || QUARANTINE_TAG in tags) return undefined;
    const isGone = absences.some(({ alias, wasSeen }) => alias === volumeAlias(volumeId) && wasSeen);
    if (!isGone && !isFirstLook) return undefined;
    return { code: 'volumeGone', values: { volume: volumeId } };
  },
};

/** The type's own `unused` replaces the generic rule of that name. */
export const snapshotRules: readonly Rule<SnapshotResource>[] = [unused, volumeGone];
