import { z } from 'zod';
import { clusters } from './clusterParameters.ts';
import { managedTags, manageOwned } from './managedBy.ts';
import { templateProtection } from './templateProtection.ts';

export const snapshotParameters = z.strictObject({
  keepLast: z
    .union([z.literal('off'), z.int().min(1)])
    .default(1)
    .describe(
      'The number of newest backups of each volume to keep, whatever the rules select; `off` switches it off. A copy does not name its volume, so it may be the last backup, and is kept. A snapshot made for an image is not a backup of a volume, and does not count.',
    ),
  keepNewest: z
    .union([
      z.literal('off'),
      z.strictObject({
        count: z.int().min(1).default(3).describe('The number to keep of each family.'),
        by: z
          .union([z.literal('namePrefix'), z.templateLiteral(['tag:', z.string().min(1)])])
          .describe(
            'The key of a family: `namePrefix`, the tag `Name` without trailing dates, hashes and versions; or `tag:KEY`, the value of a tag. Without that tag: its volume; of a copy: itself alone.',
          ),
      }),
    ])
    .default('off')
    .describe(
      'Keeps the newest backups of each family, and as many of its copies: a copy is as old as its copying, not as its data.',
    ),
  clusters,
  evidence: templateProtection,
  manageOwned,
  managedTags,
});

/** A `snapshot` entry's own keys after parsing, every default filled in. */
export type SnapshotParameters = z.infer<typeof snapshotParameters>;
