import { z } from 'zod';
import { policyKeys } from '../../../images/parameters.ts';

export const tagParameters = z.strictObject({
  ...policyKeys,
  timestampSource: z
    .enum(['push', 'first-seen', 'image-created'])
    .default('first-seen')
    .describe(
      'The date of a tag: `push` as the registry states it (`Last-Modified`; most do not), `first-seen` when Holystone saw the tag with this image for the first time, `image-created` when the image was built. A tag without a date is kept. `first-seen` is an age only: `keepN` then counts by the push or the build.',
    ),
});

/** A `tag` entry's own keys after parsing: durations in ms. */
export type TagParameters = z.output<typeof tagParameters>;
