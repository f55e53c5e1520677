import { z } from 'zod';
import type { Resource } from '../../core/resource.ts';
import type { Safeguard } from '../../core/rule.ts';

/** What every AWS type lets an entry say about resources that something else manages. */
export interface ManagedParameters {
  readonly manageOwned: readonly string[];
}

export const manageOwned = z
  .array(z.string().min(1))
  .default([])
  .describe(
    'Managers whose resources are cleaned all the same, by the name after `managed-by:` in the reason: `cloudformation`, `eks`, …',
  );

/** Beginnings of tag keys, in lower case, and who writes them; the first that fits wins (behaviour/aws.md). */
const MANAGERS: readonly (readonly [prefix: string, manager: string])[] = [
  ['aws:dlm:', 'dlm'],
  ['dlm:', 'dlm'],
  ['eks:', 'eks'],
  ['k8s.io/cluster-autoscaler/', 'cluster-autoscaler'],
  ['k8s.io/', 'kubernetes'],
  ['kubernetes.io/', 'kubernetes'],
  ['ebs.csi.aws.com/', 'ebs-csi'],
  ['csivolumesnapshotname', 'csi'],
  ['karpenter', 'karpenter'],
  ['elasticbeanstalk:', 'elasticbeanstalk'],
  ['amazonecsmanaged', 'ecs'],
  ['awsbatch', 'batch'],
  ['awselasticdisasterrecovery', 'drs'],
  ['awsdrs', 'drs'],
  ['awsapplicationmigrationservice', 'mgn'],
];

/** A resource whose API says by whom it is operated. */
interface Operated extends Resource {
  /** A service principal: `eks.amazonaws.com`. */
  readonly operator?: string;
}

/** Keeps what another controller would only make again, or would miss. */
export const managedBy: Safeguard<Operated, ManagedParameters> = {
  name: 'managedBy',
  summary:
    'Managed by another controller, as its tags (`aws:*`, `eks:*`, `karpenter*`, …) or its operator say; see `manageOwned`.',
  keeps(resource, parameters) {
    const ours = new Set(parameters.manageOwned.map((name) => name.toLowerCase()));
    const others = [...managersOf(resource)].filter((name) => !ours.has(name));
    return others.length === 0 ? undefined : others.map((name) => `managed-by:${name}`).join(', ');
  },
};

function managersOf({ tags, operator, name }: Operated): ReadonlySet<string> {
  const managers = Object.keys(tags).flatMap((key) => managerOf(key.toLowerCase()) ?? []);
  if (operator !== undefined) managers.push(operator.toLowerCase());
  // What AWS Backup makes carries this name even where its tags were not copied.
  if (name.startsWith('AwsBackup')) managers.push('backup');
  return new Set(managers);
}

/** Only AWS can write `aws:` tags; the part behind it names the service. */
function managerOf(key: string): string | undefined {
  const known = MANAGERS.find(([prefix]) => key.startsWith(prefix));
  if (known) return known[1];
  return key.startsWith('aws:') ? key.split(':')[1] || 'aws' : undefined;
}
