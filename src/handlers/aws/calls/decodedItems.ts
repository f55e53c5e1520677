/** What is decoded of the answers to a call, for the code that reads them. */

/** `true`: all of it. Else members of a structure, or of the structures in a list; a map is decoded whole. */
export type Members = true | { readonly [key: string]: Members | undefined };

/** A list in an answer, and what is decoded of its items. Everything beside the list is decoded whole. */
export interface DecodedItems {
  readonly list: string;
  readonly members: Members;
}
