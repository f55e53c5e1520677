/** Conditions of an entry with their sizes in the units of the type's attributes. */
import { inUnit } from '../../core/evaluation/attributePattern.ts';
import type { Condition } from '../../core/policy/condition.ts';
import { type Matcher, rulesIn, type When } from '../../core/policy/workConfiguration.ts';
import type { Attributes } from '../../core/resource/attribute.ts';

type Conditions = Readonly<Record<string, Condition>>;

/** As evaluations compare them. */
export function matcherInUnits(attributes: Attributes, matcher: Matcher): Matcher {
  return matcher.attribute ? { ...matcher, attribute: inUnits(attributes, matcher.attribute) } : matcher;
}

/** The same for the rule `attribute`. */
export function whenInUnits(attributes: Attributes, when: When): When {
  const uses = rulesIn(when).map((use) => {
    const { where } = (use.parameters ?? {}) as { readonly where?: Conditions };
    return use.rule === 'attribute' && where ? { ...use, parameters: { where: inUnits(attributes, where) } } : use;
  });
  return 'all' in when ? { all: uses } : (uses[0] ?? when);
}

function inUnits(attributes: Attributes, conditions: Conditions): Conditions {
  return Object.fromEntries(
    Object.entries(conditions).map(([path, condition]) => [path, inUnit(attributes, path, condition)]),
  );
}
