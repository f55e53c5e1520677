import { isIPv6 } from 'node:net';

/**
 * The alias of the one address that a text is about: `203.0.113.10`, `203.0.113.10/32`, `2001:DB8::0:1/128`.
 * `undefined`: it is no address, or a network of several. A network that contains an address is about the network: if it
 * were a use, `0.0.0.0/0` would use every address.
 */
export function addressAlias(text: string | undefined): string | undefined {
  const [, v4] = /^\s*(\d{1,3}(?:\.\d{1,3}){3})(?:\/32)?\s*$/.exec(text ?? '') ?? [];
  if (v4) return v4;
  const [, v6 = ''] = /^\s*([\da-f:.]+)(?:\/128)?\s*$/i.exec(text ?? '') ?? [];
  // The shortest form, in lower case: the URL standard asks for RFC 5952.
  return isIPv6(v6) ? new URL(`http://[${v6}]`).hostname.slice(1, -1) : undefined;
}
