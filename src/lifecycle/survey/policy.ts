import { defined } from '../../core/common/defined.ts';
import { choiceOf } from '../../core/evaluation/entries.ts';
import type { Holders } from '../../core/evaluation/holders.ts';
import type { BoundRule, BoundSetPolicy, BoundWhen, Policy, PolicyEntries } from '../../core/evaluation/policy.ts';
import type { Row } from '../../core/evaluation/rule.ts';
import type { OptOuts } from '../../core/owner/optOut.ts';
import { type OwnerSources, resolveOwner } from '../../core/owner/owner.ts';
import type { RegistryReading } from '../../core/owner/ownerRegistry.ts';
import { isOff } from '../../core/policy/namedEvidence.ts';
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
  /** Business time, ms since the epoch: of the choice among several entries. */
  readonly now: number;
  readonly lastUsed: ReadonlyMap<string, number>;
  readonly usesLostAt?: number;
  readonly unobserved: readonly Span[];
  readonly firstSeen: ReadonlyMap<string, number>;
  /** See `Surveys`. */
  readonly firstAt?: number;
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
  const { entries: rules, ...together } = wc;
  const whole = policyOfOne(handler, together, stored);
  if (!rules) return whole;
  const all = rules.map((one) => ({
    ...defined({ label: one.label, among: one.among, match: one.match }),
    policy: policyOfOne(handler, { ...together, ...OF_ENTRIES, ...one }, stored),
  }));
  const each = { ...whole, keep: all.flatMap(({ policy }) => policy.keep) };
  const entries: PolicyEntries<R> = { all, nobody: { ...each, when: [], setPolicies: [] }, now: stored.now };
  return { ...each, entries, setPolicies: setPoliciesOf(entries) };
}

/** What an entry does not have is not that of all together. */
const OF_ENTRIES = { only: undefined, unusedForMs: undefined, expiry: undefined };

/** A set policy counts within its entry: what another entry judges, or none, has no row there. */
function setPoliciesOf<R extends Resource>(entries: PolicyEntries<R>): readonly BoundSetPolicy<R>[] {
  const names = new Set(entries.all.flatMap(({ policy }) => policy.setPolicies.map(({ name }) => name)));
  return [...names].map((name): BoundSetPolicy<R> => {
    const own = entries.all.map(({ policy }) => policy.setPolicies.find((one) => one.name === name));
    return {
      name,
      row(resource) {
        const { place: entry } = choiceOf(resource, entries);
        const row = entry === undefined ? undefined : own[entry]?.row(resource);
        // Made for this call. A copy of each row of a large listing costs as much as all else here.
        if (row && entry !== undefined) row.entry = entry;
        return row;
      },
      keep(rows) {
        const byEntry = new Map<number, Row[]>();
        for (const row of rows) {
          const { entry = 0 } = row;
          const before = byEntry.get(entry);
          if (before) before.push(row);
          else byEntry.set(entry, [row]);
        }
        return new Map([...byEntry].flatMap(([entry, those]) => [...(own[entry]?.keep(those) ?? [])]));
      },
    };
  });
}

function dates(
  dated: Dated,
  { firstSeen, firstAt }: Stored,
  isMeasured: boolean,
): Pick<Policy, 'firstSeen' | 'watchedSince'> {
  if (dated === 'byProvider') return { firstSeen: new Map() };
  // What an earlier version saw, it did not note: that was there.
  const isNoted = !isMeasured || firstSeen.size > 0;
  return { firstSeen, ...(dated === 'byLater' && isNoted ? defined({ watchedSince: firstAt }) : {}) };
}

type OfOne = Omit<WorkConfiguration, 'entries' | 'only' | 'unusedForMs' | 'expiry'> & {
  readonly [K in 'only' | 'unusedForMs' | 'expiry']?: WorkConfiguration[K] | undefined;
};

function policyOfOne<R extends Resource>(handler: Handler<R>, wc: OfOne, stored: Stored): Policy<R> {
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
    ...dates(datedOf(handler, parameters), stored, handler.measured !== undefined),
    ...(handler.firstSeenIsUse ? { firstSeenUses: firstSeen } : {}),
    ...(handler.firstSeenIsUse?.unlessDated ? { isDatedByUse: true as const } : {}),
    ...(isUseRecorded(handler, wc) ? { isUseRecorded: true as const } : {}),
    ...(handler.measured ? { isMeasured: true as const } : {}),
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

/** Does this configuration read the record of the provider that also has a use between two surveys? */
function isUseRecorded({ firstSeenIsUse, evidence }: Handler, { evidence: { off }, account }: OfOne): boolean {
  const record = evidence.find(({ name }) => name === firstSeenIsUse?.recordedBy);
  return record !== undefined && !isOff(off, record, account.name);
}

/** Where a type's date comes from, with these parameters. */
export function datedOf(handler: Pick<Handler, 'dated' | 'datedBy'>, parameters: unknown): Dated {
  return handler.datedBy?.(parameters) ?? handler.dated;
}

function ownerSources(
  { owner, account, notice: { fallback } }: OfOne,
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
