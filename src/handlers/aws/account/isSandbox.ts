import { isLoopbackHost } from '../../../core/text/loopback.ts';

/**
 * Do the SDK's own variables direct every AWS call to this machine? No, if the endpoint of a single service points
 * elsewhere, or if endpoints are ignored.
 */
export function isSandbox(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS?.toLowerCase() === 'true') return false;
  const endpoints = Object.entries(environment).filter(([name, value]) => /^AWS_ENDPOINT_URL(_|$)/.test(name) && value);
  return Boolean(environment.AWS_ENDPOINT_URL) && endpoints.every(([, url]) => isLoopback(url as string));
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}
