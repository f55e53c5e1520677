/** The header by which a registry says how to sign in (RFC 9110, section 11; the OCI token flow). Pure. */

/** The way of signing in that a 401 of the registry asks for (RFC 7235). */
export type Challenge =
  | { readonly scheme: 'basic' }
  | {
      readonly scheme: 'bearer';
      readonly realm: string;
      readonly service?: string;
      readonly scope?: string;
      readonly error?: string;
    };

/** @returns the first scheme that Holystone knows; `undefined` = none */
export function readChallenge(header: string | undefined): Challenge | undefined {
  const bearer = /(?:^|,)\s*bearer\s+(.*)$/i.exec(header ?? '')?.[1];
  if (bearer !== undefined) {
    const { realm, service, scope, error } = parametersOf(bearer);
    if (realm === undefined) return undefined;
    return {
      scheme: 'bearer',
      realm,
      ...(service === undefined ? {} : { service }),
      ...(scope === undefined ? {} : { scope }),
      ...(error === undefined ? {} : { error }),
    };
  }
  return /(?:^|,)\s*basic\b/i.test(header ?? '') ? { scheme: 'basic' } : undefined;
}

function parametersOf(text: string): Readonly<Record<string, string | undefined>> {
  const pairs = [...text.matchAll(/([a-z]+)\s*=\s*(?:"([^"]*)"|([^\s",]+))/gi)];
  // Another scheme may follow, with parameters of its own: the first of a name counts.
  return Object.fromEntries(
    pairs.toReversed().map(([, key = '', quoted, plain]) => [key.toLowerCase(), quoted ?? plain]),
  );
}
