import { z } from 'zod';
import { clusterParameters } from './clusterParameters.ts';

export const volumeParameters = clusterParameters.extend({
  multiAttach: z
    .enum(['keep', 'judge'])
    .default('keep')
    .describe(
      'Volumes with Multi-Attach, which clusters attach as they need them: `keep` all, or `judge` them like any other.',
    ),
});

/** A `volume` entry's own keys after parsing, those of `clusters` included. */
export type VolumeParameters = z.infer<typeof volumeParameters>;
