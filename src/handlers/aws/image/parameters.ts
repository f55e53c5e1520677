import { z } from 'zod';
import { manageOwned } from '../managedBy.ts';

export const imageParameters = z.strictObject({
  keepNewest: z
    .union([
      z.literal('off'),
      z.strictObject({
        count: z.int().min(1).default(3).describe('How many of each family are kept.'),
        by: z
          .union([z.literal('namePrefix'), z.templateLiteral(['tag:', z.string().min(1)])])
          .default('namePrefix')
          .describe(
            'What makes a family: `namePrefix`, the name without trailing dates, hashes and versions; or `tag:KEY`, the value of a tag (without the tag: the name).',
          ),
      }),
    ])
    .default({ count: 3, by: 'namePrefix' })
    .describe('Keeps the newest images of each family, used or not; `off` switches it off.'),
  evidence: z
    .strictObject({
      launchTemplateVersions: z
        .literal('all')
        .default('all')
        .describe('Every version of every launch template counts as a user.'),
      sharing: z
        .enum(['keep', 'ignore'])
        .default('keep')
        .describe('`keep`: an image shared with anybody is used. `ignore`: launch permissions are not looked at.'),
    })
    .prefault({})
    .describe('How evidence about images is read.'),
  manageOwned,
});

export type ImageParameters = z.infer<typeof imageParameters>;
