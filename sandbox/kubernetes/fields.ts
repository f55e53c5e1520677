/** Server-side apply: which manager owns which field, as `managedFields` has it. Lists are one field each. */

type Fields = Readonly<Record<string, unknown>>;

/** Names of nested fields; joined by a character that no field has. */
export type Path = string;
const SEPARATOR = '\u0000';

export interface ManagedEntry {
  readonly manager: string;
  readonly operation: string;
  readonly time?: string;
  readonly fieldsV1?: Fields;
}

/** The fields of an applied object that a manager owns afterwards; never its kind and its name. */
export function pathsOf(applied: Fields): readonly Path[] {
  const { apiVersion: _version, kind: _kind, metadata = {}, ...rest } = applied;
  const { name: _name, namespace: _namespace, uid: _uid, resourceVersion: _rv, ...own } = metadata as Fields;
  return leaves({ ...rest, ...(Object.keys(own).length > 0 ? { metadata: own } : {}) });
}

function leaves(value: Fields, above: readonly string[] = []): readonly Path[] {
  return Object.entries(value).flatMap(([key, one]) => {
    const at = [...above, key];
    return isFields(one) ? leaves(one, at) : [at.join(SEPARATOR)];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function valueAt(object: Fields, path: Path): unknown {
  return path.split(SEPARATOR).reduce<unknown>((at, key) => (isFields(at) ? at[key] : undefined), object);
}

/** A copy of the object with this field; `undefined` removes it, and parents that are empty then. */
export function withValue(object: Fields, path: Path, value: unknown): Fields {
  const [key = '', ...rest] = path.split(SEPARATOR);
  const inner = object[key];
  const next = rest.length === 0 ? value : withValue(isFields(inner) ? inner : {}, rest.join(SEPARATOR), value);
  const isEmpty = next === undefined || (value === undefined && isFields(next) && Object.keys(next).length === 0);
  const { [key]: _old, ...others } = object;
  return isEmpty ? others : { ...others, [key]: next };
}

/** `{"f:metadata":{"f:annotations":{"f:a/b":{}}}}` */
export function fieldsV1(paths: readonly Path[]): Fields {
  return paths.reduce<Fields>((all, path) => {
    const at = path
      .split(SEPARATOR)
      .map((key) => `f:${key}`)
      .join(SEPARATOR);
    return withValue(all, at, {});
  }, {});
}

export function pathsIn(fields: Fields = {}, above: readonly string[] = []): readonly Path[] {
  return Object.entries(fields)
    .filter(([key]) => key.startsWith('f:'))
    .flatMap(([key, one]) => {
      const at = [...above, key.slice(2)];
      return isFields(one) && Object.keys(one).some((inner) => inner.startsWith('f:'))
        ? pathsIn(one, at)
        : [at.join(SEPARATOR)];
    });
}
