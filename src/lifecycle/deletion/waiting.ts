/** A held resource stays marked and waits until evidence shows its users gone; this is no failed attempt. */
import { type Holders, waitWords } from '../../core/evaluation/holders.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import { holdForUsers, releaseFromUsers } from '../../core/mark/hold.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { PassRecord } from '../../core/policy/pass.ts';
import { applyOne, type DeletePass } from './deleteContext.ts';

/**
 * How long until the next look at the evidence, at most: the next delete pass looks where passes come more often. Shorter
 * than the usual time between two of them, so that a chain of several ends within a few passes after its first deletion.
 */
const WAITS_MS = 5 * 60_000;

/** The date moves out to that of the latest user, never in. Entries with the same reason become one in the history. */
export async function waitForUsers(pass: DeletePass, mark: Mark, { waitsFor = [] }: Verdict): Promise<void> {
  const now = pass.deps.clock.now();
  const problem = waitsFor.map((wait) => `waits: ${waitWords(wait)}`).join('; ');
  const waiting = holdForUsers(mark, waitsFor, problem, now + Math.min(WAITS_MS, pass.wc.everyMs.delete));
  pass.counts.waiting = (pass.counts.waiting ?? 0) + 1;
  await applyOne(pass, mark, waiting, 'deferred', problem);
}

/** The users of a candidate are gone: its mark says so, and that it was held. @returns `undefined` if it changed meanwhile */
export async function withoutWaits(pass: DeletePass, mark: Mark): Promise<Mark | undefined> {
  const free = releaseFromUsers(mark);
  if (!free) return mark;
  const why = `no longer used: ${(mark.waitsFor ?? []).map(({ by }) => by).join(', ')}`;
  return (await applyOne(pass, mark, free, 'refreshed', why)) === 'applied' ? free : undefined;
}

/** Evidence that lost only the users that Holystone's own deletions ended is the new measure for later reads. */
export async function rememberEnded(
  { deps, lease }: DeletePass,
  survey: PassRecord | undefined,
  holders: Holders | undefined,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  if (!survey?.baseline) return;
  const ended = Object.keys(holders?.ended ?? {}).filter((source) => counts[source] !== undefined);
  if (ended.length === 0) return;
  const findings = Object.fromEntries(ended.map((source) => [source, counts[source] as number]));
  const baseline = { ...survey.baseline, findings: { ...survey.baseline.findings, ...findings } };
  await deps.passes.record({ ...survey, baseline }, lease);
}
