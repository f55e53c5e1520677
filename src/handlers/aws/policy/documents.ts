/** IAM policy documents with the minimum permissions for a configuration. Pure. */

import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import { KEEP_TAG } from '../../../core/owner/optOut.ts';
import type { Matcher } from '../../../core/policy/workConfiguration.ts';
import type { Handler } from '../../contract/handler.ts';
import { ec2 } from '../calls/ec2.ts';
import { ALL_CALLS, CALLS } from '../calls/index.ts';
import { ASSUME_ROLE } from '../calls/sts.ts';
import { KEEP_BY_TAG } from '../session/keepTag.ts';
import { partitionOf } from '../wire/partition.ts';
import { type Condition, keepingConditions } from './keepingTags.ts';
import { resourcesRead, sidOfRead } from './narrowed.ts';

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html */
export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Statement[];
}

/** A statement of IAM, in the spelling of IAM. */
export interface Statement {
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Condition;
}

/** Permissions for some resources of a type, each as the part after `arn:aws:`. */
export interface SomeNeeds {
  readonly type: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** The permissions of a reading role. */
export interface ReaderNeeds {
  /** For any resource. */
  readonly actions: readonly string[];
  /** For some resources only. */
  readonly some?: readonly SomeNeeds[];
  readonly regions: readonly string[];
}

/** The permissions of a deleting role for one resource type. */
export interface DeleterNeeds {
  /** `AutoScalingGroup`: letters and digits, for the `Sid`. */
  readonly type: string;
  readonly delete: readonly string[];
  /** Empty for a type without tags. */
  readonly protect: readonly string[];
  /** To write the marks of another tool; empty unless an entry asks for it. */
  readonly marks: readonly string[];
  /** `ec2:*::image/*`: the part after `arn:aws:`; empty = any. */
  readonly resources: readonly string[];
  readonly regions: readonly string[];
  /** The `keep` matchers of the configuration. */
  readonly keep: readonly Matcher[];
  /** The quarantine, if it is configured, with the permissions for resources of the type. */
  readonly quarantine?: NonNullable<Handler['quarantine']>;
  /** What it needs for others. */
  readonly some?: readonly SomeNeeds[];
}

/** The prefixes of services with one endpoint for all regions: a condition on the region would deny their calls. */
const GLOBAL = new Set(ALL_CALLS.filter(({ isGlobal }) => isGlobal).map(({ api }) => prefixOf(api)));

/** A condition limits the regions, but not of services with one endpoint for all regions, whose calls it would deny. */
export function readerPolicy({ actions, some = [], regions }: ReaderNeeds): PolicyDocument {
  const isGlobal = (action: string) => GLOBAL.has(prefixOf(action));
  const isNarrow = (action: string) => resourcesRead(action).length > 0;
  const [all, where] = [sorted(actions), inRegions(regions)];
  const ofAnything = all.filter((action) => !isGlobal(action) && !isNarrow(action));
  const narrow = all.filter(isNarrow).map((action) => {
    return allow(sidOfRead(action), [action], resourcesOf({ regions }, resourcesRead(action)), where);
  });
  return document([
    allow('Read', ofAnything, ['*'], where),
    ...narrow,
    ...ofSome('Read', some, regions),
    allow('ReadGlobal', all.filter(isGlobal), ['*'], {}),
  ]);
}

function ofSome(verb: string, some: readonly SomeNeeds[], regions: readonly string[]): readonly Statement[] {
  return some.map(({ type, actions, resources }, index) =>
    allow(
      `${verb}${type}${index + 1}`,
      sorted(actions),
      sorted(resourcesOf({ regions }, resources)),
      inRegions(regions),
    ),
  );
}

/**
 * Allows to delete each type in its regions and to write the keep tag, and denies to delete resources with a tag that
 * keeps them. A deny wins over every allow, so that not even a bug of ours can delete them.
 */
export function deleterPolicy(types: readonly DeleterNeeds[], alsoRead: readonly string[]): PolicyDocument {
  return document([
    allow('Identify', sorted(alsoRead), ['*'], {}),
    ...types.flatMap((needs) => {
      const where = resourcesOf(needs, needs.resources);
      const keys = needs.quarantine ? [...KEEP_TAGS, QUARANTINE_TAG] : KEEP_TAGS;
      return [
        allow(`Delete${needs.type}`, sorted(needs.delete), where, inRegions(needs.regions)),
        ...quarantining(needs),
        ...ofSome('Quarantine', needs.some ?? [], needs.regions),
        allow(`Keep${needs.type}`, sorted(needs.protect), where, { ...inRegions(needs.regions), ...onlyTags(keys) }),
        // Such a mark replaces all tags of a resource, so no condition on the keys would let it through.
        allow(`Mark${needs.type}`, sorted(needs.marks), where, inRegions(needs.regions)),
        ...denials(needs, where),
      ];
    }),
  ]);
}

/**
 * `ForAllValues` is also true without any key, and EC2's DeleteTags without keys removes every tag, including those
 * that keep: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteTags.html
 */
function onlyTags(keys: readonly string[]): Condition {
  return { 'ForAllValues:StringEquals': { 'aws:TagKeys': keys }, Null: { 'aws:TagKeys': 'false' } };
}

const KEEP_TAGS = [KEEP_TAG, KEEP_BY_TAG];

/** If the quarantine creates a resource, this also allows tags on it, but not on existing resources. */
function quarantining(needs: DeleterNeeds): readonly Statement[] {
  const { type, quarantine, regions } = needs;
  if (!quarantine) return [];
  const { permissions, undo = [], makes } = quarantine;
  const where = resourcesOf(needs, makes ? [...needs.resources, ...makes.resources] : needs.resources);
  return [
    allow(`Quarantine${type}`, sorted([...permissions, ...undo]), where, inRegions(regions)),
    ...(makes
      ? [
          allow(
            `TagWhat${type}Makes`,
            [makes.tagging],
            resourcesOf(needs, makes.resources),
            whileMaking(regions, makes.action),
          ),
        ]
      : []),
  ];
}

/** https://docs.aws.amazon.com/ec2/latest/devguide/supported-iam-actions-tagging.html */
function whileMaking(regions: readonly string[], ...actions: readonly string[]): Condition {
  return { StringEquals: { ...inRegions(regions).StringEquals, 'ec2:CreateAction': actions } };
}

/** The permissions of `holystone restore`: read, and restore. */
export type RestorerNeeds = ReaderNeeds & { readonly some: readonly SomeNeeds[] };

/** A separate role for people: it deletes nothing, and tags only resources that it creates. */
export function restorerPolicy(
  { actions, some = [], regions }: RestorerNeeds,
  alsoRead: readonly string[],
): PolicyDocument {
  const isRead = (action: string) => CALLS.get(action)?.effect === 'reads';
  const isTag = (action: string) => action === TAGGING;
  const where = inRegions(regions);
  return document([
    allow('Identify', sorted(alsoRead), ['*'], {}),
    allow('Look', sorted(actions.filter(isRead)), ['*'], where),
    allow('BringBack', sorted(actions.filter((action) => !isRead(action) && !isTag(action))), ['*'], where),
    ...ofSome('Restore', some, regions),
    allow('TagWhatIsMade', sorted(actions.filter(isTag)), ['*'], whileMaking(regions, ...madeWithTags(actions))),
  ]);
}

/** The requests of a restore that tag the resource they create. */
function madeWithTags(actions: readonly string[]): readonly string[] {
  const making = ALL_CALLS.filter(({ api, tagsOnCreate }) => tagsOnCreate && actions.includes(api));
  return sorted(making.map(({ operation }) => operation));
}

const TAGGING = ec2.createTags.api;

/** Allows the daemon to assume the roles of the accounts. */
export function assumePolicy(roles: readonly string[]): PolicyDocument {
  return document([allow('AssumeRoles', [ASSUME_ROLE], sorted(roles), {})]);
}

/** Only for types with tags; without tags a condition has no effect. Undoing a quarantine is never denied. */
function denials(
  { type, delete: deleting, quarantine, protect, keep }: DeleterNeeds,
  where: readonly string[],
): readonly Statement[] {
  if (protect.length === 0) return [];
  const actions = [...deleting, ...(quarantine?.permissions ?? [])];
  return keepingConditions(keep).map((condition, index) => ({
    Sid: `Protected${type}${index + 1}`,
    Effect: 'Deny',
    Action: sorted(actions),
    Resource: where,
    Condition: condition,
  }));
}

function resourcesOf({ regions }: Pick<DeleterNeeds, 'regions'>, resources: readonly string[]): readonly string[] {
  return resources.length === 0
    ? ['*']
    : resources.map((resource) => `arn:${partitionOf(regions[0] ?? '')}:${resource}`);
}

function inRegions(regions: readonly string[]): Condition {
  return { StringEquals: { 'aws:RequestedRegion': sorted(regions) } };
}

function allow(sid: string, actions: readonly string[], resources: readonly string[], condition: Condition): Statement {
  const base = { Sid: sid, Effect: 'Allow', Action: actions, Resource: resources } as const;
  return isEmpty(condition) ? base : { ...base, Condition: condition };
}

function document(statements: readonly Statement[]): PolicyDocument {
  const meant = statements.filter(({ Action, Resource }) => Action.length > 0 && Resource.length > 0);
  return { Version: '2012-10-17', Statement: meant };
}

/** `ec2:DescribeImages` → `ec2` */
function prefixOf(action: string): string {
  return action.slice(0, action.indexOf(':'));
}

function sorted(items: Iterable<string>): readonly string[] {
  return [...new Set(items)].sort();
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
