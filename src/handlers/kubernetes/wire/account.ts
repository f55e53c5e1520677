/** The settings of a cluster's account. */
import { z } from 'zod';
import { name } from '../../../core/common/textSettings.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';

/** Calls per second that any API server surely takes from one client; the shared pacer uses its share of them. */
const CALLS_PER_SECOND = 100;

const UID_WORDS = 'the uid of the namespace kube-system: kubectl get namespace kube-system -o jsonpath={.metadata.uid}';

/** The uid of the namespace `kube-system`: each cluster has its own, and it never changes. */
export const clusterId = z
  .string({ error: UID_WORDS })
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: UID_WORDS })
  .meta({ examples: ['3f0c7a51-8f0e-4d57-9d13-2b3c4d5e6f70'] });

/** The keys of an entry of `accounts` that names one cluster. */
export const accountKeys = {
  kubeconfig: name('a path').describe(
    'The kubeconfig file with the address of the cluster and the credentials; `in-cluster` = the service account of the Pod in which Holystone runs.',
  ),
  context: name('a context').optional().describe('The context in the kubeconfig; absent = its `current-context`.'),
  render: z
    .array(name('a program'))
    .optional()
    .describe('The programs that a source may run (`source.render`); absent = none.'),
  callRate: z
    .number({ error: 'a number of calls per second' })
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      `The calls per second that the API server takes (${CALLS_PER_SECOND}); \`work.callRateShare\` of it is used.`,
    ),
};

/** `Account.settings` of a cluster. */
export interface ClusterSettings {
  readonly kubeconfig: string;
  readonly context?: string;
  readonly render?: readonly string[];
  readonly callRate?: number;
}

export function settingsOf({ settings }: Pick<Account, 'settings'>): ClusterSettings {
  return settings as ClusterSettings;
}

/** One bucket for all calls to a cluster. */
export function bucketOf(account: Account) {
  const { callRate = CALLS_PER_SECOND } = settingsOf(account);
  return {
    account: account.name,
    location: account.name,
    api: 'kubernetes:*',
    capacity: callRate,
    refillPerSecond: callRate,
  };
}
