/** The name of the rule for what belonged to an image; images are asked for only for an entry with it. */
export const ORPHAN = 'orphan';

/** The name of the rule for manifests without a tag, which are listed only for an entry with it. */
export const UNTAGGED = 'untagged';

/** Rules that select nothing by its name: `nameRegexDelete` does not concern them. */
export const NAMELESS: ReadonlySet<string> = new Set([ORPHAN, UNTAGGED]);
