import { StoreError } from '../../../core/common/errors.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { phaseOf, type QuarantinePhase } from '../../../core/mark/quarantine.ts';
import { type OptOut, type OptOutTarget, targetKey } from '../../../core/owner/optOut.ts';
import type { OptOutClaims } from '../../../core/owner/optOutToken.ts';
import type { OptOutStored } from '../../../core/ports/ports.ts';
import { partsOf } from '../../../core/resource/namespace.ts';
import type { Catalogue } from '../../../notify/texts/catalogue.ts';
import { MarkCosts } from '../../app/costs.ts';
import { decisionsInForce } from '../../app/decisions.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { notifyOnlyNamespaces } from '../../app/notifyOnly.ts';
import { readableMark } from '../../app/readableMark.ts';
import { type Ending, endingOf } from './ending.ts';
import { type EvidenceSummary, readEvidenceSummary } from './evidenceSummary.tsx';

/** What a valid link is about, as it stands now. */
export interface Subject {
  readonly claims: OptOutClaims;
  readonly catalogue: Catalogue;
  readonly now: number;
  /** In their own case where the configuration still has the namespace. */
  readonly account: string;
  readonly location: string;
  readonly resourceType: string;
  readonly timeZone: string;
  /** What it costs; `undefined` where nobody knows. */
  readonly cost: string | undefined;
  readonly mark: Mark | undefined;
  /** What comes before its deletion, where something does. */
  readonly quarantine: QuarantinePhase | undefined;
  /** At its stage nothing is deleted. */
  readonly held: boolean;
  /** Of its namespace, where it has a mark. */
  readonly evidenceSummary: EvidenceSummary | undefined;
  /** How its deletion came out, where it has no mark any more. */
  readonly ending: Ending | undefined;
  /** Everything that keeps it now, by a decision about itself or about its group; longest first. */
  readonly decisions: readonly OptOut[];
}

/** Whoever follows a link, and the language that they are answered in. */
export interface Reader<Claims = OptOutClaims> {
  readonly claims: Claims;
  readonly catalogue: Catalogue;
}

/** Reads what a page has to show. Changes nothing; rejects with `StoreError`. */
export async function readSubject(deps: PublicDeps, reader: Reader): Promise<Subject> {
  const { namespace, id } = reader.claims;
  return subjectOf(deps, reader, await readableMark(deps.marks, namespace, id));
}

/**
 * Reads what the page shows after a decision is stored. The decision stands whatever is read here: where the store does
 * not answer any more, the page shows less.
 * @param seen the mark as it was before
 */
export async function readDecided(
  deps: PublicDeps,
  reader: Reader,
  { removed, deletionBegun }: OptOutStored,
  seen: Mark | undefined,
): Promise<Subject> {
  const subject = plainSubject(deps, reader, seen);
  try {
    const ending = removed || deletionBegun ? undefined : await readEnding(deps, reader.claims);
    return { ...subject, ...(await readAround(deps, reader, seen)), ending };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    deps.log.warn({ problem: error.message }, 'the page of a stored decision lacks some facts');
    return { ...subject, held: false, evidenceSummary: undefined, ending: undefined, decisions: [] };
  }
}

async function subjectOf(deps: PublicDeps, reader: Reader, mark: Mark | undefined): Promise<Subject> {
  const ending = mark ? undefined : await readEnding(deps, reader.claims);
  return { ...plainSubject(deps, reader, mark), ...(await readAround(deps, reader, mark)), ending };
}

async function readAround(deps: PublicDeps, { claims }: Reader, mark: Mark | undefined) {
  const { namespace, id } = claims;
  return {
    decisions: await decisionsInForce(deps, namespace, { id, group: groupOf({ claims, mark }) }),
    held: mark !== undefined && (await notifyOnlyNamespaces(deps))(namespace),
    evidenceSummary: mark && (await readEvidenceSummary(deps, namespace)),
  };
}

/** What is known without asking the store. */
function plainSubject(deps: PublicDeps, { claims, catalogue }: Reader, mark: Mark | undefined) {
  const { namespace } = claims;
  const configuration = deps.workConfigurations().find((one) => one.namespace === namespace);
  const parts = partsOf(namespace);
  return {
    claims,
    catalogue,
    now: deps.clock.now(),
    account: configuration?.account.name ?? parts.account,
    location: configuration?.location ?? parts.location,
    resourceType: configuration?.resourceType ?? parts.resourceType,
    timeZone: configuration?.window?.timeZone ?? 'UTC',
    cost: mark && configuration && new MarkCosts([configuration]).about(mark, catalogue, deps.clock.now()),
    mark,
    quarantine: mark && configuration && phaseOf(configuration, mark, mark.projectedDeletionAt),
  };
}

/** The audit log is read to its end for it: only for what has no mark. */
async function readEnding({ audit }: PublicDeps, { namespace, id }: OptOutClaims): Promise<Ending | undefined> {
  return endingOf(await audit.history(namespace, id));
}

/** Who keeps exactly this target now; longest first. */
export function decisionsAbout({ decisions }: Pick<Subject, 'decisions'>, target: OptOutTarget): readonly OptOut[] {
  return decisions.filter((optOut) => targetKey(optOut.target) === targetKey(target));
}

/** Is it the decision of the reader of this link, about something that the link is about? */
export function isOwn({ claims }: Pick<Subject, 'claims'>, { actor, target }: OptOut): boolean {
  return actor === claims.owner && (target.kind === 'id' || target.value === claims.group);
}

/** As the link names it, else as the mark does. */
export function groupOf({ claims, mark }: Pick<Subject, 'claims' | 'mark'>): string | undefined {
  return claims.group ?? mark?.resource.group;
}

/** Does it not exist any more? Then a decision to keep it came too late. */
export function isOver(ending: Ending | undefined): ending is Ending {
  return ending?.kind === 'deleted' || ending?.kind === 'gone';
}
