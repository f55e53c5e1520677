import { meansLocation } from '../../../../core/resource/locationPattern.ts';
import type { RegistrySettings } from '../../wire/account.ts';

/**
 * The tags of a repository in the account's configuration, and then those of its project: a registry has no tags of
 * that kind. Of a key the first counts, but `repository` is always its name, by which `owner.registry` finds its owner.
 */
export function tagsOf(
  { repositoryTags = [] }: Pick<RegistrySettings, 'repositoryTags'>,
  repository: string,
  project: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const given = repositoryTags.filter(({ repositories }) => meansLocation(repositories, repository));
  const entries = given.toReversed().flatMap(({ tags }) => Object.entries(tags));
  return { ...project, ...Object.fromEntries(entries), repository };
}
