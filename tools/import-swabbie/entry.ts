/** Converts one resource type of one provider to one entry of `cleanup`. */
import { ACTIONS } from '../../src/core/policy/workConfiguration.ts';
import { type Line, line, list, row } from '../import/commented.ts';
import type { NativeType } from './attributes.ts';
import { type Exclusion, type PlanOnly, readExclusion } from './exclusion.ts';
import { keepItems } from './keep.ts';
import { noticeOf } from './notice.ts';
import { onlyItems } from './only.ts';
import { paceOf } from './pace.ts';
import type { Provider } from './places.ts';
import { whenOf } from './rules.ts';
import type { Count, Source } from './source.ts';
import { days } from './spans.ts';
import { reportUnread } from './unread.ts';

/** Settings of every entry. */
export interface Common {
  readonly unusedFor: Source;
  /** The number of days after which a group counts as disabled for long. */
  readonly disabledDays: Count;
}

export interface Entry {
  readonly source: Source;
  readonly native: NativeType;
  readonly provider: Provider;
  /** Everything but `type`, `accounts`, `locations` and `live`. */
  readonly lines: readonly Line[];
  /** The reasons why it must not delete, whatever its own setting. */
  readonly planOnly: readonly string[];
}

/** @returns `undefined` when it has no effect, which is reported */
export function entryOf(
  source: Source,
  native: NativeType,
  block: Provider,
  { unusedFor, disabledDays }: Common,
): Entry | undefined {
  const provider = block.source;
  const found: string[] = [];
  const planOnly: PlanOnly = (where, why) => {
    where.lost(`plan only: ${why}`);
    if (!found.includes(`${where.place}: ${why}`)) found.push(`${where.place}: ${why}`);
  };
  if (!enabled(source, planOnly)) return undefined;
  const actions = actionsOf(source);
  const when = whenOf(source.get('enabledRules').items(), { type: native, disabledDays, planOnly });
  if (actions.length === 0) source.lost('left out: none of its actions is one of mark, notify, delete');
  if (when.items.length === 0) source.lost('left out: no rule is left that could nominate anything');
  if (actions.length === 0 || when.items.length === 0) return undefined;
  reportUnread(source, 'resourceType');
  const exclusions = [source, provider].flatMap((from) => from.get('exclusions').items().map(readExclusion));
  const { line: notice, fallback } = noticeOf(source.get('notification'), planOnly);
  reportUnread(source.get('notification'), 'notification');
  const lines = [
    line('actions', row(...actions)),
    line('when', list(...when.items), WHEN, ...(native === 'image' ? [NEWEST] : [])),
    ...keepLines(native, exclusions, planOnly),
    ...onlyLines(native, exclusions, fallback, planOnly),
    spanLine('minimumAge', source.get('maxAge'), MINIMUM_AGE, planOnly),
    ...(native === 'image' ? [unusedForLine(unusedFor, planOnly)] : []),
    spanLine('retention', source.get('retention'), RETENTION, planOnly),
    notice,
    paceOf(provider, planOnly),
  ];
  return { source, native, provider: block, lines, planOnly: found };
}

const WHEN = 'Rules only nominate: a resource in use is kept, whatever they say.';
const NEWEST =
  'New: the newest three of each name stay (`keepNewest`), and images that others may launch (`evidence.sharing`).';
const MINIMUM_AGE = "Swabbie's maxAge, which was a minimum age. Nothing gets around it, a passed TTL tag included.";
const RETENTION =
  "Swabbie's retention in days. It counts from the accepted notice, and again from a new one, moved into the window.";
const UNSAID_DAYS: Count = { native: '14', value: 14, variable: false };
const UNSAID_UNUSED: Count = { native: '30', value: 30, variable: false };

function enabled(source: Source, planOnly: PlanOnly): boolean {
  const flag = source.get('enabled').flag(false);
  if (!flag?.on) source.lost('left out: it is not enabled');
  if (flag?.variable) planOnly(source.get('enabled'), 'whether it is enabled depends on a variable');
  return flag?.on ?? false;
}

function actionsOf(source: Source): readonly string[] {
  const given = source.get('enabledActions');
  if (!given.given) return ACTIONS;
  const names = given.items().map((action) => {
    const name = action.text()?.plain?.trim().toLowerCase();
    if (!ACTIONS.some((known) => known === name)) action.lost('no action here: unmarking and opting out need none');
    return name;
  });
  return ACTIONS.filter((action) => names.includes(action));
}

/** The second switch: the inverse of Swabbie's dryRun of the type, unless there are reasons against it. */
export function liveLine(dryRun: Source, planOnly: readonly string[]): Line {
  const flag = dryRun.flag(true);
  const reasons = flag?.variable ? [...planOnly, `${dryRun.place}: it depends on a variable`] : planOnly;
  if (reasons.length > 0) return line('live', false, PLAN_ONLY, ...reasons.map((why) => `- ${why}`));
  if (flag?.on) return line('live', false, "Swabbie's dryRun of this type.");
  const words = dryRun.given ? "Swabbie's dryRun of this type was false" : 'Swabbie had no dryRun for this type';
  return line('live', true, `${words}; nothing is deleted before \`dryRun: false\` above as well.`);
}

const PLAN_ONLY =
  'PLAN ONLY: live, it could delete resources that Swabbie would not have deleted. Look at each, then say `live: true`.';

function keepLines(native: NativeType, exclusions: readonly Exclusion[], planOnly: PlanOnly): readonly Line[] {
  const others = exclusions.filter(({ kind }) => kind !== 'allowlist');
  const items = keepItems(native, others, planOnly);
  return items.length === 0 ? [] : [line('keep', list(...items))];
}

function onlyLines(
  native: NativeType,
  exclusions: readonly Exclusion[],
  fallback: string | undefined,
  planOnly: PlanOnly,
): readonly Line[] {
  const items = onlyItems(native, exclusions, fallback, planOnly);
  if (items === undefined) return [];
  const says =
    'Swabbie’s Allowlist: only this may be deleted; an empty list keeps everything. An owner is the one address that ' +
    'tags name, or the fallback.';
  return [line('only', list(...items), says)];
}

function spanLine(key: string, source: Source, says: string, planOnly: PlanOnly): Line {
  const span = days(source.count() ?? UNSAID_DAYS);
  if (span.shortened) planOnly(source, 'such a span is too long to be said');
  return line(key, span.text, says, ...span.says);
}

function unusedForLine(source: Source, planOnly: PlanOnly): Line {
  const count = source.count() ?? UNSAID_UNUSED;
  const says = "Swabbie's outOfUseThresholdDays. Uses are known from the first survey on, and from AWS's own records.";
  if (count.value !== undefined && count.value < 1) return line('unusedFor', 'off', says);
  const span = days(count);
  if (span.shortened) planOnly(source, 'such a span is too long to be said');
  return line('unusedFor', span.text, says, ...span.says);
}
