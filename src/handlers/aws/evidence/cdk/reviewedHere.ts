import { defined } from '../../../../core/common/defined.ts';
import { matchesStars } from '../../../../core/common/stars.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import { blocksDeletions, holdingBack, type ReviewedStack, reviewWords } from '../../resources/cdk/stacks.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/**
 * The stacks in review that hold every deletion back, in words. A review of more than a day is told by the evidence, which
 * is incomplete then.
 * @throws ReadError
 */
export async function reviewedHere(
  reader: CallScope,
  { reviews: { abandonedAfter, skip } }: Pick<AssetParameters, 'reviews'>,
): Promise<string | undefined> {
  const reviewed: ReviewedStack[] = [];
  for await (const page of pages(reader, cloudFormation.describeStacks, 'looking for stacks under review')) {
    for (const { StackName: name = '', StackStatus = '', CreationTime } of page) {
      if (!blocksDeletions(StackStatus)) continue;
      reviewed.push({ name, ...defined({ createdAt: CreationTime?.getTime() }) });
    }
  }
  const isSkipped = (stack: string) => skip.some((pattern) => matchesStars(pattern, stack));
  const { all, long } = holdingBack(reviewed, { abandonedAfter, isSkipped }, reader.io.clock.now());
  const young = reviewWords(all.filter((name) => !long.includes(name)));
  return young && `nothing is deleted now: ${young}`;
}
