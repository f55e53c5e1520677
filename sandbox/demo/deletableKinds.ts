/** The kinds of resources that Holystone may delete; the oracle recognises each deletion, seeded or not. */
import type { IdOperation } from '../aws/collections/operations.ts';
import { ALL_KINDS, type KindName } from '../aws/store/kinds.ts';

export type ResourceType = KindName;

interface DeletableKind {
  readonly type: ResourceType;
  /** In the terminal: `launch template`. */
  readonly noun: string;
  readonly reads: IdOperation;
  readonly deletes: IdOperation;
}

/** Identifies an operation: a name alone may belong to two services. @param api the SDK's id of the service */
export function operationKey({
  api = 'EC2',
  operation,
}: {
  readonly api?: string;
  readonly operation: string;
}): string {
  return `${api}:${operation}`;
}

export const DELETABLE_KINDS: readonly DeletableKind[] = ALL_KINDS.flatMap(
  ([, { name: type, noun = wordsOf(type), reads, deletes }]) =>
    reads && deletes ? [{ type, noun, reads, deletes }] : [],
);

/** @throws if Holystone deletes no resource of this type */
export function deletable(type: ResourceType): DeletableKind {
  const found = DELETABLE_KINDS.find((kind) => kind.type === type);
  if (!found) throw new Error(`${type} is no type that Holystone deletes`);
  return found;
}

/** `launchTemplate` → `launch template` */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
