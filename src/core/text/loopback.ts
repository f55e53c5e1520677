/** Is the host of a URL this machine? @param hostname as in `URL.hostname`: IPv6 in brackets */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
