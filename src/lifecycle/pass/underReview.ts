/** Where people review the new marks by families of names: a fact of the fleet, which no record of a pass ends. */
import type { Namespace } from '../../core/resource/namespace.ts';
import type { LifecycleDeps } from './deps.ts';

type Deps = Pick<LifecycleDeps, 'clock' | 'control'>;

/** From here on no pass that begins marks what nobody approved. */
export async function openReview({ clock, control }: Deps, namespace: Namespace, actor: string): Promise<void> {
  if ((await control.read()).reviews?.[namespace]) return;
  const audit = { at: clock.now(), namespace: 'fleet', event: 'control', actor } as const;
  await control.write(
    { reviews: { [namespace]: true } },
    { ...audit, reason: `families of ${namespace} are reviewed` },
  );
}

/** Everything that was held is approved, and marked. */
export async function endReview({ clock, control }: Deps, namespace: Namespace): Promise<void> {
  const audit = { at: clock.now(), namespace: 'fleet', event: 'control', actor: 'holystone' } as const;
  await control.write({ reviews: { [namespace]: null } }, { ...audit, reason: `the review of ${namespace} has ended` });
}
