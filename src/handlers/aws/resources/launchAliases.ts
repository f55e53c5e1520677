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

/** @param name unique in its account and region: launch configurations have no other id */
export function configurationAlias(name: string): string {
  return `launchConfiguration/${name}`;
}
