/** Evaluates one resource now, on reads begun now. Writes nothing. For `explain`, and the API's `check`. */
import { collectPopulation } from '../core/population.ts';
import type { Resource } from '../core/resource.ts';
import type { Verdict } from '../core/verdict.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import type { SurveyDeps } from './deps.ts';
import { judge } from './judge.ts';
import { loadPolicy, open } from './survey.ts';

export type Checked =
  | { readonly kind: 'verdict'; readonly resource: Resource; readonly verdict: Verdict }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown'; readonly why: string };

/** Rejects with `ReadError` or `StoreError`; evidence that cannot be read is part of the verdict. */
export async function check(
  deps: SurveyDeps,
  wc: WorkConfiguration,
  id: string,
  signal: AbortSignal,
): Promise<Checked> {
  const notBefore = deps.monotonic.monotonicMs();
  const opened = open(deps, wc, signal);
  await opened.session.verifyAccount();
  const read = (await opened.session.get([id])).get(id) ?? { kind: 'unknown', why: 'the read by id left it out' };
  if (read.kind !== 'found') return read;
  const { resource } = read;
  const policy = await loadPolicy(deps, opened);
  const population = policy.setPolicies.length > 0 ? await collectPopulation(opened.session.list()) : undefined;
  const { verdicts } = await judge(deps, {
    subjects: [resource],
    ...(population ? { population } : {}),
    policy,
    evidence: { ...opened, settings: wc.evidence, notBefore, now: deps.clock.now() },
  });
  return { kind: 'verdict', resource, verdict: verdicts.get(id) as Verdict };
}
