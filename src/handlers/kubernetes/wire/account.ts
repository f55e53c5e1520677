/** The settings of a cluster's account. */
import { z } from 'zod';
import { name } from '../../../core/common/textSettings.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import { isLocationPattern } from '../../../core/resource/locationPattern.ts';
import { callRate } from '../../contract/callRate.ts';
import type { EntryProblem } from '../../contract/entry.ts';
import { programEnv } from '../../programs/programEnv.ts';

/** Calls per second that any API server surely takes from one client; the shared pacer uses its share of them. */
const CALLS_PER_SECOND = 100;

const UID_WORDS = 'the uid of the namespace kube-system: kubectl get namespace kube-system -o jsonpath={.metadata.uid}';

/** The uid of the namespace `kube-system`: each cluster has its own, and it never changes. */
export const clusterId = z
  .string({ error: UID_WORDS })
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: UID_WORDS })
  .meta({ examples: ['3f0c7a51-8f0e-4d57-9d13-2b3c4d5e6f70'] });

const LABEL = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const label = z.string().regex(LABEL, { error: 'the key of a label, as "example.com/stage"' });
const FOUND_BY = ['qbec', 'applyset', 'helm'] as const;

/** The labels by which the environments for the patterns in `locations` are found. */
const foundBy = z
  .union(
    [
      z.enum(FOUND_BY),
      z.strictObject({
        application: label.describe('The label whose value is the application.'),
        environment: label.describe('The label whose value is the environment.'),
      }),
    ],
    {
      error: `allowed: ${FOUND_BY.map((one) => `"${one}"`).join(', ')} or { application: "team", environment: "stage" }`,
    },
  )
  .describe(
    'With `all` or patterns such as `shop/*` in `locations`: the labels that name the environments to find. `qbec` (the default), `applyset` (its parent Secrets), `helm` (its releases), or two labels of your own.',
  );

/** The account's key `environments`: a tool whose labels are known, or two labels of one's own. */
export type FoundBy = z.output<typeof foundBy>;

/** The keys of an entry of `accounts` that names one cluster. */
export const accountKeys = {
  kubeconfig: name('a path').describe(
    'The kubeconfig file with the address of the cluster and the credentials; `in-cluster` = the service account of the Pod in which Holystone runs.',
  ),
  context: name('a context').optional().describe('The context in the kubeconfig; absent = its `current-context`.'),
  render: z
    .array(
      z.union([
        name('a program'),
        z.strictObject({
          program: name('a program').describe('The first word of `source.render`.'),
          env: programEnv.describe('Variables for it, best with their values from variables of Holystone.'),
        }),
      ]),
    )
    .optional()
    .describe(
      'The programs that a source may run (`source.render`); absent = none. They do not inherit the environment, but for variables such as `PATH`, `HOME`, proxies and folders of Helm; `{ program: helm, env: { NAME: value } }` gives one more.',
    ),
  execEnv: programEnv
    .optional()
    .describe(
      'Variables for the program that the kubeconfig runs for credentials (`exec`), beside its `env` there. It inherits `PATH`, `HOME`, proxies and the places of cloud identities; the keys of a cloud only if it is that cloud’s own program.',
    ),
  environments: foundBy.optional(),
  callRate: callRate('the API server', CALLS_PER_SECOND),
};

/** A program that a source may run, and the variables that somebody wrote for it. */
export type AllowedProgram = string | { readonly program: string; readonly env: Readonly<Record<string, string>> };

/** Its name or path, as a source must write it. */
export function programOf(allowed: AllowedProgram): string {
  return typeof allowed === 'string' ? allowed : allowed.program;
}

/** `Account.settings` of a cluster. */
export interface ClusterSettings {
  readonly kubeconfig: string;
  readonly context?: string;
  readonly render?: readonly AllowedProgram[];
  readonly execEnv?: Readonly<Record<string, string>>;
  readonly environments?: FoundBy;
  readonly callRate?: number;
}

/** The labels decide, beside the cluster, which environments are listed. */
export function listedBy(settings: object): object {
  return { environments: environmentsBy(settings as ClusterSettings) };
}

/** @param entry plain data that may be invalid */
export function warningsOf({ environments, locations }: Readonly<Record<string, unknown>>): readonly EntryProblem[] {
  const isFound = [locations].flat().some((one) => typeof one === 'string' && isLocationPattern(one));
  if (environments === undefined || isFound) return [];
  const message = 'it finds nothing: `locations` has neither `all` nor a pattern such as "shop/*"';
  return [{ path: ['environments'], message }];
}

/** The default is `qbec`. */
export function environmentsBy({ environments = 'qbec' }: ClusterSettings): FoundBy {
  return environments;
}

/** No check: the loader validated them against this provider's schema. */
export function settingsOf({ settings }: Pick<Account, 'settings'>): ClusterSettings {
  return settings as ClusterSettings;
}

/** One bucket for all calls to a cluster. */
export function bucketOf(account: Account) {
  const { callRate: perSecond = CALLS_PER_SECOND } = settingsOf(account);
  return {
    account: account.name,
    location: account.name,
    api: 'kubernetes:*',
    capacity: perSecond,
    refillPerSecond: perSecond,
  };
}
