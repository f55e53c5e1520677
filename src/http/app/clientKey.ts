import { isIP } from 'node:net';

/** One bucket for every request without an address: its connection is closed, or a proxy forwarded an invalid one. */
const NO_ADDRESS = 'no address';

const NETWORK_PREFIX = 64;

/**
 * The key by which rate limits count a client: its IPv4 address, or the /64 network of its IPv6 address, because a
 * customer of a provider has a whole /64 and may use another address for each request (RFC 6177).
 * @param address Fastify's `request.ip`: undefined once the connection is closed
 */
export function clientKey(address: string | undefined): string {
  const plain = (address ?? '').replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  if (family === 0) return NO_ADDRESS;
  return family === 6 ? networkOf(plain) : plain;
}

/** `2001:db8:1:2::9` → `2001:db8:1:2::/64`, for every spelling of the address. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, NETWORK_PREFIX / 16);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${NETWORK_PREFIX}`;
}

/** An embedded IPv4 address (`64:ff9b::192.0.2.1`) counts as two groups. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
