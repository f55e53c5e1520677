/**
 * The buckets and repositories of environments, by their names. Pure.
 *
 * Usually their names say the qualifier: `cdk-hnb659fds-assets-…`. A stack may name such a place of another environment than the
 * one whose version it asks for. A place may also have a name of its own (`acme-assets`), which no text tells from other names: an
 * asset there is protected by each stack that may mean it, whichever version it asks for.
 */
import { qualifiersOf, type StackParameter } from './stacks.ts';

export type PlaceKind = 'bucket' | 'repository';

const USUAL = /cdk-([A-Za-z0-9_-]{1,10}?)-(container-)?assets/g;
/** A template names no image without one of these. */
const OF_IMAGES = /ecr|repositor|image/i;

interface Usual {
  readonly qualifier: string;
  readonly kind: PlaceKind;
}

function* usualIn(text: string): Generator<Usual, void, undefined> {
  for (const [, qualifier = '', container] of text.matchAll(USUAL)) {
    yield { qualifier, kind: container === undefined ? 'bucket' : 'repository' };
  }
}

/** In the place of a qualifier: all places of this kind whose names say none. No qualifier has a `*`. */
function unusual(kind: PlaceKind): string {
  return `*${kind}`;
}

/** By which environments stacks may mean a place of this name, beside its own one. */
export function environmentsOf(name: string, kind: PlaceKind): readonly string[] {
  const said = [...usualIn(name)].filter((one) => one.kind === kind).map(({ qualifier }) => qualifier);
  return said.length === 0 ? [unusual(kind)] : said;
}

/** The places that the texts of one deployment name. */
export class NamedPlaces {
  readonly #usual = new Set<string>();
  readonly #qualifiers = new Set<string>();
  #mayHaveImages = false;

  add(text: string): void {
    for (const { qualifier, kind } of usualIn(text)) {
      this.#qualifiers.add(qualifier);
      this.#usual.add(`${kind} ${qualifier}`);
    }
    this.#mayHaveImages ||= OF_IMAGES.test(text);
  }

  /**
   * The environments in which its assets may be, beside the one that the parameters ask for. Of that one CDK names the usual
   * bucket with each file, and the usual repository with each image: a stack that does not has its assets elsewhere.
   */
  environments(parameters: readonly StackParameter[]): ReadonlySet<string> {
    const asked = [...qualifiersOf(parameters)];
    const isElsewhere = (kind: PlaceKind) => asked.some((qualifier) => !this.#usual.has(`${kind} ${qualifier}`));
    return new Set([
      ...this.#qualifiers,
      ...(isElsewhere('bucket') ? [unusual('bucket')] : []),
      ...(this.#mayHaveImages && isElsewhere('repository') ? [unusual('repository')] : []),
    ]);
  }
}
