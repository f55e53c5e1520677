/**
 * Hashes of CDK assets, in templates, object keys and image tags. Pure.
 *
 * An asset's hash is a SHA-256 in hexadecimal digits: "assetHash … will be hashed to an SHA256 string of 64 characters"
 * (CDK, `AssetOptions`). Around it stand a prefix (`bucketPrefix`, `dockerTagPrefix`, `AssetParameters`) and a suffix
 * (`.zip`, `ArtifactHash`), which may begin or end with a hexadecimal digit themselves.
 */

const LENGTH = 64;
const BYTES = LENGTH / 2;
/** Which codes of ASCII are hexadecimal digits. */
const IS_DIGIT = Uint8Array.from({ length: 128 }, (_, code) => (/[0-9a-f]/i.test(String.fromCharCode(code)) ? 1 : 0));

/**
 * Collects the hashes of texts that come in pieces. It keeps the hashes and at most 63 characters, never a text. Of a
 * longer run of hexadecimal digits each part of 64 counts, because any of them may be the hash: more is protected, not
 * less.
 */
export class HashScanner {
  readonly hashes = new Set<string>();
  #tail = '';

  /** The next piece of the present text. */
  write(piece: string): void {
    const text = this.#tail + piece;
    collect(text, this.hashes);
    this.#tail = lastRun(text);
  }

  /** The text is over: the next piece does not continue it. */
  end(): void {
    this.#tail = '';
  }
}

/** `\u0061`, `\x61` and `\U00000061` are letters; a line of YAML that ends with a backslash goes on in the next one. */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|\r?\n[ \t]*)/g;

/** The text as a reader of JSON or YAML sees its strings. `undefined`: the same. */
export function spelledOut(text: string): string | undefined {
  const read = text.replace(ESCAPE, (_all, ...codes: unknown[]) => {
    const code = Number.parseInt(String(codes.slice(0, 3).find((one) => one !== undefined)), 16);
    return code <= 0x7f ? String.fromCharCode(code) : '';
  });
  return read === text ? undefined : read;
}

/**
 * The hexadecimal digits of a text that stand beside each other, at least so many. Such a run covers one of every `least` places, so of a
 * megabyte few characters are looked at: an expression would try each.
 */
export function* digitRuns(text: string, least: number): Generator<string, void, undefined> {
  let at = least - 1;
  while (at < text.length) {
    let end = at;
    if (isDigit(text, at)) {
      let start = at;
      while (isDigit(text, start - 1)) start -= 1;
      while (isDigit(text, end)) end += 1;
      if (end - start >= least) yield text.slice(start, end);
    }
    at = end + least;
  }
}

/** Before the text and after it stands none. */
function isDigit(text: string, at: number): boolean {
  return IS_DIGIT[text.charCodeAt(at)] === 1;
}

function collect(text: string, hashes: Set<string>): void {
  for (const run of digitRuns(text, LENGTH)) {
    for (let start = 0; start + LENGTH <= run.length; start++) hashes.add(owned(run, start));
  }
}

/** The digits at the end, at most 63. An expression for it would try each place as their beginning. */
function lastRun(text: string): string {
  let from = text.length;
  while (text.length - from < LENGTH - 1 && isDigit(text, from - 1)) from -= 1;
  return text.slice(from);
}

/** A part of a string keeps the whole string in memory, so the digits are written anew; in lower case. */
function owned(run: string, start: number): string {
  return Buffer.from(run.slice(start, start + LENGTH), 'hex').toString('hex');
}

/** Many hashes, in 32 bytes each: as strings in a Set a million takes four times as much. Each is in it once. */
export class Hashes implements Iterable<string> {
  readonly #bytes: Buffer;

  constructor(hashes: ReadonlySet<string>) {
    this.#bytes = Buffer.alloc(hashes.size * BYTES);
    let at = 0;
    for (const hash of hashes) at += this.#bytes.write(hash, at, 'hex');
  }

  get size(): number {
    return this.#bytes.length / BYTES;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let at = 0; at < this.#bytes.length; at += BYTES) yield this.#bytes.toString('hex', at, at + BYTES);
  }
}

/** The hashes in an object key, a tag, a digest or a parameter's value; none in `latest` or `1`. */
export function hashesIn(text: string): readonly string[] {
  const hashes = new Set<string>();
  collect(text, hashes);
  return [...hashes];
}

/** How a stack names an asset: in any environment, or in that of one qualifier only. */
export function assetAlias(hash: string, qualifier?: string): string {
  // Joined, it is one string in memory; a template literal makes several, and a survey may keep a million.
  return (qualifier === undefined ? ['assetHash', hash] : ['assetHash', qualifier, hash]).join('/');
}

/**
 * All aliases by which stacks may name an asset.
 * @param names the object key, or each tag and the digest of an image
 * @param environments the qualifier of its own, and those that places.ts finds
 */
export function assetAliases(names: readonly string[], ...environments: readonly string[]): readonly string[] {
  const hashes = new Set(names.flatMap(hashesIn));
  const all = new Set([undefined, ...environments]);
  return [...hashes].flatMap((hash) => [...all].map((environment) => assetAlias(hash, environment)));
}

/** How a Lambda function names its code. @param sha256 in base64, as Lambda and S3 write it */
export function codeAlias(sha256: string): string {
  return `codeSha256/${sha256}`;
}
