import type * as module from '@aws-sdk/client-elastic-load-balancing';
import { AwsError } from '../../collections/errors.ts';
import type { ClassicRow } from '../../seeds/loadBalancerSeeds.ts';
import type { Call } from '../../store/call.ts';
import type { Handlers } from '../../wire/service.ts';

export type ClassicHandlers = Handlers<typeof module>;

/** As a describe shows it. */
export function shownClassic(name: string | undefined, { here }: Call): ClassicRow {
  return existing(here.loadBalancers.view().find(({ key }) => key === name)?.value, name);
}

/** In its current state, for a change. */
export function currentClassic(name: string | undefined, { here }: Call): ClassicRow {
  return existing(here.loadBalancers.get(name ?? ''), name);
}

function existing(row: ClassicRow | undefined, name: string | undefined): ClassicRow {
  if (!row) throw noClassic(name);
  return row;
}

export function noClassic(name: string | undefined): AwsError {
  return new AwsError('LoadBalancerNotFound', `There is no ACTIVE Load Balancer named '${name}'`);
}
