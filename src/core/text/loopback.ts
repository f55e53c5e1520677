/** Is the host of a URL this machine? @param hostname as in `URL.hostname`: IPv6 in brackets */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** May something secret go to this address? Encrypted, or to this machine. */
export function isSafeAddress({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}
