import { ReadError } from '../../core/errors.ts';
import type { Place } from '../../core/finding.ts';
import type { Io, Scope } from '../handler.ts';
import type { Target } from './target.ts';

/** The scope's region in every AWS account: what is here may be shared with, and used from, any of them. */
export function everyAccount({ accounts, location }: Scope): readonly Place[] {
  return accounts.filter(({ provider }) => provider === 'aws').map(({ name }) => ({ account: name, location }));
}

/** Only where the resources themselves are. */
export function ownPlace({ account, location }: Scope): readonly Place[] {
  return [{ account: account.name, location }];
}

/** A place as its account's reading identity sees it. */
export function readerAt(place: Place, { accounts }: Scope, io: Io): Target {
  const account = accounts.find(({ name }) => name === place.account);
  if (!account) throw new ReadError(`account ${place.account} is not in the configuration`, { problem: 'failed' });
  return { account, region: place.location, identity: 'reader', io };
}
