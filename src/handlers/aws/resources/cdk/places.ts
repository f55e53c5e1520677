/**
 * The buckets and repositories of environments, by their names. Pure.
 *
 * Usually their names say the qualifier: `cdk-hnb659fds-assets-…`. A stack may name such a place of another environment than the
 * one whose version it asks for. A place may also have a name of its own (`acme-assets`), which no text distinguishes from
 * other names: an asset there is protected by each stack that may mean it, whichever version it asks for.
 */

import { HOLE } from '../templates/texts.ts';
import { qualifiersOf, type StackParameter } from './stacks.ts';

/** An environment of CDK has one bucket for files and one repository of ECR for images. */
export type PlaceKind = 'bucket' | 'repository';
const KINDS: readonly PlaceKind[] = ['bucket', 'repository'];

const USUAL = /cdk-([A-Za-z0-9_-]{1,10}?)-(container-)?assets([^"'\s/,]{0,80})/g;
/** The end of a region's name: `us-east-1`. */
const OF_REGION = /[a-z]-\d/;
/** A template names no image without one of these. */
const OF_IMAGES = /ecr|repositor|image/i;

interface Usual {
  readonly qualifier: string;
  readonly kind: PlaceKind;
  /** The rest of its name: `-123456789012-us-east-1`. */
  readonly end: string;
}

function* usualIn(text: string): Generator<Usual, void, undefined> {
  for (const [, qualifier = '', container, end = ''] of text.matchAll(USUAL)) {
    yield { qualifier, kind: container === undefined ? 'bucket' : 'repository', end };
  }
}

/** In the place of a qualifier: all places of this kind whose names say none. No qualifier has a `*`. */
function unusualOf(kind: PlaceKind): string {
  return `*${kind}`;
}

/** By which environments stacks may mean a place of this name, beside its own one. */
export function environmentsOf(name: string, kind: PlaceKind): readonly string[] {
  const found = [...usualIn(name)].filter((one) => one.kind === kind).map(({ qualifier }) => qualifier);
  return found.length === 0 ? [unusualOf(kind)] : found;
}

/** The places that the texts of one deployment name. */
export class NamedPlaces {
  readonly #usual = new Set<string>();
  readonly #qualifiers = new Set<string>();
  readonly #inRegions = new Set<string>();
  #mayHaveImages = false;

  add(text: string): void {
    for (const { qualifier, kind, end } of usualIn(text)) {
      this.#qualifiers.add(qualifier);
      if (OF_REGION.test(end) || end.includes(HOLE)) this.#inRegions.add(inRegion(qualifier, end));
      this.#usual.add(`${kind} ${qualifier}`);
    }
    this.#mayHaveImages ||= OF_IMAGES.test(text);
  }

  /** The environments in which its assets may be, beside the one that the parameters ask for. */
  environments(parameters: readonly StackParameter[]): ReadonlySet<string> {
    return new Set([...this.#qualifiers, ...this.#unusual([...qualifiersOf(parameters)])]);
  }

  /** The environments of named regions in which its assets may be, for {@link environmentsIn}. */
  inRegions(parameters: readonly StackParameter[]): ReadonlySet<string> {
    const wanted = [...qualifiersOf(parameters)];
    // Without a version and a usual name nothing says where its assets are.
    const unusual = wanted.length + this.#usual.size === 0 ? KINDS.map(unusualOf) : this.#unusual(wanted);
    return new Set([...this.#inRegions, ...unusual.map((environment) => inRegion(environment, HOLE))]);
  }

  /**
   * Of the environment that a stack asks for CDK names the usual bucket with each file, and the usual repository with each image: a
   * stack that does not has its assets elsewhere.
   */
  #unusual(qualifiersWanted: readonly string[]): readonly string[] {
    const may = this.#mayHaveImages ? KINDS : KINDS.slice(0, 1);
    return may.filter((kind) => qualifiersWanted.some((one) => !this.#usual.has(`${kind} ${one}`))).map(unusualOf);
  }
}

function inRegion(environment: string, end: string): string {
  return `${environment} ${end}`;
}

/**
 * The environments of one region in which a stack of another region may have assets.
 * @param inRegions as {@link NamedPlaces.inRegions} has them. A part of a name that no text shows may be any region
 */
export function environmentsIn(region: string, inRegions: Iterable<string>): ReadonlySet<string> {
  const named = [...inRegions].map((one) => one.split(' ') as [environment: string, end: string]);
  const here = named.filter(([, end]) => end.includes(HOLE) || end.includes(region.toLowerCase()));
  return new Set(here.map(([environment]) => environment));
}
