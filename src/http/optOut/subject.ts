import type { Mark } from '../../core/mark.ts';
import { partsOf } from '../../core/namespace.ts';
import { inForce, type OptOut, type OptOuts, type OptOutTarget, targetKey } from '../../core/optOut.ts';
import type { OptOutClaims } from '../../core/optOutToken.ts';
import type { PublicDeps } from '../deps.ts';

/** What a valid link is about, as it stands now. */
export interface Subject {
  readonly claims: OptOutClaims;
  readonly now: number;
  /** In their own case where the configuration still has the namespace. */
  readonly account: string;
  readonly location: string;
  readonly resourceType: string;
  readonly timeZone: string;
  readonly mark: Mark | undefined;
  /** What keeps it now: a decision about itself, else about its group. */
  readonly keptBy: OptOut | undefined;
  readonly optOuts: OptOuts;
}

/** Reads what a page has to show. Changes nothing; rejects with `StoreError`. */
export async function readSubject(deps: PublicDeps, claims: OptOutClaims): Promise<Subject> {
  const { namespace, id } = claims;
  const [mark, optOuts] = await Promise.all([deps.marks.get(namespace, id), deps.optOuts.all(namespace)]);
  const configuration = deps.workConfigurations().find((one) => one.namespace === namespace);
  const parts = partsOf(namespace);
  const now = deps.clock.now();
  const subject = {
    claims,
    now,
    account: configuration?.account.name ?? parts.account,
    location: configuration?.location ?? parts.location,
    resourceType: configuration?.resourceType ?? parts.resourceType,
    timeZone: configuration?.window?.timeZone ?? 'UTC',
    mark,
    optOuts,
  };
  const group = groupOf({ claims, mark });
  const targets: OptOutTarget[] = [{ kind: 'id', value: id }];
  if (group !== undefined) targets.push({ kind: 'group', value: group });
  const keptBy = targets.map((target) => optOutOf(subject, target)).find((optOut) => optOut !== undefined);
  return { ...subject, keptBy };
}

/** The decision about exactly this target that is in force. */
export function optOutOf(
  { optOuts, now }: { readonly optOuts: OptOuts; readonly now: number },
  target: OptOutTarget,
): OptOut | undefined {
  const found = optOuts.get(targetKey(target));
  return found && inForce(found, now) ? found : undefined;
}

/** As the link names it, else as the mark does. */
export function groupOf({ claims, mark }: Pick<Subject, 'claims' | 'mark'>): string | undefined {
  return claims.group ?? mark?.resource.group;
}
