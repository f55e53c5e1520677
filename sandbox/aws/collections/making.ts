import type { Ids } from './ids.ts';

/** The context for creating a resource; a `Call` is one. */
export interface Making {
  readonly account: { readonly id: string };
  readonly region: string;
  readonly ids: Ids;
  readonly now: Date;
}
