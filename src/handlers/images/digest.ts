const DIGEST = /^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

/** Is it a digest that Holystone can verify? */
export function isDigest(text: unknown): text is string {
  return typeof text === 'string' && DIGEST.test(text);
}
