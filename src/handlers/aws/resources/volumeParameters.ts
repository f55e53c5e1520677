import { z } from 'zod';
import { managedTags, manageOwned } from './managedBy.ts';

export const volumeParameters = z.strictObject({
  manageOwned,
  managedTags,
  multiAttach: z
    .enum(['keep', 'judge'])
    .default('keep')
    .describe(
      'Volumes with Multi-Attach, which clusters attach as they need them: `keep` all, or `judge` them like any other.',
    ),
});

export type VolumeParameters = z.infer<typeof volumeParameters>;
