/** Entities of a Backstage catalog ("Descriptor Format of Catalog Entities") as applications with their owners. Pure. */
import type { RegistrySettings } from '../core/policy/ownerSettings.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Kinds that own others, and do not run. */
const OWNERS = ['group', 'user'];

/**
 * Every entity with an owner is an application of its name. The owner is the address of the group or user, if the file
 * has that entity with one; of a group without one, those of its members; else its name, which `owner.map` may know.
 * @throws Error if a document is no entity: a part of the catalog would be missing
 */
export function applicationsIn(documents: readonly unknown[], keys: RegistrySettings['keys']): readonly Plain[] {
  const entities = documents.map(entityOf);
  const emails = new Map<string, string>(
    entities.flatMap(({ kind, name, spec }) => {
      const { email } = plain(spec.profile);
      return OWNERS.includes(kind) && typeof email === 'string' ? [[`${kind}/${name}`, email]] : [];
    }),
  );
  const members = membersIn(entities);
  return entities.flatMap(({ kind, name, spec }) => {
    if (OWNERS.includes(kind) || typeof spec.owner !== 'string') return [];
    const reference = referenceOf(spec.owner, 'group');
    const owner = reference.slice(reference.indexOf('/') + 1);
    const people = (members.get(reference) ?? []).flatMap((member) => emails.get(member) ?? []);
    return [{ [keys.app]: name, [keys.owner]: emails.get(reference) ?? (people.join(', ') || owner) }];
  });
}

/** By the group: its members as it lists them (`members`), and as they list it (`memberOf`). */
function membersIn(entities: readonly ReturnType<typeof entityOf>[]): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  const add = (group: string, member: string) => members.set(group, [...(members.get(group) ?? []), member]);
  for (const { kind, name, spec } of entities) {
    if (kind === 'group') for (const one of textsIn(spec.members)) add(`group/${name}`, referenceOf(one, 'user'));
    if (kind === 'user') for (const one of textsIn(spec.memberOf)) add(referenceOf(one, 'group'), `user/${name}`);
  }
  return members;
}

/** `[kind:][namespace/]name` ("String references"). */
function referenceOf(text: string, usually: string): string {
  const [, kind = usually, name = ''] = /^(?:(\w+):)?(?:[^/]*\/)?(.*)$/.exec(text.trim().toLowerCase()) ?? [];
  return `${kind}/${name}`;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
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
