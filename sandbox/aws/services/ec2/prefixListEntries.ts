import type { GetManagedPrefixListEntriesRequest, PrefixListEntry } from '@aws-sdk/client-ec2';
import { PREFIX_LIST_IDS } from '../../seeds/addressListSeeds.ts';
import { numbered, plain } from '../../store/listing.ts';
import { type Ec2Handlers, existing, listing } from './common.ts';

export const prefixListEntries: Ec2Handlers = {
  /** Of the current version: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_GetManagedPrefixListEntries.html */
  GetManagedPrefixListEntries: listing(
    plain<GetManagedPrefixListEntriesRequest, PrefixListEntry>(({ here }, { PrefixListId }) =>
      numbered(existing(here.prefixLists, PrefixListId, PREFIX_LIST_IDS).entries),
    ),
    { answer: 'Entries', pages: { min: 1, max: 100, otherwise: 100 } },
  ),
};
