/** The accounts of a person's own configuration, for a sandbox that has the same. */
import type { ListingRequest } from '../core/policy/listing.ts';
import type { Account } from '../core/policy/workConfiguration.ts';
import { type CliContext, UsageError } from './context.ts';
import { loadToRead } from './load.ts';

/** Regions of an account whose entry has patterns instead of names. */
const REGIONS = ['us-east-1', 'eu-west-1'];

interface Own {
  readonly accounts: {
    readonly accounts: readonly Account[];
    /** The tag key that names an owner. */
    readonly ownerTag: string;
    /** Of addresses that the configuration accepts; absent: it accepts any. */
    readonly ownerDomain?: string;
  };
  /** The types that the configuration cleans up. */
  readonly types: readonly string[];
}

/** @throws ConfigurationError with every problem; UsageError if the accounts are not in the file */
export async function ownConfiguration(path: string, context: CliContext): Promise<Own> {
  const { accounts, owner, workConfigurations } = await loadToRead(path, context, {
    listingFor: regionsOf(context.clock.now()),
  });
  const domain = owner.domains === 'any' ? undefined : owner.domains?.[0]?.replace('*', 'team');
  return {
    accounts: {
      accounts,
      ownerTag: owner.tags[0] ?? 'owner',
      ...(domain === undefined ? {} : { ownerDomain: domain }),
    },
    types: [...new Set(workConfigurations.map(({ resourceType }) => resourceType))].sort(),
  };
}

function regionsOf(at: number) {
  return ({ wanted, through, subject }: ListingRequest) => {
    if (wanted.kind === 'accounts') {
      throw new UsageError(`--config: the sandbox does not have ${subject}; name each account in "accounts"`);
    }
    return {
      at,
      accounts: [{ id: through.id ?? through.name, name: through.name, state: 'ACTIVE', regions: REGIONS }],
    };
  };
}
