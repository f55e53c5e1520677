import type { Resource } from '../../../core/resource/resource.ts';

/** A resource that carries AWS's description of it where it was read by id, and not where it was only listed. */
export type Describable = Resource & { readonly described?: unknown };

/** `Handler.definition`: what the read by id described. @throws Error for a resource that was only listed */
export function wholeDefinition({ id, described }: Describable): unknown {
  if (described) return described;
  throw new Error(`${id} was not read by id: its definition is not complete`);
}
