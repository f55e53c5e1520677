/** The copies of an image in all regions, as one family: a use of one of them is a use of all (ADR 138). */
import type { Image } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { Finding, Place } from '../../../../core/common/finding.ts';
import { readWrittenDate } from '../../../../core/common/writtenDate.ts';
import type { EvidenceSource, Io, Scope } from '../../../contract/handler.ts';
import { ec2 } from '../../calls/ec2.ts';
import { copySources } from '../../resources/copySources.ts';
import { everyLocation, ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { imageReferences, referencesTo } from './imageReferences.ts';

type Relatives = ReadonlyMap<string, readonly Relative[]>;

/** The images of all places are listed once for so many. */
const IMAGES_AT_ONCE = 10_000;

const PERMISSIONS = [ec2.describeImages.api, ...imageReferences.permissions];

/** An image, where it is, and the images that it is a copy of. */
interface Relative {
  readonly id: string;
  readonly place: Place;
  readonly copyOf: readonly string[];
  /** ms since the epoch; absent: it was never launched, or AWS does not say. */
  readonly launchedAt?: number;
}

export const imageFamily: EvidenceSource = {
  name: 'imageFamily',
  summary:
    'Copies of the image, what it was copied from, and copies of that, wherever the declared accounts have them: what DescribeImageReferences names as a user of one of them, or its last launch, is a use of the whole family.',
  permissions: PERMISSIONS,
  per: 'resource',
  optional: true,
  candidatesAtOnce: IMAGES_AT_ONCE,
  places: ownPlace,
  alsoNeeds: (scope) => everyLocation(scope).map((place) => ({ place, permissions: PERMISSIONS })),
  async read(_place, scope, candidates, io) {
    const places = everyLocation(scope);
    const families = familiesOf(
      candidates.map(({ id }) => id),
      await relativesIn(places, scope, io),
    );
    // What uses an image without copies is found by the other kinds.
    const all = [...new Set(families.values())].flatMap((family) => (family.size > 1 ? [...family] : []));
    const uses = await usesOf(places, all, scope, io);
    return candidates.flatMap(({ id }) => {
      const others = [...(families.get(id) ?? [])].filter((one) => one.id !== id);
      const used = others.flatMap((one) => (uses.get(one) ?? []).map((finding) => usedAs(id, one, finding)));
      const launches = others.flatMap((one) => (one.launchedAt === undefined ? [] : launch(id, one, one.launchedAt)));
      const [latest] = launches.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
      // Any of them keeps it.
      return [...used.slice(0, NAMED), ...(latest === undefined ? [] : [latest])];
    });
  },
};

/** How many users of its family the reason of an image names. */
const NAMED = 5;

function usedAs(alias: string, relative: Relative, { says, by }: Finding): Finding {
  return { alias, says, by: `${by}, which uses ${words(relative)}` };
}

function words({ id, place: { account, location } }: Relative): string {
  return `${id} in ${account}/${location}, of the same family of copies`;
}

function launch(alias: string, relative: Relative, at: number): Finding {
  return { alias, says: 'lastUsed', at, by: `a launch of ${words(relative)}` };
}

/** By the ids of each and of what it is a copy of. @throws ReadError: a copy may be in the place that could not be read */
async function relativesIn(places: readonly Place[], scope: Scope, io: Io): Promise<Relatives> {
  const known = new Map<string, Relative[]>();
  for (const place of places) {
    const target = await provenReader(place, scope, io);
    for await (const page of pages(target, ec2.describeImages, 'reading images that may be copies')) {
      for (const relative of page.flatMap((image) => relativeOf(image, place) ?? [])) {
        for (const id of [relative.id, ...relative.copyOf]) {
          const those = known.get(id);
          if (those === undefined) known.set(id, [relative]);
          else those.push(relative);
        }
      }
    }
  }
  return known;
}

function relativeOf(image: Image, place: Place): Relative | undefined {
  const { ImageId: id, SourceImageId, SourceInstanceId, Description, LastLaunchedTime } = image;
  if (!id) return undefined;
  const launchedAt = readWrittenDate(LastLaunchedTime ?? '')?.at;
  const copyOf = copySources({
    id,
    ...defined({ sourceImageId: SourceImageId, sourceInstanceId: SourceInstanceId, description: Description }),
  });
  return { id, place, copyOf, ...(launchedAt === undefined ? {} : { launchedAt }) };
}

/** The family of each, itself included: all that a chain of copies connects, also through an image that is gone. */
function familiesOf(ids: readonly string[], known: Relatives): ReadonlyMap<string, ReadonlySet<Relative>> {
  const families = new Map<string, ReadonlySet<Relative>>();
  for (const id of ids) {
    if (families.has(id)) continue;
    const family = new Set<Relative>();
    const connected = new Set([id]);
    // A Set is iterated with what is added meanwhile.
    for (const one of connected) {
      for (const relative of known.get(one) ?? []) {
        family.add(relative);
        for (const next of [relative.id, ...relative.copyOf]) connected.add(next);
      }
    }
    for (const one of connected) families.set(one, family);
  }
  return families;
}

async function usesOf(
  places: readonly Place[],
  all: readonly Relative[],
  scope: Scope,
  io: Io,
): Promise<ReadonlyMap<Relative, readonly Finding[]>> {
  const uses = new Map<Relative, readonly Finding[]>();
  for (const place of places) {
    const some = all.filter((one) => one.place === place);
    if (some.length === 0) continue;
    const target = await provenReader(place, scope, io);
    const ids = some.map(({ id }) => id);
    const found = await referencesTo(target, ids);
    for (const one of some) {
      const own = found.filter(({ alias }) => alias === one.id);
      if (own.length > 0) uses.set(one, own);
    }
  }
  return uses;
}
