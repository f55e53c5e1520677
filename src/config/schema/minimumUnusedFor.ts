/** What an entry says about past use: for how long, and how much traffic of a day is any. */

import { z } from 'zod';
import { DAY_MS, formatMs } from '../../core/common/duration.ts';
import type { TrafficLimits } from '../../core/measured/trafficLimits.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { MeasuredType } from '../../handlers/contract/measuredType.ts';
import type { Settings } from './settings.ts';

interface Entry {
  readonly live?: boolean | undefined;
  /** The entry's own value; absent = from `defaults`, or built in. */
  readonly unusedFor?: unknown;
}

/**
 * The values for an entry: its own; else the longer of the general value and the type's own. `below` of `defaults` is for
 * the types that it may limit.
 * @throws z.ZodError where the value of a live entry is shorter than surveys can observe, or longer than the provider
 *   keeps days of use; where an entry limits a use that it cannot, or switches off the only proof of use
 */
export function pastUseOf(
  handler: Handler,
  entry: Entry,
  { unusedFor, every }: Pick<Settings, 'unusedFor' | 'every'>,
): Pick<WorkConfiguration, 'unusedForMs' | 'traffic'> {
  const { measured } = handler;
  const own = limitsIn(entry.unusedFor);
  if (own && !Object.keys(own).every((unit) => measured?.limits?.some((one) => one === unit)))
    refuse(unusedFor, whyNot(measured));
  const limits = fitting(measured?.limits, limitsIn(unusedFor));
  if (own && !limits) refuse(unusedFor, whyNot(measured));
  const given = typeof unusedFor === 'object' ? unusedFor.unusedForMs : unusedFor;
  const unusedForMs = spanOf(handler, entry, given, every.mark);
  if (unusedForMs === 'off') return measured ? { traffic: 'off' } : {};
  return { unusedForMs, ...(limits && { traffic: limits }) };
}

function limitsIn(unusedFor: unknown): TrafficLimits | undefined {
  return typeof unusedFor === 'object' ? (unusedFor as { readonly traffic: TrafficLimits }).traffic : undefined;
}

/** Those of `defaults` may limit other uses, too. Without one of its own a use would have no limit: then none counts. */
function fitting(units: MeasuredType['limits'] = [], given: TrafficLimits | undefined): TrafficLimits | undefined {
  const fit = units.flatMap((unit) => (given?.[unit] === undefined ? [] : [[unit, given[unit]] as const]));
  const isWhole = fit.length > 0 && fit.length === units.length;
  return isWhole ? (Object.fromEntries(fit) as unknown as TrafficLimits) : undefined;
}

function whyNot(measured: MeasuredType | undefined): string {
  if (measured?.limits) return `\`below\` of this type needs ${measured.limits.join(' and ')}, and nothing else`;
  const why = measured ? 'any measured use of this type is one' : 'the traffic of this type is not measured';
  return `${why}: write a span of time, such as 14d`;
}

/** The values of today and yesterday are not complete. */
const LEAST_MEASURED_MS = 2 * DAY_MS;

function spanOf(handler: Handler, entry: Entry, given: number | 'off', everyMarkMs: number): number | 'off' {
  const { measured, firstSeenIsUse } = handler;
  if (entry.live === true && measured && given !== 'off' && given > measured.knownForMs)
    refuse(
      given,
      `the provider reports the uses of the last ${formatMs(measured.knownForMs)} only, so a live entry needs at most that`,
    );
  // Where only our own surveys record the last use, or only metrics show it, only `unusedFor` protects what is used now and then.
  const ownMs = firstSeenIsUse?.unusedForMs ?? measured?.unusedForMs;
  if (ownMs === undefined) return given;
  if (entry.unusedFor === undefined) return given === 'off' ? ownMs : Math.max(given, ownMs);
  const better = `better longer than the longest time between two uses (\`unusedFor: ${formatMs(ownMs)}\`)`;
  if (measured?.unusedForMs !== undefined) {
    if (given === 'off' || (entry.live === true && given < LEAST_MEASURED_MS))
      refuse(
        given,
        `only metrics show when one was last used, so an entry needs at least ${formatMs(LEAST_MEASURED_MS)}; ${better}`,
      );
  }
  if (!firstSeenIsUse) return given;
  const leastMs = 2 * everyMarkMs;
  if (entry.live === true && (given === 'off' || given < leastMs))
    refuse(
      given,
      `only surveys show when one was last used, so a live entry needs at least ${formatMs(leastMs)}, twice \`every.mark\`; ${better}`,
    );
  return given;
}

function refuse(input: unknown, message: string): never {
  throw new z.ZodError([{ code: 'custom', path: ['unusedFor'], message, input }]);
}
