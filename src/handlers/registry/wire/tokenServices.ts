/** The token services that may get the credentials of a registry. Pure. */
import { isSafeAddress } from '../../../core/text/loopback.ts';

/** Docker Hub's registry, and the token service that it names (Docker, "registry authentication"). */
const DOCKER_HUB: ReadonlySet<string> = new Set(['registry-1.docker.io', 'index.docker.io', 'docker.io']);
const DOCKER_HUB_TOKENS = 'https://auth.docker.io';

/** The settings of an account that name token services. */
export interface NamedTokenServices {
  /** The only ones. */
  readonly tokenServices?: readonly string[];
  /** GitLab and Harbor have one for their registry. */
  readonly catalog?: { readonly gitlab?: string; readonly harbor?: string };
}

/**
 * Why a token service must not be asked; `undefined`: it may.
 *
 * Without a list it must be the origin of the registry, or hold the registry's name: whoever can prove by certificate the
 * name itself, or a domain above it, can get a certificate for the registry, too. GitLab's token service is such a one
 * (`gitlab.example.com` for `registry.gitlab.example.com`), or the GitLab of the catalog.
 */
export function refusalOfTokenService(
  service: URL,
  registry: URL,
  { tokenServices, catalog }: NamedTokenServices,
): string | undefined {
  if (!isSafeAddress(service)) return `nothing is asked for tokens unencrypted: ${service.origin} is not this machine`;
  const isNamed = tokenServices
    ? tokenServices.some((named) => new URL(named).origin === service.origin)
    : isOwn(service, registry) || isCatalog(service, catalog);
  if (isNamed) return undefined;
  return `the registry sends Holystone for tokens to ${service.origin}, which may be anyone's: if it belongs to the registry, name it in the account, as \`tokenServices: ["${service.origin}"]\``;
}

function isOwn(service: URL, registry: URL): boolean {
  if (service.origin === registry.origin) return true;
  if (service.protocol !== 'https:' || registry.protocol !== 'https:') return false;
  if (DOCKER_HUB.has(registry.hostname)) return service.origin === DOCKER_HUB_TOKENS;
  return service.hostname === registry.hostname || isAbove(service.hostname, registry.hostname);
}

/** Of two parts at least, so no `com`; an address of numbers has none above it. */
function isAbove(domain: string, hostname: string): boolean {
  return /\.[a-z][a-z0-9-]*$/.test(domain) && hostname.endsWith(`.${domain}`);
}

function isCatalog(service: URL, catalog: NamedTokenServices['catalog']): boolean {
  const named = [catalog?.gitlab, catalog?.harbor].filter((address) => address !== undefined);
  return named.some((address) => new URL(address).origin === service.origin);
}
