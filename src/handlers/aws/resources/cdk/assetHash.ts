/**
 * Hashes of CDK assets, in templates, object keys and image tags. Pure.
 *
 * An asset's hash is a SHA-256 in hexadecimal digits: "assetHash … will be hashed to an SHA256 string of 64 characters"
 * (CDK, `AssetOptions`). Around it stand a prefix (`bucketPrefix`, `dockerTagPrefix`, `AssetParameters`) and a suffix
 * (`.zip`, `ArtifactHash`), which may begin or end with a hexadecimal digit themselves.
 */

const LENGTH = 64;
const RUN = /[0-9a-f]{64,}/gi;
const LAST_RUN = /[0-9a-f]{1,63}$/i;

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
    for (const { 0: run } of text.matchAll(RUN)) {
      for (let start = 0; start + LENGTH <= run.length; start++) this.hashes.add(owned(run, start));
    }
    const end = text.slice(1 - LENGTH);
    this.#tail = LAST_RUN.exec(end)?.[0] ?? '';
  }

  /** The text is over: the next piece does not continue it. */
  end(): void {
    this.#tail = '';
  }
}

/** A part of a string keeps the whole string in memory, so the digits are written anew; in lower case. */
function owned(run: string, start: number): string {
  return Buffer.from(run.slice(start, start + LENGTH), 'hex').toString('hex');
}

/** The hashes in an object key, a tag, a digest or a parameter's value; none in `latest` or `1`. */
export function hashesIn(text: string): readonly string[] {
  const scanner = new HashScanner();
  scanner.write(text);
  return [...scanner.hashes];
}

/** How a stack names an asset: in any environment, or in that of one qualifier only. */
export function assetAlias(hash: string, qualifier?: string): string {
  return qualifier === undefined ? `assetHash/${hash}` : `assetHash/${qualifier}/${hash}`;
}

/**
 * All aliases by which stacks may name an asset of the environment with this qualifier.
 * @param names the object key, or each tag and the digest of an image
 */
export function assetAliases(names: readonly string[], qualifier: string): readonly string[] {
  const hashes = new Set(names.flatMap(hashesIn));
  return [...hashes].flatMap((hash) => [assetAlias(hash), assetAlias(hash, qualifier)]);
}

/** How a Lambda function names its code. @param sha256 in base64, as Lambda and S3 write it */
export function codeAlias(sha256: string): string {
  return `codeSha256/${sha256}`;
}
