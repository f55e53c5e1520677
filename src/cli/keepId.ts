/** One id of `keep`: whether it is there, and the withdrawal of its opt-out. */
import type { Configuration } from '../config/load/configuration.ts';
import { defined } from '../core/common/defined.ts';
import { mayKeepWords, type OptOut } from '../core/owner/optOut.ts';
import { ClosestTo, type Saying, unseenWords } from '../core/owner/unseen.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { OptOutStore } from '../core/ports/ports.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { shellWord } from '../core/text/shell.ts';
import type { KnownDeps } from '../lifecycle/index.ts';
import { type CliContext, UsageError } from './context.ts';

const SAY: Saying = { pattern: '--pattern', unseen: '--unseen', quote: shellWord };

/**
 * The provider is only opened for an id without a mark.
 * @throws UsageError that says what was probably meant; Error where the provider could not be asked
 */
export async function requireSeen(
  state: KnownDeps,
  configuration: Configuration,
  wc: WorkConfiguration,
  id: string,
  context: CliContext,
): Promise<Pick<OptOut, 'name'>> {
  const { openSurvey } = await import('./survey.ts');
  const { lookFor, providerReads } = await import('../lifecycle/index.ts');
  let close = async () => {};
  const reads = async () => {
    const survey = await openSurvey(configuration, context);
    close = survey.close;
    return providerReads(survey.deps, wc, context.signal);
  };
  const target = { kind: 'id', value: id } as const;
  const looked = await lookFor(state, wc.namespace, target, reads).finally(() => close());
  if (looked.kind === 'seen') return defined({ name: looked.name });
  const sentence = unseenWords(target, wc.namespace, looked, SAY);
  throw looked.kind === 'absent' ? new UsageError(sentence) : new Error(sentence);
}

/** Withdraws the opt-out of its actor. `report`: what happened, or what was probably meant. */
export async function withdraw(
  optOuts: Pick<OptOutStore, 'list' | 'undo'>,
  wc: Pick<WorkConfiguration, 'namespace' | 'keepKey'>,
  optOut: OptOut,
): Promise<{ readonly isUndone: boolean; readonly report: string }> {
  const { namespace } = wc;
  const { target, actor, at, reason = 'withdrawn on the command line' } = optOut;
  const of = target.kind === 'id' ? { id: target.value } : {};
  const entry = { at, namespace, ...of, event: 'optOutUndone', actor, reason } as const;
  const where = `${target.value} in ${namespace}`;
  if (await optOuts.undo(namespace, target, entry))
    return { isUndone: true, report: `${actor} no longer keeps ${where}.` };
  const closest = new ClosestTo(target.value);
  for (const { target: stored, actor: whose, name = '' } of await optOuts.list(namespace))
    if (stored.kind === target.kind && whose === actor) closest.see({ id: stored.value, name });
  const meant = closest.meant.map(({ id }) => shellWord(id)).join(', ');
  const hint = meant === '' ? '; --as names another person' : `; did you mean ${meant}?`;
  const sentence = `There is no opt-out by ${actor} for ${where}${hint}${meant === '' ? '.' : ''}`;
  return { isUndone: false, report: `${sentence}${mayKeepWords(target, wc)}` };
}

/** Does somebody keep the id in a namespace, now or until a day that is over? */
export function keepsIn({ optOuts }: { readonly optOuts: Pick<OptOutStore, 'list'> }, id: string) {
  return async (namespace: Namespace): Promise<boolean> =>
    (await optOuts.list(namespace, { kind: 'id', value: id })).length > 0;
}
