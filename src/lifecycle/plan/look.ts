import { messageOf } from '../../core/common/errors.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { NamesIn } from '../../core/resource/lookedFor.ts';
import type { OpenDeps } from '../pass/deps.ts';
import { openThere } from '../survey/opened.ts';
import { lookedForIn } from './notFound.ts';

/** The names of one namespace. */
export interface LookedAt extends NamesIn {
  /** Why it could not be listed. */
  readonly problem: string | null;
}

/** Proves the account and lists, as a plan does at first; judges nothing, and writes nothing. */
export async function lookAt(deps: OpenDeps, wc: WorkConfiguration, signal: AbortSignal): Promise<LookedAt> {
  const { namespace } = wc;
  const { session } = openThere(deps, wc, signal);
  try {
    await session.verifyAccount();
    for await (const _ of session.list());
    return { namespace, names: await lookedForIn(session, signal), problem: null };
  } catch (error) {
    if (signal.aborted) throw error;
    return { namespace, names: null, problem: messageOf(error) };
  }
}
