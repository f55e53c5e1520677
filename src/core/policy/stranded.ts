/** Resources in quarantine that the running configuration does not both release and delete. Pure. */
import { pluralize } from '../common/pluralize.ts';
import { type Namespace, partsOf } from '../resource/namespace.ts';
import { deletesNothingBecause } from './effects.ts';
import type { Account, WorkConfiguration } from './workConfiguration.ts';

/** Resources of one namespace that stay in quarantine. */
export interface Stranded {
  readonly namespace: Namespace;
  /** The known ids; there may be more. */
  readonly ids: readonly string[];
  /** Why they stay there, and what to do. */
  readonly why: string;
}

/** The parts of a configuration that decide about resources in quarantine. */
export interface Covering {
  readonly dryRun: boolean;
  readonly accounts: readonly Account[];
  readonly workConfigurations: readonly WorkConfiguration[];
}

/** The account of a namespace; its name is compared without case. */
export function accountOf(accounts: readonly Account[], namespace: Namespace): Account | undefined {
  const { provider, account } = partsOf(namespace);
  return accounts.find((one) => one.provider === provider && one.name.toLowerCase() === account);
}

/**
 * Why resources in quarantine there are not both released when used and deleted when the quarantine is over;
 * `undefined` = they are.
 */
export function strandedBecause(covering: Covering, namespace: Namespace): string | undefined {
  const wc = covering.workConfigurations.find((one) => one.namespace === namespace);
  if (wc) return heldBecause(wc);
  const { account } = partsOf(namespace);
  if (!accountOf(covering.accounts, namespace)) {
    return `the account "${account}" is not in the configuration: declare it again and Holystone releases them, or release them by hand`;
  }
  if (covering.dryRun) {
    return `no entry of cleanup covers them any more, and dryRun is on: switch it off and Holystone releases them, or release them by hand`;
  }
  return 'no entry of cleanup covers them any more: the daemon releases them';
}

function heldBecause(wc: WorkConfiguration): string | undefined {
  const why = deletesNothingBecause(wc);
  if (!wc.live)
    return `Holystone writes nothing there, because ${why ?? 'it is not live'}: it neither releases nor deletes them`;
  if (why !== undefined)
    return `Holystone deletes nothing there, because ${why}: it only releases resources that are kept`;
  if (!wc.actions.includes('mark'))
    return 'its entry has no action "mark": Holystone does not release resources in use';
  if (!wc.actions.includes('delete'))
    return 'its entry has no action "delete": Holystone only releases resources that are kept';
  return undefined;
}

/** A warning names at most so many ids. */
const NAMED = 5;

/** @example `2 resources of aws:test:us-east-1:image are in quarantine (ami-1, ami-2); no entry …` */
export function describeStranded({ namespace, ids, why }: Stranded): string {
  const more = ids.length > NAMED ? `, and ${ids.length - NAMED} more` : '';
  const are = ids.length === 1 ? 'is' : 'are';
  const named = `${ids.slice(0, NAMED).join(', ')}${more}`;
  return `${pluralize(ids.length, 'resource')} of ${namespace} ${are} in quarantine (${named}); ${why}`;
}
