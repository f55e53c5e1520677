import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudControl } from '../../calls/cloudControl.ts';
import { ecs } from '../../calls/ecs.ts';
import type { Kind } from '../../mentions/mention.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import type { Step } from './listing.ts';
import { Reading } from './reading.ts';
import { servedBy } from './serviceRegions.ts';
import { Unchanging } from './unchanging.ts';
import { isMissing } from './whereServed.ts';

/** A kind of users that one listing shows. */
export interface Listing {
  /** The name of its source. */
  readonly name: string;
  /** For the documentation: `Pipes of EventBridge in every state`. */
  readonly users: string;
  /** For errors: `pipes`. */
  readonly called: string;
  /** Its names in earlier versions, and those of sources that it took over. */
  readonly earlier?: readonly string[];
  /** The kinds that a member of the answers may name; `texts`: its texts may name any, which can be switched off. */
  readonly names: readonly (Kind | 'texts')[] | 'texts';
  /** Kinds that it names in an allow list, so that it counts in whatever region it is. */
  readonly anywhere?: readonly Kind[];
  /** Its programs ask other regions, too, by a name that is a person's: for every kind it is read in each declared region. */
  readonly asksAbroad?: true;
  readonly reads: Step<object>;
}

/** The source of a listing, with the kinds that it can name. */
export interface ListingSource extends EvidenceSource, Pick<Listing, 'anywhere' | 'asksAbroad'> {
  readonly names: readonly (Kind | 'texts')[];
  /** The group of what its members name, where its texts are in one of their own. */
  readonly groupOfMembers?: string;
}

/** Several types share one read, by which each finds the users of its own kind. */
export function listingSource(listing: Listing): ListingSource {
  const { name, anywhere, asksAbroad, earlier, users, called, reads } = listing;
  const names = listing.names === 'texts' ? (['texts'] as const) : listing.names;
  const isText = names.includes('texts');
  const served = servedBy(reads.calls[0]?.service);
  const more = [...(isText ? [ecs.describeTaskDefinition] : []), ...(served ? [cloudControl.listResources] : [])];
  return {
    name,
    ...(earlier && { earlier }),
    names,
    summary: `${users}, by everything that they mention.`,
    permissions: permissionsOf(...reads.calls, ...more).toSorted(),
    per: 'location',
    ...(served?.isRare && { group: 'cloudControl' }),
    // Anybody who reads a text may use what it names, wherever it stands.
    ...(isText && { group: 'texts', affectsOtherAccounts: true as const }),
    ...(isText && served?.isRare && { groupOfMembers: 'cloudControl' }),
    ...(anywhere && { anywhere }),
    ...(asksAbroad && { asksAbroad }),
    places: everyAccount,
    async read(place, scope, _candidates, io) {
      const target = await provenReader(place, scope, io);
      if (served && (await isMissing(served, target))) return [];
      const key = `aws/${target.account.name}/${target.region}/listings/${name}`;
      const memory = io.clients.get(key, () => new Unchanging());
      const findings = await collecting((found) =>
        reads.read(new Reading(target, found, `reading ${called}`, memory, isText), {}),
      );
      memory.forgetUnasked();
      return findings;
    },
  };
}
