import { defined } from '../../../core/common/defined.ts';
import { StoreError } from '../../../core/common/errors.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { phaseOf, type QuarantinePhase } from '../../../core/mark/quarantine.ts';
import { type OptOut, type OptOutTarget, targetKey } from '../../../core/owner/optOut.ts';
import type { OptOutClaims } from '../../../core/owner/optOutToken.ts';
import type { OptOutStored } from '../../../core/ports/ports.ts';
import { nameInHistory } from '../../../core/resource/audit.ts';
import { partsOf } from '../../../core/resource/namespace.ts';
import { typeName } from '../../../core/resource/typeName.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { speaking } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import { decisionsInForce } from '../../app/decisions.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { notifyOnlyNamespaces } from '../../app/notifyOnly.ts';
import { readableMark } from '../../app/readableMark.ts';
import { type Ending, endingOf } from './ending.ts';
import { type EvidenceSummary, readEvidenceSummary } from './evidenceSummary.tsx';

/** The resource of a valid link, in its current state. */
export interface Subject {
  readonly claims: OptOutClaims;
  readonly catalogue: Catalogue;
  readonly now: number;
  /** In original case while the configuration still has the namespace. */
  readonly account: string;
  readonly location: string;
  readonly resourceType: string;
  /** The type as people call it. */
  readonly type: string;
  readonly timeZone: string;
  /** The key on the resource that keeps it; absent: the usual one, null: its type carries none. */
  readonly keepKey?: string | null;
  /** The cost; `undefined` = unknown. */
  readonly cost: string | undefined;
  readonly mark: Mark | undefined;
  /** The phase before the deletion, if the type has one. */
  readonly quarantine: QuarantinePhase | undefined;
  /** Nothing happens to it on its date, by its stage or its entry. */
  readonly notifyOnly: boolean;
  /** Of its namespace; absent without a mark. */
  readonly evidenceSummary: EvidenceSummary | undefined;
  /** The outcome of its deletion, when it has no mark any more. */
  readonly ending: Ending | undefined;
  /** All decisions that keep it now, by its id, its group or a pattern; longest first. */
  readonly decisions: readonly OptOut[];
}

/** The person who opened a link, and the language of the reply. */
export interface Reader<Claims = OptOutClaims> {
  readonly claims: Claims;
  readonly catalogue: Catalogue;
}

/** Reads the data of a page. Changes nothing; rejects with `StoreError`. */
export async function readSubject(deps: PublicDeps, reader: Reader): Promise<Subject> {
  const { namespace, id } = reader.claims;
  return subjectOf(deps, reader, await readableMark(deps.marks, namespace, id));
}

/**
 * Reads the data of the page after a decision is stored. A failed read cannot undo the decision: when the store does
 * not reply any more, the page shows less.
 * @param seen the mark before the decision
 */
export async function readDecided(
  deps: PublicDeps,
  reader: Reader,
  { removed }: OptOutStored,
  seen: Mark | undefined,
): Promise<Subject> {
  const subject = plainSubject(deps, reader, seen);
  try {
    const { namespace, id } = reader.claims;
    // A decision about a group may have removed the marks of other resources, or have come too late for them.
    const hadMark = seen !== undefined || (removed?.id === id && removed.namespace === namespace);
    const past = hadMark ? NO_PAST : await readPast(deps, reader.claims);
    return { ...subject, ...(await readAround(deps, reader, seen ?? removed, past)), ending: past.ending };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    deps.log.warn({ problem: error.message }, 'the page of a stored decision lacks some facts');
    return { ...subject, notifyOnly: false, evidenceSummary: undefined, ending: undefined, decisions: [] };
  }
}

async function subjectOf(deps: PublicDeps, reader: Reader, mark: Mark | undefined): Promise<Subject> {
  const past = mark ? NO_PAST : await readPast(deps, reader.claims);
  return {
    ...plainSubject(deps, reader, mark),
    ...(await readAround(deps, reader, mark, past)),
    ending: past.ending,
  };
}

async function readAround(deps: PublicDeps, { claims }: Reader, mark: Mark | undefined, past: Past) {
  const { namespace, id } = claims;
  const about = { id, group: groupOf({ claims, mark }), name: mark?.resource.name ?? past.name };
  return {
    decisions: await decisionsInForce(deps, namespace, { ...about, keptAs: mark?.resource.keptAs }),
    notifyOnly: mark !== undefined && (await notifyOnlyNamespaces(deps))(namespace),
    evidenceSummary: mark && (await readEvidenceSummary(deps, namespace)),
  };
}

/** The part that needs no read from the store. */
function plainSubject(deps: PublicDeps, { claims, ...reader }: Reader, mark: Mark | undefined) {
  const { namespace } = claims;
  const catalogue = speaking(reader.catalogue, deps.endOf(namespace));
  const configuration = deps.workConfigurations().find((one) => one.namespace === namespace);
  const parts = partsOf(namespace);
  return {
    claims,
    catalogue,
    now: deps.clock.now(),
    account: configuration?.account.name ?? parts.account,
    location: configuration?.location ?? parts.location,
    resourceType: configuration?.resourceType ?? parts.resourceType,
    type: typeName(configuration ?? parts, catalogue.language),
    timeZone: configuration?.window?.timeZone ?? 'UTC',
    ...defined({ keepKey: configuration?.keepKey }),
    cost: mark && configuration && new MarkCosts([configuration]).about(mark, catalogue, deps.clock.now()),
    mark,
    quarantine: mark && configuration && phaseOf(configuration, mark, mark.projectedDeletionAt),
  };
}

/** What the audit log has of a resource without a mark. */
interface Past {
  readonly ending: Ending | undefined;
  readonly name: string | undefined;
}

const NO_PAST: Past = { ending: undefined, name: undefined };

/** Reads the audit log to its end. */
async function readPast({ audit }: PublicDeps, { namespace, id }: OptOutClaims): Promise<Past> {
  const history = await audit.history(namespace, id);
  return { ending: endingOf(history), name: nameInHistory(history) };
}

/** The decisions in force for exactly this target; longest first. */
export function decisionsAbout({ decisions }: Pick<Subject, 'decisions'>, target: OptOutTarget): readonly OptOut[] {
  return decisions.filter((optOut) => targetKey(optOut.target) === targetKey(target));
}

/** Did the reader of this link make the decision, about the link's resource or group, or by a pattern? */
export function isOwn({ claims }: Pick<Subject, 'claims'>, { actor, target }: OptOut): boolean {
  return actor === claims.owner && (target.kind !== 'group' || target.value === claims.group);
}

/** The group in the link, else the one in the mark. */
export function groupOf({ claims, mark }: Pick<Subject, 'claims' | 'mark'>): string | undefined {
  return claims.group ?? mark?.resource.group;
}

/** Does the resource no longer exist? Then a decision to keep it came too late. */
export function isOver(ending: Ending | undefined): ending is Ending {
  return ending?.kind === 'deleted' || ending?.kind === 'gone';
}
