/**
 * What goes with a resource is judged by its own type (law 7): whatever keeps it there by the word of a person or of an
 * entry, a decision, a tag, `keep`, `only`, keeps the whole. Who uses it is found by the sources of the whole, which has its
 * ids as aliases; that it is young, attached, or the newest of its kind says nothing once the whole goes.
 */
import { messageOf, ReadError } from '../../core/common/errors.ts';
import { evidenceOf, type SourcedFinding } from '../../core/common/finding.ts';
import type { Step, Verdict } from '../../core/evaluation/verdict.ts';
import type { Matcher, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { EvidenceRead, EvidenceRequest } from '../evidence/evidence.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import { loadPolicy } from './loadPolicy.ts';
import { type Opened, open } from './opened.ts';

const SOURCE = 'goesWith';

/** The request of an evaluation, with what it says of parts. */
export type PartsRequest = EvidenceRequest & Pick<Opened, 'wc'>;

/**
 * Reads and judges what goes with these resources.
 * @returns what keeps them; parts that could not be read are gaps
 */
export async function readParts(
  deps: SurveyDeps,
  request: PartsRequest,
  wholes: readonly Resource[],
): Promise<EvidenceRead> {
  const { wc } = request;
  const reads = await Promise.all((wc.parts ?? []).map((part) => readType(deps, request, part, wholes)));
  return {
    ...{ findings: reads.flatMap(({ findings }) => findings), gaps: reads.flatMap(({ gaps }) => gaps) },
    ...{ waivedEvidence: [], counts: {}, readings: [] },
    readAt: Math.min(...reads.map(({ readAt }) => readAt)),
  };
}

type OfType = Pick<EvidenceRead, 'findings' | 'gaps' | 'readAt'>;

async function readType(
  deps: SurveyDeps,
  request: PartsRequest,
  part: WorkConfiguration,
  wholes: readonly Resource[],
): Promise<OfType> {
  const { io, wc, now } = request;
  const opened = open(deps, part, io.signal);
  const { handler, session } = opened;
  const goingWith = new Map(wholes.map((whole) => [whole, idsOfType(whole, handler)]));
  const ids = [...new Set([...goingWith.values()].flat())];
  const readAt = deps.monotonic.monotonicMs();
  if (ids.length === 0 || !mayKeep(part, handler, wc)) {
    return { findings: [], gaps: [], readAt: Number.POSITIVE_INFINITY };
  }
  const place = { account: wc.account.name, location: wc.location };
  const called = handler.called?.en ?? handler.resourceType;
  try {
    await session.verifyAccount();
    const reads = await session.get(ids);
    const found = [...reads.values()].flatMap((read) => (read.kind === 'found' ? [read.resource] : []));
    const policy = await loadPolicy(deps, opened, { readSince: request.notBefore });
    const verdicts = deps.evaluate({ subjects: found, evidence: evidenceOf([]), policy, now });
    const why = new Map<string, readonly Kept[]>(
      ids.map((id) => {
        const read = reads.get(id) ?? { kind: 'unknown', why: 'the read by id did not return it' };
        if (read.kind === 'gone') return [id, []];
        if (read.kind === 'unknown') return [id, [{ says: 'unknown', why: `it could not be read: ${read.why}` }]];
        return [id, keptBecause(verdicts.get(read.resource.id))];
      }),
    );
    const findings = [...goingWith].flatMap(([whole, own]) =>
      own.flatMap((id) =>
        (why.get(id) ?? []).map(({ says, why: because }): SourcedFinding => {
          const by = `the ${called} ${id}, which goes with it: ${because}`;
          return { alias: whole.id, says, by, source: SOURCE, place };
        }),
      ),
    );
    return { findings, gaps: [], readAt };
  } catch (error) {
    if (io.signal.aborted || !(error instanceof ReadError)) throw error;
    const reason = messageOf(error);
    const why = `what goes with it could not be read in ${place.account}/${place.location}: ${reason}`;
    const only = new Set([...goingWith].flatMap(([{ id }, own]) => (own.length > 0 ? [id] : [])));
    return { findings: [], gaps: [{ source: SOURCE, place, why, reason, only }], readAt };
  }
}

function idsOfType({ keptAs = [] }: Resource, { mayBeId }: Handler): readonly string[] {
  return keptAs.filter((id) => mayBeId?.(id) ?? true);
}

interface Kept {
  readonly says: 'used' | 'unknown';
  readonly why: string;
}

const BY_WORD: ReadonlySet<Step> = new Set(['optOut', 'exclusion']);

/** With no evidence at all, unknown is only what an entry asks for and cannot know, as an uncertain owner. */
function keptBecause(verdict: Verdict | undefined): readonly Kept[] {
  if (verdict === undefined) return [{ says: 'unknown', why: 'it was not evaluated' }];
  return verdict.trace.flatMap(({ step, says, reasons }): readonly Kept[] => {
    if (says === 'keep' && BY_WORD.has(step)) return reasons.map((why) => ({ says: 'used', why }));
    return says === 'unknown' && step === 'evidence' ? reasons.map((why) => ({ says: 'unknown', why })) : [];
  });
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
