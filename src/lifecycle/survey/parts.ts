/**
 * Other resources that decide about those here, each judged by its own type (keptByWord): what goes with one (law 7), and what
 * a link leads to. Who uses what goes with a resource is found by the sources of the whole, which has its ids as aliases; that
 * it is young, attached, or the newest of its kind says nothing once the whole goes.
 */
import { messageOf, ReadError } from '../../core/common/errors.ts';
import { type FindingsByAlias, findingsIn, type Place, type SourcedFinding } from '../../core/common/finding.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { OwnerResolution } from '../../core/owner/owner.ts';
import { addressesOf } from '../../core/owner/owners.ts';
import type { Matcher, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { EvidenceRead, EvidenceRequest } from '../evidence/evidence.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import { type Kept, keptByWord, type Words } from './byWord.ts';
import { type Opened, open } from './opened.ts';

const SOURCE = 'keptByItsType';

/** The request of an evaluation, with the types beside its own. */
export type PartsRequest = EvidenceRequest & Pick<Opened, 'wc'>;

type OwnerOf = Policy['ownerOf'];

/**
 * Reads and judges what goes with these resources, and what they lead to.
 * @param found links among them
 * @param ownerOf of the resources here: what goes with one is told to its owner alone
 * @returns what keeps them; what could not be read is a gap
 */
export async function readParts(
  deps: SurveyDeps,
  request: PartsRequest,
  resources: readonly Resource[],
  found: FindingsByAlias,
  ownerOf: OwnerOf,
): Promise<EvidenceRead> {
  const { parts = [], linked = [] } = request.wc;
  const reads = await Promise.all([
    ...[false, true].flatMap((isMade) =>
      parts.map((wc) =>
        readType(deps, { ...request, ownerOf }, wc, isMade, (handler) =>
          goingWith(resources, handler, [wc, request.wc]).filter(
            ({ id }) => isMade === (handler.isMadeByWhole?.(id) ?? false),
          ),
        ),
      ),
    ),
    ...linked.map((wc) =>
      readType(deps, { ...request, ownerOf }, wc, true, (handler) => ledTo(resources, handler, found, wc)),
    ),
  ]);
  return {
    ...{ findings: reads.flatMap(({ findings }) => findings), gaps: reads.flatMap(({ gaps }) => gaps) },
    ...{ waivedEvidence: [], counts: {}, readings: [] },
    readAt: Math.min(Number.POSITIVE_INFINITY, ...reads.map(({ readAt }) => readAt)),
  };
}

/** A resource of another type that decides. */
interface Related {
  readonly id: string;
  /** The resource here. */
  readonly about: Resource;
  /** By which the finding about `id` gets to it. */
  readonly alias: string;
  /** What `id` is to it, in words. */
  readonly how: string;
  /** Only the notice of the whole names it. */
  readonly isToldByWhole?: boolean;
}

async function readType(
  deps: SurveyDeps,
  { io, notBefore, now, ownerOf }: PartsRequest & { readonly ownerOf: OwnerOf },
  wc: WorkConfiguration,
  isNamed: boolean,
  relatedOf: (handler: Handler) => readonly Related[],
): Promise<Pick<EvidenceRead, 'findings' | 'gaps' | 'readAt'>> {
  const handler = deps.handlerOf(typeOf(wc.namespace));
  const related = relatedOf(handler);
  if (related.length === 0) return { findings: [], gaps: [], readAt: Number.POSITIVE_INFINITY };
  const place: Place = { account: wc.account.name, location: wc.location };
  const readAt = deps.monotonic.monotonicMs();
  try {
    const ids = [...new Set(related.map(({ id }) => id))];
    const words = await keptByWord(deps, open(deps, wc, io.signal), ids, { notBefore, now, isNamed });
    const called = handler.called?.en ?? handler.resourceType;
    // Many resources may lead to one.
    const each = new Map(related.map((one) => [`${one.alias} ${one.id}`, one]));
    const findings = [...each.values()].flatMap((one) => {
      const { id, alias, how, about, isToldByWhole } = one;
      const { kept = [], owner } = words.get(id) ?? {};
      const untold = isToldByWhole ? untoldBy(ownerOf(about), owner) : [];
      return [...kept, ...untold].map(({ says, why }): SourcedFinding => {
        return { alias, says, by: `the ${called} ${id}${how}: ${why}`, source: SOURCE, place };
      });
    });
    return { findings, gaps: [], readAt };
  } catch (error) {
    if (io.signal.aborted || !(error instanceof ReadError)) throw error;
    const reason = messageOf(error);
    const why = `what may keep it could not be read in ${place.account}/${place.location}: ${reason}`;
    const only = new Set(related.map(({ about }) => about.id));
    return { findings: [], gaps: [{ source: SOURCE, place, why, reason, only }], readAt };
  }
}

/** Its owner gets no notice of the whole. */
function untoldBy({ owner: told }: OwnerResolution, own: Words['owner']): readonly Kept[] {
  if (own === undefined) return [];
  if (own.unsure !== undefined) return [{ says: 'unknown', why: `who owns it could not be read: ${own.unsure}` }];
  const known = addressesOf(told?.toLowerCase() ?? '');
  const isTold = own.owner === undefined || addressesOf(own.owner.toLowerCase()).every((one) => known.includes(one));
  return isTold ? [] : [{ says: 'used', why: `its owner is ${own.owner}, by ${own.via}, who gets no notice of it` }];
}

function goingWith(
  wholes: readonly Resource[],
  handler: Handler,
  [part, whole]: readonly [WorkConfiguration, WorkConfiguration],
): readonly Related[] {
  if (!mayKeep(part, handler, whole)) return [];
  return wholes.flatMap((about) => {
    const related = (ids: readonly string[], isToldByWhole: boolean) =>
      idsOfType(ids, handler).map((id) => ({
        ...{ id, about, alias: about.id, how: ', which goes with it', isToldByWhole },
      }));
    return [...related(about.keptAs ?? [], true), ...related(about.followers ?? [], false)];
  });
}

function ledTo(
  resources: readonly Resource[],
  handler: Handler,
  found: FindingsByAlias,
  { account, location }: WorkConfiguration,
): readonly Related[] {
  const isThere = ({ place }: SourcedFinding) =>
    place.account === account.name && place.location.toLowerCase() === location.toLowerCase();
  return resources.flatMap((about) =>
    findingsIn(found, about.aliases)
      .filter((one) => one.says === 'leadsTo' && isThere(one))
      .flatMap(({ to = [] }) => idsOfType(to, handler).map((id) => ({ id, about, alias: id, how: '' }))),
  );
}

function idsOfType(ids: readonly string[], { mayBeId }: Handler): readonly string[] {
  return ids.filter((id) => mayBeId?.(id) ?? true);
}

/** A part without tags of its own has those of the whole: entries that say the same of both have been asked already. */
function mayKeep(part: WorkConfiguration, { keepKey }: Handler, whole: WorkConfiguration): boolean {
  if (keepKey !== null || part.only || part.entries || !isSame(part.expiry, whole.expiry)) return true;
  return part.keep.some((one) => !whole.keep.some((known) => isSame(known, one)) || !isOfWhole(one));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const OF_WHOLE: ReadonlySet<string> = new Set(['tag', 'id', 'account'] satisfies readonly (keyof Matcher)[]);

/** Ids of parts are compared as ids of the whole. */
function isOfWhole(matcher: Matcher): boolean {
  return Object.keys(matcher).every((key) => OF_WHOLE.has(key));
}
