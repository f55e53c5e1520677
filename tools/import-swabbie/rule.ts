/** Converts one rule of Swabbie to native rules. */

import type { Piece } from '../import/commented.ts';
import { fieldOf, type NativeType } from './attributes.ts';
import type { PlanOnly } from './exclusion.ts';
import { attributePattern } from './matchers.ts';
import { canonical } from './relaxed.ts';
import type { Count, Source } from './source.ts';
import { days } from './spans.ts';
import { readValue } from './values.ts';

export interface Use {
  readonly rule: string;
  readonly parameters: Readonly<Record<string, Piece>>;
  readonly says: readonly string[];
}

export type TranslatedRule =
  /** Any alternative nominates; within one, all rules must match. */
  | { readonly kind: 'alternatives'; readonly alternatives: readonly (readonly Use[])[] }
  /** Swabbie dropped the whole branch of such a rule. */
  | { readonly kind: 'void'; readonly why: string }
  | { readonly kind: 'none'; readonly why: string };

export interface RuleContext {
  readonly type: NativeType;
  /** `swabbie.resource.disabled.days.count`. */
  readonly disabledDays: Count;
  readonly planOnly: PlanOnly;
}

type Translate = (rule: Source, context: RuleContext) => TranslatedRule;

/** Names in lower case. Does not contain rules of other types. */
export const RULES: Readonly<Record<string, { readonly types: readonly NativeType[]; readonly translate: Translate }>> =
  {
    agerule: { types: ['image', 'autoScalingGroup'], translate: age },
    attributerule: { types: ['image', 'autoScalingGroup'], translate: attribute },
    expiredresourcerule: { types: ['image', 'autoScalingGroup'], translate: expired },
    alwayscleanrule: {
      types: ['image', 'autoScalingGroup'],
      translate: () => none('nothing here is cleaned whatever its exclusions say'),
    },
    orphanedimagerule: { types: ['image'], translate: () => one(use('unused', {}, 'OrphanedImageRule.')) },
    zeroinstancerule: { types: ['autoScalingGroup'], translate: () => one(use('zeroInstances')) },
    zeroloadbalancerrule: {
      types: ['autoScalingGroup'],
      translate: () =>
        one(use('zeroLoadBalancers', {}, 'Target groups count here, as well as classic load balancers.')),
    },
    disabledloadbalancerrule: { types: ['autoScalingGroup'], translate: disabled },
    zeroinstancedisabledservergrouprule: { types: ['autoScalingGroup'], translate: emptyAndDisabled },
    notindiscoveryrule: { types: ['autoScalingGroup'], translate: () => none(NO_DISCOVERY) },
    zeroinstanceindiscoverydisabledservergrouprule: {
      types: ['autoScalingGroup'],
      translate: () => none(NO_DISCOVERY),
    },
  };

const NO_DISCOVERY = 'Eureka is not asked here';

/** Swabbie's rules for types that are not supported yet. */
const OTHER_TYPES = ['orphanedsnapshotrule', 'orphanedelbrule'];

export function translateRule(rule: Source, context: RuleContext): TranslatedRule {
  const name = rule.get('name').text()?.plain?.trim() ?? '';
  const key = canonical(name);
  const known = Object.hasOwn(RULES, key) ? RULES[key] : undefined;
  if (OTHER_TYPES.includes(key) || (known && !known.types.includes(context.type))) {
    return {
      kind: 'void',
      why: `${name} is not for this type: Swabbie left out its whole branch, and so does this file`,
    };
  }
  return known ? known.translate(rule, context) : none(`no rule here does the work of "${name}"`);
}

function use(rule: string, parameters: Use['parameters'] = {}, ...says: readonly string[]): Use {
  return { rule, parameters, says };
}

function one(...uses: readonly Use[]): TranslatedRule {
  return { kind: 'alternatives', alternatives: [uses] };
}

function none(why: string): TranslatedRule {
  return { kind: 'none', why };
}

function age(rule: Source, { planOnly }: RuleContext): TranslatedRule {
  const source = rule.get('parameters').get('moreThanDays');
  const count = wholeDays(source);
  if (!count) return none('AgeRule without a whole number as moreThanDays never nominated anything');
  if (typeof source.data !== 'number') planOnly(source, 'Swabbie took moreThanDays for nothing when it was a text');
  const { text, says } = days(count);
  return one(use('age', { moreThan: text }, 'AgeRule counted whole days; here the span is exact.', ...says));
}

/** Parameters may have any value; Swabbie starts even with a non-number. */
function wholeDays(source: Source): Count | undefined {
  const isNumber = /^\s*[+-]?(0|[1-9]\d{0,8})\s*$|^\$\{[^}]*\}$/.test(String(source.data));
  return isNumber ? source.count() : undefined;
}

function expired(): TranslatedRule {
  const says =
    'ExpiredResourceRule. Here a passed TTL tag only nominates: use, opt-outs, exclusions and the minimum age win.';
  return one(use('expired', {}, says, 'It also reads weeks, months, years and dates.'));
}

function disabled(rule: Source): TranslatedRule {
  const count = wholeDays(rule.get('parameters').get('moreThanDays'));
  if (!count) {
    const says = 'DisabledLoadBalancerRule without a number of days took any disabled group; here it must be a day.';
    return one(use('disabledFor', { moreThan: '1d' }, says));
  }
  const { text, says } = days(count);
  return one(use('disabledFor', { moreThan: text }, 'DisabledLoadBalancerRule.', ...says));
}

function emptyAndDisabled(_rule: Source, { disabledDays }: RuleContext): TranslatedRule {
  const { text, says } = days(disabledDays);
  const title = 'ZeroInstanceDisabledServerGroupRule, with swabbie.resource.disabled.days.count.';
  return one(use('zeroInstances'), use('disabledFor', { moreThan: text }, title, ...says));
}

/** In Swabbie any one of the attributes nominates. */
function attribute(rule: Source, { type }: RuleContext): TranslatedRule {
  const parameters = rule.get('parameters');
  const alternatives = parameters.keys().flatMap((key): Use[][] => {
    const value = parameters.get(key);
    const field = fieldOf(type, key);
    const path = field?.kind === 'attribute' ? field.path : field?.kind;
    const read = path === undefined || path === 'owner' ? undefined : readValue(value, 'narrow');
    if (read === undefined || path === undefined) {
      value.lost(`left out of AttributeRule: the type ${type} has no attribute that is "${key}"`);
      return [];
    }
    if (read.kind === 'untranslatable') {
      value.lost(`left out of AttributeRule: ${read.why}`);
      return [];
    }
    const says = ['AttributeRule: any of its attributes.', ...read.says];
    return read.patterns.map((pattern) => [use('attribute', { where: attributePattern(path, pattern) }, ...says)]);
  });
  if (alternatives.length === 0) return none('AttributeRule without an attribute that can be asked for here');
  return { kind: 'alternatives', alternatives };
}
