import { z } from 'zod';
import { managedTags, manageOwned } from './managedBy.ts';

export const snapshotParameters = z.strictObject({
  keepLast: z
    .union([z.literal('off'), z.int().min(1)])
    .default(1)
    .describe(
      'How many of the newest backups of each volume are kept, whatever the rules say; `off` switches it off. A copy does not say of which volume it is, so it may be the last, and is kept. What was made for an image is no backup of a volume, and not counted.',
    ),
  keepNewest: z
    .union([
      z.literal('off'),
      z.strictObject({
        count: z.int().min(1).default(3).describe('How many of each family are kept.'),
        by: z
          .union([z.literal('namePrefix'), z.templateLiteral(['tag:', z.string().min(1)])])
          .describe(
            'What makes a family: `namePrefix`, the tag `Name` without trailing dates, hashes and versions; or `tag:KEY`, the value of a tag. Without that tag: its volume; of a copy: itself alone.',
          ),
      }),
    ])
    .default('off')
    .describe('Keeps the newest backups of each family, copies included.'),
  manageOwned,
  managedTags,
});

export type SnapshotParameters = z.infer<typeof snapshotParameters>;
