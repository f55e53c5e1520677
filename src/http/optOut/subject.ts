import type { Mark } from '../../core/mark.ts';
import { partsOf } from '../../core/namespace.ts';
import { type OptOut, type OptOutTarget, targetKey } from '../../core/optOut.ts';
import type { OptOutClaims } from '../../core/optOutToken.ts';
import { phaseOf, type QuarantinePhase } from '../../core/quarantine.ts';
import type { Catalogue } from '../../notify/texts/catalogue.ts';
import { MarkCosts } from '../costs.ts';
import { decisionsInForce } from '../decisions.ts';
import type { PublicDeps } from '../deps.ts';
import { heldNamespaces } from '../held.ts';
import { type Ending, endingOf } from './ending.ts';
import { readWasRead, type WasRead } from './wasRead.ts';

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
  readonly wasRead: WasRead | undefined;
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
export async function readSubject(deps: PublicDeps, { claims, catalogue }: Reader): Promise<Subject> {
  const { namespace, id } = claims;
  const mark = await deps.marks.get(namespace, id);
  const decisions = await decisionsInForce(deps, namespace, { id, group: groupOf({ claims, mark }) });
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
    held: mark !== undefined && (await heldNamespaces(deps))(namespace),
    wasRead: mark && (await readWasRead(deps, namespace)),
    ending: mark ? undefined : await readEnding(deps, claims),
    decisions,
  };
}

/** The audit log is read to its end for it: only for what has no mark. */
export async function readEnding({ audit }: PublicDeps, { namespace, id }: OptOutClaims): Promise<Ending | undefined> {
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
