import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { elb, elbV2 } from '../../calls/loadBalancing.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import type { CallScope } from '../../wire/target.ts';
import { findingsOfEach, type GroupFinding } from './groupCandidates.ts';
import { instancesOf, targetsOf } from './loadBalancerApi.ts';
import { type TrafficSource, trafficSourcesOf } from './trafficSources.ts';

/** Whoever is behind a load balancer that is attached to the group, be it an instance of another group. */
export const loadBalancerHealth: EvidenceSource = {
  name: 'loadBalancerHealth',
  summary:
    'Instances and targets in service in the load balancers and target groups attached to it; only those that AWS calls `unused` are not.',
  permissions: permissionsOf(elb.describeInstanceHealth, elbV2.describeTargetHealth),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const health = new Health(target);
    return findingsOfEach(candidates, async ({ described }) => {
      const sources = described && trafficSourcesOf(described);
      if (!sources) return [{ says: 'unknown', by: 'AWS did not tell which load balancers are attached' }];
      const findings: GroupFinding[] = [];
      for (const source of sources) findings.push(...(await health.of(source)));
      return findings;
    });
  },
};

/** Several groups may be attached to one: each is asked about once in a read. */
class Health {
  readonly #target: CallScope;
  readonly #known = new Map<string, readonly GroupFinding[]>();

  constructor(target: CallScope) {
    this.#target = target;
  }

  async of(source: TrafficSource): Promise<readonly GroupFinding[]> {
    const known = this.#known.get(source.id) ?? (await this.#read(source));
    this.#known.set(source.id, known);
    return known;
  }

  async #read({ kind, id }: TrafficSource): Promise<readonly GroupFinding[]> {
    switch (kind) {
      case 'classic':
        return inService(`load balancer ${id}`, await instancesOf(this.#target, id));
      case 'targetGroup':
        return inService(`target group ${nameOf(id)}`, await targetsOf(this.#target, id));
      case 'other':
        return [{ says: 'unknown', by: `${id} is attached, and whether it has targets in service cannot be read` }];
    }
  }
}

/** How many targets a reason names. */
const SHOWN = 3;

function inService(source: string, targets: readonly string[]): readonly GroupFinding[] {
  if (targets.length === 0) return [];
  const more = targets.length > SHOWN ? `, and ${targets.length - SHOWN} more` : '';
  return [{ says: 'used', by: `${source} with ${targets.slice(0, SHOWN).join(', ')}${more}` }];
}

/** `arn:…:targetgroup/NAME/ID` */
function nameOf(arn: string): string {
  return arn.split('/')[1] ?? arn;
}
