/** The head of sources that read whole clusters for resources of other providers. */
import { ReadError } from '../../../core/common/errors.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource, Io, Scope } from '../../contract/handler.ts';
import { prove } from '../calls/prove.ts';
import type { CallScope } from '../wire/call.ts';

/** In a place: all namespaces of a cluster. */
const WHOLE = 'all namespaces';

/** Each cluster of the configuration, as a whole. */
export const everyCluster: EvidenceSource['places'] = ({ accounts }) =>
  accounts.filter(({ provider }) => provider === 'kubernetes').map(({ name }) => ({ account: name, location: WHOLE }));

/**
 * The cluster of a place, which proved that it is the one that the configuration means.
 * @throws ReadError for one without an id: any cluster might answer
 */
export async function provenCluster(
  place: { readonly account: string },
  { accounts }: Pick<Scope, 'accounts'>,
  io: Io,
): Promise<CallScope> {
  const account = accounts.find(({ name }) => name === place.account) as Account;
  if (account.id === undefined) {
    const message = `account ${account.name} is declared without id, so Holystone cannot verify it; declare accounts[].id`;
    throw new ReadError(message, { problem: 'wrongAccount' });
  }
  const target: CallScope = { account, io };
  await prove(target);
  return target;
}
