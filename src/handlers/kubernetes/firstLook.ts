/** A first look at a cluster: the releases of Helm, each of which is its own source. */
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { messageOf, ReadError } from '../../core/common/errors.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { FirstLook } from '../contract/firstLook.ts';
import { environmentsIn } from './calls/environments.ts';
import { uidOf } from './calls/prove.ts';

/** Of every other tool a configuration must say where the source is; a release of Helm is in the cluster. */
const FOUND_BY = 'helm';

/** It reads the kubeconfig of the shell. */
export const firstLook: FirstLook = {
  called: {
    ...{ account: 'cluster', location: 'release', locations: 'releases' },
    found: 'that no release of Helm declares any more',
  },
  async here({ target: context = '' }, environment, io) {
    const kubeconfig = kubeconfigWith(context, environment);
    const name = context.replace(/[^\w.-]+/g, '-');
    const settings = { kubeconfig, context, environments: FOUND_BY };
    const account: Account = { name, provider: 'kubernetes', locations: [], settings };
    const id = await uidOf({ account, io });
    const found = new Set<string>();
    for await (const page of environmentsIn({ account, io }, FOUND_BY)) for (const one of page) found.add(one);
    if (found.size === 0) {
      const why = 'it has no release of Helm; objects of other tools need their source in a configuration';
      throw new ReadError(`looking at ${context}: ${why} (docs/kubernetes.md)`, { problem: 'malformed' });
    }
    const lines = [`id: ${id}`, ...Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)];
    return { id, name, locations: [...found].toSorted(), lines };
  },
  entryLines: () => [`ownership: ${FOUND_BY}`, 'when: [{ rule: notInSource }]'],
  filters: {},
};

/**
 * The file that has the context, of those that kubectl would read.
 * https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
 * @throws ReadError
 */
function kubeconfigWith(context: string, { KUBECONFIG = '', HOME = '' }: Record<string, string | undefined>): string {
  const listed = KUBECONFIG.split(delimiter).filter((path) => path !== '');
  const paths = listed.length > 0 ? listed : [join(HOME, '.kube', 'config')];
  const found = paths.find((path) => contextsIn(path).includes(context));
  if (found !== undefined) return found;
  const known = paths.flatMap(contextsIn).join(', ') || 'none';
  const message = `no kubeconfig has the context "${context}" (${paths.join(', ')} has: ${known})`;
  throw new ReadError(message, { problem: 'malformed' });
}

/** As kubectl does, a file that cannot be read has none. */
function contextsIn(path: string): readonly string[] {
  try {
    const { contexts } = (parse(readFileSync(path, 'utf8')) ?? {}) as { readonly contexts?: unknown };
    return Array.isArray(contexts) ? contexts.flatMap((one) => (typeof one?.name === 'string' ? [one.name] : [])) : [];
  } catch (error) {
    if (isAbsent(error)) return [];
    throw new ReadError(`reading ${path}: ${messageOf(error)}`, { problem: 'malformed', cause: error });
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
