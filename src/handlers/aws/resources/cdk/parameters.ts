/** The keys of an entry for CDK assets, and their meaning for a location's bootstrap stack. */
import { z } from 'zod';
import { spanParameter } from '../../../../core/evaluation/rules/age.ts';
import type { EntryPlace } from '../../../contract/entry.ts';

/** The bootstrap stack's name unless `cdk bootstrap --toolkit-stack-name` says another. */
export const DEFAULT_STACK = 'CDKToolkit';

const STACK_NAME = 'the name of a stack, such as CDKToolkit';
const PATTERN = 'the name of a stack, in which * is any text';

const stackPatterns = z.array(
  z.string().regex(/^(?!\*+$)[A-Za-z*][A-Za-z0-9*-]{0,127}$/, {
    error: ({ input }) => (/^\*+$/.test(String(input)) ? 'it would skip every stack; name some' : PATTERN),
  }),
);

export const assetParameters = z.strictObject({
  bootstrap: z
    .strictObject({
      stackName: z
        .string()
        .regex(/^(?!all$)[A-Za-z][A-Za-z0-9-]{0,127}$/, { error: STACK_NAME })
        .default(DEFAULT_STACK)
        .describe(
          'The bootstrap stack, if `cdk bootstrap --toolkit-stack-name` gave it another name. Each environment of a region has an entry of its own.',
        ),
      bucket: z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'the name of a bucket' })
        .optional()
        .describe(
          'The bucket of the files, where it has another name than CDK gives: `iam-policy` allows only this one, and where the bootstrap stack names another, nothing is listed.',
        ),
      repository: z
        .string()
        .regex(/^[a-z0-9]+([._/-]+[a-z0-9]+)*$/, { error: 'the name of a repository' })
        .max(256)
        .optional()
        .describe('The same for the repository of the images.'),
    })
    .prefault({})
    .describe('The environment: its bootstrap stack names the bucket and the repository of the assets.'),
  allowSkip: stackPatterns
    .default([])
    .describe(
      'Stacks whose templates may be unreadable: names, or patterns with `*`. An asset that only such a stack uses is deleted.',
    ),
  reviews: z
    .strictObject({
      abandonedAfter: spanParameter
        .optional()
        .describe(
          'A stack that has been in REVIEW_IN_PROGRESS for longer than this, such as `14d`, no longer holds every deletion back; what its pending change sets name stays all the same. Absent = never.',
        ),
      skip: stackPatterns
        .default([])
        .describe('Stacks that hold nothing back while they are in REVIEW_IN_PROGRESS: names, or patterns with `*`.'),
    })
    .prefault({})
    .describe(
      'Stacks in REVIEW_IN_PROGRESS: a deployment may just have found its assets in place, so nothing is deleted. `cdk diff` and a deployment that nobody confirmed leave such stacks.',
    ),
  interop: z
    .literal('cdk')
    .optional()
    .describe('`cdk`: marks are also written and read as `cdk gc` writes them, so that both tools may run.'),
});

/** Entries of one region are about its environments, each about one. */
export const OF_ENVIRONMENTS = {
  by: 'bootstrap',
  attribute: 'environment',
  part: { name: 'stackName', usualName: DEFAULT_STACK },
} as const;

/** The staging buckets, for policies: `s3:::cdk-*-assets-123456789012-us-east-1`. */
export function bucketsOf(parameters: Pick<AssetParameters, 'bootstrap'>, place: EntryPlace): readonly string[] {
  const usual = `cdk-*-assets-${placeInName(place)}`;
  return [...new Set(bootstrapsOf(parameters).map(({ bucket = usual }) => `s3:::${bucket}`))];
}

/** The end of the names that `cdk bootstrap` gives: `123456789012-us-east-1`. */
export function placeInName({ accountId = '*', location = '*' }: EntryPlace): string {
  return `${accountId}-${location}`;
}

type EntryParameters = z.output<typeof assetParameters>;

/** An environment, as an entry describes it. */
export type Bootstrap = EntryParameters['bootstrap'];

/** An entry's own keys after parsing, for both types of CDK assets: files in S3 and images in ECR; of a namespace those of all its entries. */
export type AssetParameters = Omit<EntryParameters, 'bootstrap'> & {
  readonly bootstrap: Bootstrap | readonly Bootstrap[];
};

/** The environments of a namespace; the assets of the first have the ids that they have where it is the only one. */
export function bootstrapsOf({ bootstrap }: Pick<AssetParameters, 'bootstrap'>): readonly [Bootstrap, ...Bootstrap[]] {
  const all = [bootstrap].flat() as Bootstrap[];
  // Not by the file's order: another one would change ids.
  const rank = ({ stackName }: Bootstrap) => (stackName === DEFAULT_STACK ? '' : stackName);
  return all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)) as [Bootstrap, ...Bootstrap[]];
}
