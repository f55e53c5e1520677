import type { Namespace } from './namespace.ts';

/** A resource as a provider shows it now. */
export interface Sighting {
  readonly namespace: Namespace;
  readonly id: string;
  readonly name: string;
}

/** What the providers show for a text that is an id or a part of a name. */
export interface Sightings {
  readonly found: readonly Sighting[];
  /** More resources match than {@link found} has. */
  readonly isPart: boolean;
  /** Where nobody could look, and why; the resource may be there. */
  readonly unread: readonly { readonly namespace: Namespace; readonly why: string }[];
}
