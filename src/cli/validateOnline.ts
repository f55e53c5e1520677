/** `validate --online`: what the configuration names and nobody has. */
import type { Configuration } from '../config/load/configuration.ts';
import { notFoundIn } from '../core/resource/lookedFor.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { lookAt } from '../lifecycle/index.ts';
import type { CliContext } from './context.ts';
import { openSurvey } from './survey.ts';

/** A name that was not found, or a place that could not be listed. */
export interface OnlineWarning {
  readonly namespaces: readonly Namespace[];
  readonly why: string;
}

/** Each namespace is listed once, and nothing is judged; the same warning of several namespaces is one. */
export async function onlineWarnings(
  configuration: Configuration,
  context: CliContext,
): Promise<readonly OnlineWarning[]> {
  const { deps, close } = await openSurvey(configuration, context);
  try {
    const all = [];
    for (const wc of configuration.workConfigurations) all.push(await lookAt(deps, wc, context.signal));
    const missing = notFoundIn(all);
    const warnings = new Map<string, Namespace[]>();
    for (const { namespace, problem } of all) {
      const words = (missing.get(namespace) ?? []).map(({ what }) => what);
      for (const why of [...(problem === null ? [] : [problem]), ...words]) {
        warnings.set(why, [...(warnings.get(why) ?? []), namespace]);
      }
    }
    return [...warnings].map(([why, namespaces]) => ({ namespaces, why }));
  } finally {
    await close();
  }
}

/** How many namespaces a line names. */
const NAMED = 3;

/** `aws:prod:us-east-1:image, … and 33 more: why` */
export function onlineWords({ namespaces, why }: OnlineWarning): string {
  const left = namespaces.length - NAMED;
  return `${namespaces.slice(0, NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}: ${why}`;
}
