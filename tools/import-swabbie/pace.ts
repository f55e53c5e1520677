/** Converts a provider's limits in Swabbie to `pace` of each of its entries. */
import { type Line, line, mapping } from '../import/commented.ts';
import type { PlanOnly } from './exclusion.ts';
import type { Count, Source } from './source.ts';
import { spread } from './spans.ts';

const SAYS =
  'Swabbie counted per cycle, for all types of the provider; here it is deletions per pass of one namespace. ' +
  'deletesPerDay (500) and tripwires are new.';
const MOST_PER_PASS = 1_000_000;
const MOST_PER_BATCH = 1000;

export function paceOf(provider: Source, planOnly: PlanOnly): Line {
  const limit = provider.get('maxItemsProcessedPerCycle');
  const batch = provider.get('itemsProcessedBatchSize');
  const spreadMs = provider.get('deleteSpreadMs').count(false);
  if (spreadMs?.variable) provider.get('deleteSpreadMs').lost('a span of a variable cannot be written; its default is');
  return line(
    'pace',
    mapping(
      line('deletesPerPass', positive(limit, 10, MOST_PER_PASS, planOnly)),
      line('batch', positive(batch, 5, MOST_PER_BATCH, planOnly)),
      line('spread', spread(spreadMs?.value ?? 0)),
    ),
    SAYS,
  );
}

/** With zero or less Swabbie did nothing; the native form of this is plan-only. */
function positive(source: Source, unsaid: number, most: number, planOnly: PlanOnly): number | string {
  const count: Count | undefined = source.count();
  if (!count) return unsaid;
  if (count.value === undefined) return count.native;
  if (count.value < 1) planOnly(source, `with ${count.value} Swabbie did nothing`);
  if (count.value < 1) return unsaid;
  return count.variable && count.value <= most ? count.native : Math.min(count.value, most);
}
