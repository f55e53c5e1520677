/** What a provider lists and nothing judges: for people, beside a plan. It blocks nothing, and no read of it counts as missing. */
import { defined } from '../../core/common/defined.ts';
import { ReadError } from '../../core/common/errors.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { partsOf } from '../../core/resource/namespace.ts';
import { roundedAmount } from '../../core/resource/prices.ts';
import { each } from '../../handlers/contract/each.ts';
import type { ListIo } from '../../handlers/contract/handler.ts';
import type { NotJudgedKind, NotJudgedThing } from '../../handlers/contract/notJudged.ts';
import type { PlanDeps } from '../pass/deps.ts';

/** One kind, with everything of it that could be listed. */
export interface NotJudged {
  /** `MemoryDB cluster` */
  readonly called: string;
  /** Why none of it is judged: a clause without its end. */
  readonly because: string;
  readonly things: readonly NotJudgedRow[];
  /** Where it could not be listed. */
  readonly notRead: readonly NotJudgedGap[];
}

/** One thing that nothing judges. */
export interface NotJudgedRow {
  readonly account: string;
  readonly location: string;
  readonly name: string;
  /** At list price; null = no price of it is known. */
  readonly monthlyCost: { readonly amount: number; readonly currency: string } | null;
}

/** A place that was not read. */
export interface NotJudgedGap {
  readonly account: string;
  readonly location: string;
  readonly why: string;
  /** The right that is missing; null: another problem. */
  readonly permission: string | null;
}

/**
 * Lists each kind once per account and location of these work configurations; a failed read is a line of the answer.
 * @param kindsOf of a provider by its name
 * @returns only kinds of which there is something to say; nothing once a person ended the command
 */
export async function readNotJudged(
  deps: Pick<PlanDeps, 'clock' | 'log' | 'pacer' | 'clients' | 'isWaitedFor'>,
  wcs: readonly WorkConfiguration[],
  kindsOf: (provider: string) => readonly NotJudgedKind[],
  signal: AbortSignal,
): Promise<readonly NotJudged[]> {
  const { clock, log, pacer, clients, isWaitedFor } = deps;
  const io: ListIo = { signal, clock, log, pacer, clients, ...defined({ isWaitedFor }) };
  const told = new Map<NotJudgedKind, { readonly things: NotJudgedRow[]; readonly notRead: NotJudgedGap[] }>();
  const places = new Map(wcs.map((wc) => [placeOf(wc), wc]));
  const questions = [...places.values()].flatMap((wc) => kindsOf(wc.account.provider).map((kind) => ({ kind, wc })));
  for (const { kind } of questions) told.set(kind, { things: [], notRead: [] });
  await each(questions, async ({ kind, wc }) => {
    if (signal.aborted) return;
    const place = { account: wc.account.name, location: wc.location };
    const { things = [], notRead = [] } = told.get(kind) ?? {};
    try {
      const found = await kind.list(place, wc, io);
      things.push(...found.map((thing) => ({ ...place, name: thing.name, monthlyCost: costOf(thing, wc) })));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ReadError)) {
        // The plan is made, and needs none of it.
        log.error({ ...place, called: kind.called, err: error }, 'what nothing judges could not be listed');
        notRead.push({ ...place, why: 'Holystone failed: its log says how', permission: null });
        return;
      }
      if (isOfThePlace(error, kind)) return;
      const { message, explanation: why = message, permission = null } = error;
      notRead.push({ ...place, why, permission });
    }
  });
  if (signal.aborted) return [];
  return [...told].flatMap(([{ called, because }, { things, notRead }]) =>
    things.length + notRead.length === 0
      ? []
      : [{ called, because, things: things.sort(byCost), notRead: notRead.sort(byPlace) }],
  );
}

/** Nothing there can be read then, and each namespace of the plan says so: the role, or the proof of the account. */
function isOfThePlace({ problem, permission }: ReadError, { permissions }: NotJudgedKind): boolean {
  if (permission !== undefined) return !permissions.includes(permission);
  return problem === 'credentials' || problem === 'wrongAccount';
}

function placeOf({ namespace }: WorkConfiguration): string {
  const { provider, account, location } = partsOf(namespace);
  return `${provider}:${account}:${location}`.toLowerCase();
}

function costOf({ priced }: NotJudgedThing, { prices }: WorkConfiguration): NotJudgedRow['monthlyCost'] {
  const price = priced && prices?.of(priced.item);
  if (!prices || !priced || price === undefined) return null;
  return { amount: roundedAmount(price * priced.units), currency: prices.currency };
}

/** The costliest first; the same account gives the same order. */
function byCost(a: NotJudgedRow, b: NotJudgedRow): number {
  const amount = ({ monthlyCost }: NotJudgedRow) => monthlyCost?.amount ?? -1;
  return amount(b) - amount(a) || byPlace(a, b) || a.name.localeCompare(b.name);
}

function byPlace(a: NotJudgedGap | NotJudgedRow, b: NotJudgedGap | NotJudgedRow): number {
  return a.account.localeCompare(b.account) || a.location.localeCompare(b.location);
}
