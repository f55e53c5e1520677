import type { LocationProblem } from '../../contract/provider.ts';

/** OCI distribution, "pulling manifests"; clients take 255 characters with the host. */
const REPOSITORY = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;
const LONGEST = 255;

/** Could a repository have this name? Only such a name may stand in the path of a request. */
export function problemOfRepository(name: string): LocationProblem | undefined {
  if (name.length <= LONGEST && REPOSITORY.test(name)) return undefined;
  return {
    severity: 'error',
    why: 'which cannot be a repository',
    advice: 'allowed: lower-case letters and digits, with . _ - between them and / between the parts, as "shop/web"',
    known: [],
  };
}
