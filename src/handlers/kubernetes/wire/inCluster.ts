/** The service account that Kubernetes mounts into a Pod: the address of its cluster, and a token that changes about every hour. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReadError } from '../../../core/common/errors.ts';
import type { ClusterAccess } from './kubeconfig.ts';

/** The value of `kubeconfig` that means it. */
export const IN_CLUSTER = 'in-cluster';

/** The identity of the Pod in which Holystone runs. */
export interface ServiceAccount {
  /** With the files `token`, `ca.crt` and `namespace`. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The paths and variables of the process itself; tests pass others. */
export const MOUNTED: ServiceAccount = {
  folder: '/var/run/secrets/kubernetes.io/serviceaccount',
  environment: process.env,
};

/**
 * The namespaces in which Holystone itself may run: that of the mounted service account, and the variable `POD_NAMESPACE`.
 * They count in every cluster of the configuration, because nothing says to which of them the Pod belongs. Empty outside a
 * Pod.
 */
export function ownNamespaces({ folder, environment }: ServiceAccount): readonly string[] {
  return [environment.POD_NAMESPACE ?? '', mountedNamespace(folder)].filter((one) => one !== '');
}

function mountedNamespace(folder: string): string {
  try {
    return readFileSync(join(folder, 'namespace'), 'utf8').trim();
  } catch {
    return '';
  }
}

/** @throws ReadError outside a Pod */
export function inClusterAccess({ folder, environment }: ServiceAccount): ClusterAccess {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = environment;
  if (!host) {
    throw new ReadError(
      `\`kubeconfig: ${IN_CLUSTER}\`: KUBERNETES_SERVICE_HOST is not set, so this is no Pod; name a kubeconfig file`,
      { problem: 'credentials' },
    );
  }
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ca: { path: join(folder, 'ca.crt') },
    tokenFile: join(folder, 'token'),
    impersonate: {},
  };
}
