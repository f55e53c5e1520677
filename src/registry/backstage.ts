/** Entities of a Backstage catalog ("Descriptor Format of Catalog Entities") as applications with their owners. Pure. */
import type { RegistrySettings } from '../core/policy/ownerSettings.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Kinds that own others, and do not run. */
const OWNERS = ['group', 'user'];

/**
 * Every entity with an owner is an application of its name. The owner is the address of the group or user, if the file
 * has that entity with one, else its name, which `owner.map` may know.
 * @throws Error if a document is no entity: a part of the catalog would be missing
 */
export function applicationsIn(documents: readonly unknown[], keys: RegistrySettings['keys']): readonly Plain[] {
  const entities = documents.map(entityOf);
  const emails = new Map(
    entities.flatMap(({ kind, name, spec }) => {
      const { email } = plain(spec.profile);
      return OWNERS.includes(kind) && typeof email === 'string' ? [[`${kind}/${name}`, email] as const] : [];
    }),
  );
  return entities.flatMap(({ kind, name, spec }) => {
    if (OWNERS.includes(kind) || typeof spec.owner !== 'string') return [];
    const [, ownerKind = 'group', owner = ''] =
      /^(?:(\w+):)?(?:[^/]*\/)?(.*)$/.exec(spec.owner.trim().toLowerCase()) ?? [];
    return [{ [keys.app]: name, [keys.owner]: emails.get(`${ownerKind}/${owner}`) ?? owner }];
  });
}

function entityOf(document: unknown): { readonly kind: string; readonly name: string; readonly spec: Plain } {
  const { kind, metadata, spec } = plain(document);
  const { name } = plain(metadata);
  if (typeof kind !== 'string' || typeof name !== 'string') {
    throw new Error('it is no catalog of Backstage: each document needs `kind` and `metadata.name`');
  }
  return { kind: kind.toLowerCase(), name: name.toLowerCase(), spec: plain(spec) };
}

function plain(value: unknown): Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};
}
