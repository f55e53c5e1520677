/** The API servers that the configuration declares, as their kubeconfigs have them. */
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { Io } from '../../contract/handler.ts';
import { clusterOf } from '../wire/client.ts';

/** An API server: its host, and the certificates in PEM that may have signed its own. */
export interface ApiServer {
  readonly host: string;
  readonly ca?: string;
}

/** Without those whose kubeconfig cannot be read: sources that ask them say so. No request is sent. */
export async function declaredServers(accounts: readonly Account[], io: Io): Promise<readonly ApiServer[]> {
  const clusters = accounts.filter(({ provider }) => provider === 'kubernetes');
  const read = clusters.map((account) => clusterOf({ account, io }).server(io.clock));
  return (await Promise.allSettled(read)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
