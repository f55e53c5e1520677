import { defined } from '../../core/common/defined.ts';
import type { Holders } from '../../core/evaluation/holders.ts';
import type { BoundRule, BoundWhen, Policy } from '../../core/evaluation/policy.ts';
import type { OptOuts } from '../../core/owner/optOut.ts';
import { type OwnerSources, resolveOwner } from '../../core/owner/owner.ts';
import type { RegistryReading } from '../../core/owner/ownerRegistry.ts';
import { type RuleUse, ruleNamesOf, rulesIn, type WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { KnownExistence } from '../../core/resource/absence.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Span } from '../../core/resource/unused.ts';
import type { Dated } from '../../handlers/contract/entry.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import { rulesOf } from '../../handlers/contract/rules.ts';

/** The stored data of a namespace that decides together with its configuration. */
export interface Stored {
  readonly optOuts: OptOuts;
  readonly lastUsed: ReadonlyMap<string, number>;
  readonly usesLostAt?: number;
  readonly unobserved: readonly Span[];
  readonly firstSeen: ReadonlyMap<string, number>;
  /** Absent where no source finds it. */
  readonly existence?: ReadonlyMap<string, KnownExistence>;
  readonly usersPendingDeletion: ReadonlyMap<string, number>;
  /** Absent where the type is deleted after no other. */
  readonly holders?: Holders;
  /** Absent where none is configured. */
  readonly registry?: RegistryReading;
}

/** Fills the handler's rules, safeguards and set policies with the parameters of the work configuration. */
export function policyOf<R extends Resource>(handler: Handler<R>, wc: WorkConfiguration, stored: Stored): Policy<R> {
  const { parameters } = wc;
  const rule = ruleBinder(handler, parameters);
  const when = wc.when.map(rulesIn);
  const ruleNames = ruleNamesOf(wc.when);
  const { registry, firstSeen, optOuts, lastUsed, usesLostAt, existence, unobserved, usersPendingDeletion, holders } =
    stored;
  const sources = ownerSources(wc, registry);
  return {
    optOuts,
    lastUsed,
    ...(usesLostAt === undefined ? {} : { usesLostAt }),
    ...(existence === undefined ? {} : { existence }),
    unobserved,
    usersPendingDeletion,
    ...(holders === undefined ? {} : { holders }),
    firstSeen: datedOf(handler, parameters) === 'byFirstSeen' ? firstSeen : new Map(),
    ...(handler.firstSeenIsUse ? { firstSeenUses: firstSeen } : {}),
    account: wc.account.name,
    keep: wc.keep,
    ...(wc.only === undefined ? {} : { only: wc.only }),
    safeguards: handler.safeguards.map((safeguard) => ({
      name: safeguard.name,
      keeps: (resource, facts) => safeguard.keeps(resource, parameters, facts),
    })),
    rules: ruleNames.flat(),
    when: when.map((uses): BoundWhen<R> => uses.map(rule)),
    setPolicies: (handler.setPolicies ?? [])
      .filter((setPolicy) => setPolicy.enabled(parameters, ruleNames))
      .map((setPolicy) => ({
        name: setPolicy.name,
        row: (resource) => setPolicy.row(resource, parameters),
        keep: (rows) => setPolicy.keep(rows, parameters),
      })),
    minimumAgeMs: wc.minimumAgeMs,
    ...defined({ unusedForMs: wc.unusedForMs, expiry: wc.expiry }),
    ownerOf: (resource) => resolveOwner(resource, sources),
  };
}

/** Where a type's date comes from, with these parameters. */
export function datedOf(handler: Pick<Handler, 'dated' | 'datedBy'>, parameters: unknown): Dated {
  return handler.datedBy?.(parameters) ?? handler.dated;
}

function ownerSources(
  { owner, account, notice: { fallback } }: WorkConfiguration,
  registry: RegistryReading | undefined,
): OwnerSources {
  return {
    settings: owner,
    account,
    ...(fallback === undefined ? {} : { fallback }),
    ...(registry === undefined ? {} : { registry }),
  };
}

function ruleBinder<R extends Resource>(handler: Handler<R>, ofType: unknown): (use: RuleUse) => BoundRule<R> {
  const rules = rulesOf(handler);
  return ({ rule: name, parameters }) => {
    const rule = rules.get(name);
    // The loader refuses unknown rules; a rule that is missing here nominates nothing.
    return { name, matches: (resource, facts) => rule?.matches(resource, parameters, facts, ofType) };
  };
}
