/** Cosign and the referrers tag schema of OCI: `sha256-<hex>`, with a word for its kind. */
const REFERRER_TAG = /^(sha256|sha512)-([0-9a-f]{64,128})(\..+)?$/;

/** https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md#storage */
const OF_COSIGN: ReadonlySet<string | undefined> = new Set(['.sig', '.att', '.sbom']);

/** The digest of the image that a signature or another referrer names by its own tag. */
export function subjectOf(tag: string): string | undefined {
  const [, algorithm, hex] = REFERRER_TAG.exec(tag) ?? [];
  return algorithm === undefined ? undefined : `${algorithm}:${hex}`;
}

/**
 * Whose way to write such a tag it is: `cosign` with its own word, `oci` without one (a list of referrers); people name
 * images by hashes too, so any other is nobody's.
 */
export function schemaOf(tag: string): 'cosign' | 'oci' | undefined {
  const [whole, , , word] = REFERRER_TAG.exec(tag) ?? [];
  if (OF_COSIGN.has(word)) return 'cosign';
  return whole !== undefined && word === undefined ? 'oci' : undefined;
}
