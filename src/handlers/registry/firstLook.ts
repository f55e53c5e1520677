/** A first look at a registry: old tags beyond the newest of each repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReadError } from '../../core/common/errors.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { FirstLook } from '../contract/firstLook.ts';
import { repositories } from './calls/listings.ts';
import { prove } from './calls/prove.ts';
import { hostOf } from './wire/account.ts';
import type { CallScope } from './wire/call.ts';

/** It signs in as Docker does, where Docker knows the registry. */
export const firstLook: FirstLook = {
  called: {
    ...{ account: 'registry', location: 'repository', locations: 'repositories' },
    found: 'beyond the newest 30 of their repository and older than 90 days',
    unseen:
      'A look at a registry does not see who runs an image; a configuration names the clusters and accounts to ask.',
  },
  async here({ target = '' }, environment, io) {
    const { origin: url, pathname } = addressOf(target);
    const dockerConfig = dockerConfigFor(hostOf({ settings: { url } }), environment);
    const settings = { url, ...(dockerConfig === undefined ? {} : { credentials: { dockerConfig } }) };
    const id = hostOf({ settings });
    const name = id.replace(/[^\w.-]+/g, '-');
    const account: Account = { name, provider: 'registry', locations: [], settings };
    await signedIn({ account, io }, id);
    const repository = pathname.replaceAll(/^\/+|\/+$/g, '');
    const found = repository === '' ? await repositoriesOf({ account, io }, id) : [repository];
    if (found.length === 0) throw new ReadError(`${id} lists no repository`, { problem: 'malformed' });
    const lines = [`id: ${JSON.stringify(id)}`, ...Object.entries(settings).map(lineOf)];
    return { id, name, locations: found, lines };
  },
  entryLines: () => ['nameRegexDelete: ".*"', 'keepN: 30', 'olderThan: 90d', 'timestampSource: image-created'],
  filters: {},
};

/** @throws ReadError which says how Docker signs in, where the registry wants that */
async function signedIn(target: CallScope, host: string): Promise<void> {
  try {
    await prove(target);
  } catch (error) {
    if (!(error instanceof ReadError) || error.problem !== 'credentials') throw error;
    throw new ReadError(`${error.message}; a look signs in as Docker does: docker login ${host}`, error);
  }
}

/** Many registries list nothing for strangers: Docker Hub has no catalog at all. @throws ReadError */
async function repositoriesOf(target: CallScope, host: string): Promise<readonly string[]> {
  const found = new Set<string>();
  try {
    for await (const page of repositories(target)) for (const one of page) found.add(one);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    throw new ReadError(`${error.message}; to look at one repository: --registry ${host}/REPOSITORY`, error);
  }
  return [...found].toSorted();
}

function lineOf([key, value]: readonly [string, unknown]): string {
  return `${key}: ${JSON.stringify(value)}`;
}

/** `registry.example.com/shop/web` is `https://registry.example.com/shop/web`: the host, and one repository. @throws ReadError */
function addressOf(target: string): URL {
  const text = target.includes('://') ? target : `https://${target}`;
  if (URL.canParse(text)) return new URL(text);
  throw new ReadError(`"${target}" is not the address of a registry`, { problem: 'malformed' });
}

/** https://docs.docker.com/reference/cli/docker/login/#credential-stores: what signs in to a host has it in `auths` or `credHelpers`. */
function dockerConfigFor(host: string, { DOCKER_CONFIG, HOME = '' }: Record<string, string | undefined>) {
  const path = join(DOCKER_CONFIG || join(HOME, '.docker'), 'config.json');
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<'auths' | 'credHelpers', object>>;
    return [read.auths, read.credHelpers].some((known) => host in (known ?? {})) ? path : undefined;
  } catch {
    // Without it the registry is asked as a stranger, and says what it refuses.
    return undefined;
  }
}
