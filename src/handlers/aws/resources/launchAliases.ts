/**
 * The keys by which users name what they launch from. A name may look like another's id, or like an image's: it goes
 * with what it is the name of.
 */

/** A launch template, by its id where both are named: the name may be another's by now. */
export function templateAlias({ id, name }: { readonly id?: string; readonly name?: string }): string | undefined {
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/resource-ids.html: ids have no capitals of their own.
  if (id) return id.toLowerCase();
  return name ? `launchTemplate/${name}` : undefined;
}

export function configurationAlias(name: string): string {
  return `launchConfiguration/${name}`;
}
