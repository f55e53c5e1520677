/** Clusters of Kubernetes: an account is a cluster, a location an application environment. */
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { Provider } from '../contract/provider.ts';
import { withReferences } from '../documents/everyType.ts';
import { environmentsIn } from './calls/environments.ts';
import { prove } from './calls/prove.ts';
import { firstLook } from './firstLook.ts';
import { problemOfEnvironment } from './objects/ownership.ts';
import { rbac } from './rights/rbac.ts';
import { diff } from './types/object/diff.ts';
import { object } from './types/object/handler.ts';
import { accountKeys, clusterId, environmentsBy, listedBy, settingsOf, warningsOf } from './wire/account.ts';

/** Its accounts answer to one API server each, and it has one type for objects of every kind. */
export const kubernetes: Provider = {
  name: 'kubernetes',
  handlers: [withReferences(object)],
  account: {
    id: clusterId,
    own: accountKeys,
    locations:
      'Application environments to look at: names such as `shop/prod`, `all`, or patterns such as `shop/*` for those in the cluster (`environments`). Absent = the cluster is only asked which images it runs.',
    isReadWithoutLocations: true,
    problemOfLocation: problemOfEnvironment,
    listedBy,
    warningsOf,
  },
  locations: (account, _patterns, io) => environmentsIn({ account, io }, environmentsBy(settingsOf(account))),
  prove: ({ account }, { accounts }, io) =>
    prove({ account: accounts.find(({ name }) => name === account) as Account, io }),
  diff,
  rights: rbac,
  firstLook,
  isSandbox: () => false,
};
