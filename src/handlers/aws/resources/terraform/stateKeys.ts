/** The keys of states in a bucket, and the workspaces that they are of: https://developer.hashicorp.com/terraform/language/backend/s3. Pure. */
import type { TerraformState } from '../../wire/terraformSettings.ts';

/** The end of the key of a lock, beside that of its state. */
const LOCK = '.tflock';

/** What the keys of a listing say about the states. */
export interface FoundKeys<T> {
  /** Each with its workspace. */
  readonly states: readonly { readonly object: T; readonly workspace: string }[];
  /** Of those that a command holds at the moment. */
  readonly locked: ReadonlySet<string>;
}

/** Sorts out the states among the objects of a listing. */
export function statesAmong<T extends { readonly key: string }>(
  objects: readonly T[],
  setting: Pick<TerraformState, 'key' | 'workspaceKeyPrefix' | 'workspace'>,
): FoundKeys<T> {
  const states = objects.flatMap((object) => {
    const workspace = workspaceOf(object.key, setting);
    return workspace === undefined ? [] : [{ object, workspace }];
  });
  const locked = objects.filter(({ key }) => key.endsWith(LOCK)).map(({ key }) => key.slice(0, -LOCK.length));
  return { states, locked: new Set(locked) };
}

/** `undefined`: it is no state of these. */
export function workspaceOf(
  key: string,
  { key: wanted, workspaceKeyPrefix, workspace }: Pick<TerraformState, 'key' | 'workspaceKeyPrefix' | 'workspace'>,
): string | undefined {
  const inWorkspaces = `${workspaceKeyPrefix}/`;
  if (key.startsWith(inWorkspaces)) {
    const rest = key.slice(inWorkspaces.length);
    const at = rest.indexOf('/');
    return at > 0 && matches(wanted, rest.slice(at + 1)) ? rest.slice(0, at) : undefined;
  }
  return matches(wanted, key) ? workspace : undefined;
}

/** The beginnings that all these keys have, for listings. */
export function prefixesOf({
  key,
  workspaceKeyPrefix,
}: Pick<TerraformState, 'key' | 'workspaceKeyPrefix'>): readonly string[] {
  const [literal = ''] = key.split('*');
  const inWorkspaces = `${workspaceKeyPrefix}/`;
  return inWorkspaces.startsWith(literal) ? [literal] : [literal, inWorkspaces];
}

/** Keys of S3 have a case; one that ends with a slash is a folder of the console. */
function matches(pattern: string, key: string): boolean {
  if (key.endsWith('/') || key.endsWith(LOCK)) return false;
  const parts = pattern.split('/').map((part) => (part === '**' ? '(?:[^/]+/)*' : `${starred(part)}/`));
  return new RegExp(`^${parts.join('')}$`, 's').test(`${key}/`);
}

function starred(part: string): string {
  return part
    .split('*')
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^/]*');
}
