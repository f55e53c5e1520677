/**
 * Listings of Cloud Control: a type of CloudFormation is a row, whatever its service, and needs no part of the SDK.
 * What its list and read handlers do, and with which permissions, stands in the type's schema.
 */
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import { cloudControl } from '../../calls/cloudControl.ts';
import { iam } from '../../calls/iam.ts';
import { parsed } from '../../mentions/contents.ts';
import type { Kind } from '../../mentions/mention.ts';
import { codeOf } from '../../wire/errors.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { isKnownRegion } from '../../wire/regions.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { Step } from './listing.ts';
import { type ListingSource, listingSource } from './listingSource.ts';
import type { Reading } from './reading.ts';

/** A resource of a type, as its schema identifies it. */
type Identifier = string;

/** The type, or one that its listing asks for; parents are listed first. */
interface Listed {
  /** As CloudFormation names it: `AWS::Kendra::DataSource`. */
  readonly type: string;
  /** The type that has its identifiers, where it has no list handler: of each of these there is one, or none. */
  readonly listedAs?: string;
  /** What the list handler requires, beside the type: the parent, a scope, the account. */
  readonly under?: Listed;
  /** Identifiers that the service lists of what is none yet, or none any more. */
  readonly unless?: RegExp;
  readonly model?: (above: Identifier, target: Reading['target']) => object;
}

interface Controlled extends Listed {
  readonly name: string;
  readonly users: string;
  /** In a sentence, before the identifier: `DataSync agent`. */
  readonly user: string;
  /** As those of every listing. */
  readonly names: ListingSource['names'];
  /** What its members mean together, beside what each of them names. */
  readonly meaning?: (properties: unknown, target: Reading['target']) => object;
  /** The permissions that the list and read handlers of the type, and of those above it, use. */
  readonly rights: readonly string[];
  /**
   * Where AWS documents the service; absent: everywhere. Elsewhere there is no user if AWS says too that it has no such
   * type: two witnesses (docs/adr/0111-types-of-cloud-control.md).
   */
  readonly regions?: readonly string[];
  readonly anywhere?: readonly Kind[];
  /** Absent: as the type that reads it. */
  readonly places?: ListingSource['places'];
  /**
   * The path of the service-linked role without which the service does not work and which stays as long as it has anything: where there is
   * none, nobody set it up (docs/adr/0123-a-service-that-nobody-set-up.md).
   */
  readonly role?: string;
  /** The service's own words for an account that never signed up for it, which has nothing in it. */
  readonly unsubscribed?: RegExp;
}

/** Every resource of a type. */
export function controlled(row: Controlled): ListingSource {
  const calls = [cloudControl.listResources, cloudControl.getResource, ...(row.role ? [iam.listRoles] : [])];
  const reads: Step<object> = {
    calls,
    read: async (reading) => {
      if (row.role && !(await isSetUp(reading, row.role))) return;
      try {
        await eachOf(reading, row, (identifier) => tell(reading, row, identifier));
      } catch (error) {
        if (!isAbsent(row, reading.target.region, error)) throw error;
      }
    },
  };
  const source = listingSource({ ...row, called: row.users.charAt(0).toLowerCase() + row.users.slice(1), reads });
  const permissions = [...source.permissions, ...row.rights].toSorted();
  const groups = source.group ? { groupOfMembers: 'cloudControl' } : { group: 'cloudControl' };
  return { ...source, ...groups, permissions, ...(row.places && { places: row.places }) };
}

async function isSetUp({ target, what }: Reading, PathPrefix: string): Promise<boolean> {
  for await (const page of pages(target, iam.listRoles, what, { PathPrefix })) if (page.length > 0) return true;
  return false;
}

async function eachOf(reading: Reading, listed: Listed, use: (identifier: Identifier) => Promise<void>): Promise<void> {
  const { target, what, found } = reading;
  const { type, listedAs: TypeName = type, under, model, unless } = listed;
  const list = async (above: Identifier) => {
    const ResourceModel = model && JSON.stringify(model(above, target));
    for await (const page of pages(target, cloudControl.listResources, what, { TypeName, ResourceModel })) {
      for (const { Identifier: identifier } of page) {
        const known = requirePart(identifier || undefined, 'Identifier', {
          target,
          what,
          ...cloudControl.listResources,
        });
        if (!unless?.test(known)) await found.attempt(() => use(known));
      }
    }
  };
  if (!under) await list('');
  // A parent that was deleted after its listing has no children.
  else await eachOf(reading, under, (above) => unlessGone(list(above)));
}

async function tell(reading: Reading, row: Controlled, Identifier: Identifier): Promise<void> {
  const { type: TypeName, user, meaning } = row;
  const { target, what, found } = reading;
  const answer = await unlessGone(read(target, cloudControl.getResource, what, { TypeName, Identifier }));
  if (!answer) return;
  const context = { target, what, ...cloudControl.getResource };
  const text = requirePart(answer.ResourceDescription?.Properties || undefined, 'Properties', context);
  const properties = requirePart(parsed(text), 'Properties that are JSON', context);
  const tellUses = async (part: unknown) => {
    const mentions = reading.mentionsOf({ ...cloudControl.getResource, api: TypeName }, part);
    found.add(await reading.usesOf(mentions, `${user} ${Identifier}`));
  };
  await tellUses(properties);
  if (meaning) await tellUses(meaning(properties, target));
}

/** Is the error AWS's word that there is nothing of the type here? */
function isAbsent({ regions, unsubscribed }: Controlled, region: string, error: unknown): boolean {
  if (!(error instanceof ReadError)) return false;
  if (unsubscribed?.test(messageOf(error.cause))) return true;
  if (codeOf(error.cause) !== 'TypeNotFoundException' || !isKnownRegion(region)) return false;
  return regions !== undefined && !regions.includes(region);
}
