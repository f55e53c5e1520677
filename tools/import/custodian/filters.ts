/** The filters of a policy of Custodian as a formula; a list of them is an `and`. */
import { isPlain, type Plain } from '../sourceFile.ts';
import { all, any, type Formula, refusedFilter, rule } from './formula.ts';
import { daysOf, type OfType, valueFilter } from './valueFilter.ts';
import { hasVariable } from './variables.ts';

export function filtersOf(filters: unknown, of: OfType): Formula {
  if (filters === undefined || filters === null) return refusedFilter('it has no filters: it selects every resource');
  if (!Array.isArray(filters)) return refusedFilter('its filters are no list');
  if (filters.length === 0) return refusedFilter('it has no filters: it selects every resource');
  return all(...filters.map((one) => filterOf(one, of, false)));
}

/** @param negated what it does not select */
export function filterOf(filter: unknown, of: OfType, negated: boolean): Formula {
  if (typeof filter === 'string') return typed({ type: filter }, of, negated);
  if (!isPlain(filter)) return refusedFilter(`a filter is ${JSON.stringify(filter)}`);
  const keys = Object.keys(filter);
  const [only = ''] = keys;
  if (keys.length === 1 && ['and', 'or', 'not'].includes(only)) return joined(only, filter[only], of, negated);
  if (hasVariable(filter)) return refusedFilter(`Custodian replaces variables in ${JSON.stringify(filter)}`);
  if (filter.type !== undefined) return typed(filter, of, negated);
  if (keys.length !== 1) return refusedFilter(`the filter with ${keys.join(', ')} has no type`);
  return valueFilter({ key: only, value: filter[only] }, of, negated);
}

function joined(word: string, given: unknown, of: OfType, negated: boolean): Formula {
  if (!Array.isArray(given) || given.length === 0) return refusedFilter(`\`${word}\` has no list of filters`);
  const isNegated = (word === 'not') !== negated;
  const parts = given.map((one) => filterOf(one, of, isNegated));
  // Custodian's `not` means: not all of them.
  const isAnd = word === 'or' ? negated : !isNegated;
  return isAnd ? all(...parts) : any(...parts);
}

/** The age filters, and what they count from. */
const AGES: Readonly<Record<string, readonly string[]>> = {
  age: ['ebs-snapshot', 'launch-config', 'rds-snapshot', 'rds-cluster-snapshot'],
  'image-age': ['ami'],
};

function typed(filter: Plain, of: OfType, negated: boolean): Formula {
  const { type } = filter;
  if (type === 'value') return valueFilter(filter, of, negated);
  if (type === 'unused') {
    if ((filter.value ?? true) !== negated) return rule({ rule: 'unused' });
    return refusedFilter('`unused` selects resources in use, which Holystone never deletes');
  }
  const isAge = of.aws.custodian.some((resource) => AGES[String(type)]?.includes(resource));
  if (isAge) return age(filter, negated);
  if (type === 'skip-ami-snapshots' && of.aws.type === 'snapshot' && !negated) return all();
  if (type === 'instance' && of.aws.type === 'dbSnapshot' && !negated && asksForNone(filter))
    return rule({ rule: 'unused' });
  if (type === 'marked-for-op')
    return refusedFilter(
      '`marked-for-op` selects what another policy marked; Holystone keeps marks of its own, and deletes by them',
    );
  return refusedFilter(`the filter \`${type}\` has no counterpart${HINTS[String(type)] ?? ''}`);
}

/** Snapshots whose instance is gone, by its name; here by the id that no other gets. */
function asksForNone({ type: _type, value, value_type: valueType, op = 'eq', ...others }: Plain): boolean {
  const isNone = value === 0 && valueType === 'resource_count' && ['eq', 'equal'].includes(String(op));
  return isNone && Object.keys(others).length === 0;
}

const HINTS: Readonly<Record<string, string>> = {
  metrics:
    '; `unusedFor` of an entry looks at the traffic of load balancers, NAT gateways and VPC endpoints, and at the connections of RDS instances',
};

/** Days, hours and minutes; `op` is `greater-than` unless given. */
function age({ days, hours, minutes, op = 'greater-than', ...others }: Plain, negated: boolean): Formula {
  const isOlder = ['greater-than', 'gt', 'ge', 'gte'].includes(String(op));
  const isYounger = ['less-than', 'lt', 'le', 'lte'].includes(String(op));
  const odd = Object.keys(others).find((key) => key !== 'type');
  const sum = Number(days ?? 0) + Number(hours ?? 0) / 24 + Number(minutes ?? 0) / (24 * 60);
  const span = daysOf(sum);
  if (odd) return refusedFilter(`\`${odd}\` of an age filter has no counterpart`);
  if (negated ? !isYounger : !isOlder) return refusedFilter('it selects young resources');
  return span === undefined
    ? refusedFilter('an age filter has no age above zero')
    : rule({ rule: 'age', moreThan: span });
}
