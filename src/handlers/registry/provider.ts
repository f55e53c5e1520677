/** Container registries that speak the OCI distribution API: an account is a registry, a location a repository. */
import { ReadError } from '../../core/common/errors.ts';
import type { Provider } from '../contract/provider.ts';
import { repositoriesIn } from './calls/catalogs.ts';
import { repositories } from './calls/listings.ts';
import { prove } from './calls/prove.ts';
import { problemOfRepository } from './calls/repository.ts';
import { firstLook } from './firstLook.ts';
import { tag } from './types/tag/handler.ts';
import { accountKeys, listedBy, oneHost, registryId, settingsOf } from './wire/account.ts';

/** Its one type is the tag; images in ECR have a type of the provider `aws`. */
export const registry: Provider = {
  name: 'registry',
  handlers: [tag],
  account: {
    id: registryId,
    sameId: oneHost,
    own: accountKeys,
    locations: 'Repositories to look at: names, or patterns such as `shop/*` for those in the catalog of the registry.',
    problemOfLocation: problemOfRepository,
    listedBy,
  },
  async prove({ account: name }, { accounts }, io) {
    const account = accounts.find((one) => one.name === name);
    if (!account) throw new ReadError(`there is no account ${name}`, { problem: 'wrongAccount' });
    await prove({ account, io });
  },
  async *locations(account, _patterns, io) {
    await prove({ account, io });
    const { catalog } = settingsOf(account);
    yield* catalog === undefined ? repositories({ account, io }) : repositoriesIn({ account, io }, catalog);
  },
  firstLook,
  isSandbox: () => false,
};
