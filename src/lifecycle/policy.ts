import type { OptOuts } from '../core/optOut.ts';
import { type OwnerResolution, resolveOwner } from '../core/owner.ts';
import type { BoundRule, BoundWhen, Policy } from '../core/policy.ts';
import type { Resource } from '../core/resource.ts';
import { genericRules } from '../core/rules/index.ts';
import type { RuleUse, WorkConfiguration } from '../core/workConfiguration.ts';
import type { Handler } from '../handlers/handler.ts';

/** What is stored for a namespace and decides along with its configuration. */
export interface Stored {
  readonly optOuts: OptOuts;
  readonly lastUsed: ReadonlyMap<string, number>;
  readonly firstSeen: ReadonlyMap<string, number>;
}

/** Fills the handler's rules, safeguards and set policies with the parameters of the work configuration. */
export function policyOf<R extends Resource>(handler: Handler<R>, wc: WorkConfiguration, stored: Stored): Policy<R> {
  const { parameters } = wc;
  const rule = ruleBinder(handler);
  return {
    ...stored,
    account: wc.account.name,
    keep: wc.keep,
    ...(wc.only === undefined ? {} : { only: wc.only }),
    safeguards: handler.safeguards.map((safeguard) => ({
      name: safeguard.name,
      keeps: (resource, facts) => safeguard.keeps(resource, parameters, facts),
    })),
    when: wc.when.map((entry): BoundWhen<R> => ('all' in entry ? entry.all.map(rule) : [rule(entry)])),
    setPolicies: (handler.setPolicies ?? [])
      .filter((setPolicy) => setPolicy.enabled(parameters))
      .map((setPolicy) => ({
        name: setPolicy.name,
        row: (resource) => setPolicy.row(resource, parameters),
        keep: (rows) => setPolicy.keep(rows, parameters),
      })),
    minimumAgeMs: wc.minimumAgeMs,
    ...(wc.unusedForMs === undefined ? {} : { unusedForMs: wc.unusedForMs }),
    ownerOf: (resource) => ownerOf(resource, wc).owner,
  };
}

/** Who is told about a resource of this namespace. */
export function ownerOf(resource: Resource, wc: WorkConfiguration): OwnerResolution {
  return resolveOwner(resource, wc.owner, wc.account, wc.notice.fallback);
}

function ruleBinder<R extends Resource>(handler: Handler<R>): (use: RuleUse) => BoundRule<R> {
  const rules = new Map([...genericRules, ...handler.rules].map((rule) => [rule.name, rule]));
  return ({ rule: name, parameters }) => {
    const rule = rules.get(name);
    // The loader refuses unknown rules; a rule that is missing here nominates nothing.
    return { name, matches: (resource, facts) => rule?.matches(resource, parameters, facts) };
  };
}
