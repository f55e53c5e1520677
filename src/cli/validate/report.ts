/** The output of `validate --output json`, for programs: fields may be added, never renamed. Pure. */
import type { Configuration } from '../../config/load/configuration.ts';
import type { ConfigurationProblem } from '../../core/common/errors.ts';
import { handlers, providers } from '../../handlers/index.ts';
import { incompleteIn } from './incomplete.ts';
import { modeOf } from './mode.ts';

/** A configuration that can be used. */
export function validReport(configuration: Configuration): object {
  const { file, workConfigurations, ignored, warnings, serveRefuses, redact } = configuration;
  const namespaces = workConfigurations.map((wc) => {
    const { kind, words } = modeOf(wc);
    return {
      namespace: wc.namespace,
      account: wc.account.name,
      location: wc.location,
      type: wc.resourceType,
      actions: wc.actions,
      mode: kind,
      modeBecause: kind === 'live' ? null : redact(words),
      startStage: wc.startStage,
    };
  });
  const withMode = (mode: string) => namespaces.filter((one) => one.mode === mode).length;
  return {
    file,
    valid: true,
    counts: {
      namespaces: namespaces.length,
      live: withMode('live'),
      limited: withMode('limited'),
      dryRun: withMode('dryRun'),
      problems: 0,
      warnings: warnings.length,
    },
    problems: [],
    warnings,
    namespaces,
    incomplete: incompleteIn(workConfigurations, handlers, providers),
    ignored,
    serveRefuses,
  };
}

/** A configuration that cannot be used. */
export function invalidReport(file: string, problems: readonly ConfigurationProblem[]): object {
  return { file, valid: false, counts: { problems: problems.length }, problems };
}
