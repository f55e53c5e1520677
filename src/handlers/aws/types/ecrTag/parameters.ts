import { z } from 'zod';
import { policyKeys } from '../../../images/parameters.ts';

const REPOSITORIES = 'repositories or patterns of them, such as "shop/*" or "team-a/**"';

export const ecrTagParameters = z.strictObject({
  ...policyKeys,
  repositories: z
    .array(z.string().min(1), { error: REPOSITORIES })
    .min(1, { error: REPOSITORIES })
    .default(['all'])
    .describe(
      'The repositories whose tags may be deleted: names, or patterns in which `*` is any text between slashes and `**` any number of parts. `all` is all. Of several entries for one region the first that names a repository (and whose `match` fits) judges its tags.',
    ),
  timestampSource: z
    .enum(['push', 'first-seen'])
    .default('push')
    .describe(
      'The date of a tag: `push` when ECR says that its image was pushed, `first-seen` when Holystone saw the tag with this image for the first time.',
    ),
});

/** An `ecrTag` entry's own keys after parsing: durations in ms. */
export type EcrTagParameters = z.output<typeof ecrTagParameters>;
