import { z } from 'zod';
import type { Rule } from '../../../../core/evaluation/rule.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';

/**
 * Replaces the generic rule: a backup is valuable although nothing uses it. A snapshot that was made for an image has
 * no value without the image; it is only nominated when a read by id confirms that the image is gone.
 */
const unused: Rule<SnapshotResource, Record<string, never>> = {
  name: 'unused',
  summary:
    'It was made for an image, as its description and volume prove, AWS confirms that the image is gone, and nothing else uses it. Any other snapshot is a backup.',
  parameters: z.strictObject({}),
  matches({ backedImage }, _parameters, { findings, isFirstLook }) {
    if (backedImage === undefined || findings.some(({ says }) => says === 'used')) return undefined;
    const isGone = findings.some(({ says, byId }) => says === 'gone' && byId === backedImage);
    if (!isGone && !isFirstLook) return undefined;
    return { code: 'madeForImage', values: { image: backedImage } };
  },
};

/** The type's own `unused` replaces the generic rule of that name. */
export const snapshotRules: readonly Rule<SnapshotResource>[] = [unused];
