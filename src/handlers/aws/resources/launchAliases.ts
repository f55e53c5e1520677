/**
 * The keys by which users refer to launch sources. A name may look like the id of another resource, or of an image, so
 * its key has the type as prefix.
 */

/** A launch template, by id if both are given: another template may have the name by now. */
export function templateAlias({ id, name }: { readonly id?: string; readonly name?: string }): string | undefined {
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/resource-ids.html: ids have no capitals of their own.
  if (id) return id.toLowerCase();
  return name ? `launchTemplate/${name}` : undefined;
}

/**
 * The keys of one mention of a launch template. One that names a version by its number uses the template and this version;
 * every other one may mean any version, so it keeps all.
 * @param template as {@link templateAlias} makes it
 * @param version as the user writes it: a number, `$Latest`, `$Default`; absent: not known
 */
export function aliasesOfMention(template: string, version?: string): readonly string[] {
  return version !== undefined && /^[1-9]\d*$/.test(version)
    ? [versionAlias(template, version), someVersionAlias(template)]
    : [template];
}

/** One version of a template. No template has a colon in its name. */
export function versionAlias(template: string, version: number | string): string {
  return `${template}:${version}`;
}

/** A template whose user says which version it means: the others have no user in that. */
export function someVersionAlias(template: string): string {
  return `${template}:*`;
}

/** @param name unique in its account and region: launch configurations have no other id */
export function configurationAlias(name: string): string {
  return `launchConfiguration/${name}`;
}
