/** What the configuration of a namespace lets Holystone do there. Pure. */
import type { WorkConfiguration } from './workConfiguration.ts';

/** May Holystone give back there what it put out of use? Only a dry run forbids that. */
export function givesBack({ live, isGivingBack }: Pick<WorkConfiguration, 'live' | 'isGivingBack'>): boolean {
  return live || isGivingBack === true;
}

/** Why the configuration forbids deletions, notices and tags there; `undefined` = it allows them. */
export function deletesNothingBecause(
  wc: Pick<WorkConfiguration, 'live' | 'notLiveBecause' | 'neverDeletesBecause'>,
): string | undefined {
  return wc.live ? wc.neverDeletesBecause : (wc.notLiveBecause ?? 'it is not live');
}
