/** Cosign and the referrers tag schema of OCI: `sha256-<hex>`, with a word for its kind. */
const REFERRER_TAG = /^(sha256|sha512)-([0-9a-f]{64,128})(\..+)?$/;

/** The digest of the image that a signature or another referrer names by its own tag. */
export function subjectOf(tag: string): string | undefined {
  const [, algorithm, hex] = REFERRER_TAG.exec(tag) ?? [];
  return algorithm === undefined ? undefined : `${algorithm}:${hex}`;
}
