/**
 * Services whose address stands in a text: inside a cluster a name alone is one. An address too many only keeps. A label of DNS has 63
 * characters at most: without an end to it a file would take time by the square of its length. Pure.
 */

/** `http://web.shop.svc:8080`, and that of a pod behind a Service: `db-0.db.shop.svc`. */
const INSIDE = /(?:^|[/@\s,;=.])(?<name>[a-z0-9-]{1,63})\.(?<namespace>[a-z0-9-]{1,63})\.svc(?![a-z0-9-])/g;
/** `postgres://me:secret@db/shop`, `http://web.shop:80`. */
const IN_URL =
  /:\/\/(?:[^@/\s]{0,512}@)?(?<name>[a-z0-9-]{1,63})(?:\.(?<namespace>[a-z0-9-]{1,63}))?(?=[:/?#\s,;'"]|$)/g;
/** `kafka-0.kafka:9092,kafka-1.kafka:9092` */
const WITH_PORT =
  /(?:^|[\s,;=@])(?<name>[a-z0-9-]{0,62}[a-z][a-z0-9-]{0,62})(?:\.(?<namespace>[a-z0-9-]{1,63}))?:\d{1,5}(?=[\s,;/?'"]|$)/g;
const ALONE = /^(?<name>[a-z0-9-]+)(?:\.(?<namespace>[a-z0-9-]+))?$/g;

/** A variable with such a name has a host, also without a port: `DB_HOST`. */
const OF_HOST = /host|server|service|addr|url|uri|endpoint|upstream|broker|peer|target/i;

/** A Service that a text names by its DNS name. */
export interface ServiceAddress {
  readonly name: string;
  /** Absent: that of the object with the text. */
  readonly namespace?: string;
}

/** @param key of the text in its object: the text of an `image` may look like an address, and is none */
export function addressesIn(text: string, key: string): readonly ServiceAddress[] {
  const forms = [
    ...(text.includes('.svc') ? [INSIDE] : []),
    ...(text.includes('://') ? [IN_URL] : []),
    ...(text.includes(':') && key !== 'image' ? [WITH_PORT] : []),
  ];
  return forms.flatMap((form) => found(text, form));
}

/** A variable of a container: `{ name: DB_HOST, value: db }`. */
export function addressesOfVariable({ name, value }: Readonly<Record<string, unknown>>): readonly ServiceAddress[] {
  const isHost = typeof name === 'string' && typeof value === 'string' && OF_HOST.test(name);
  return isHost ? found(value, ALONE) : [];
}

function found(text: string, form: RegExp): readonly ServiceAddress[] {
  return [...text.matchAll(form)].flatMap(({ groups }) => {
    const { name = '', namespace } = groups ?? {};
    // `db-0.db`: a Service and its namespace, or a pod and its Service.
    return namespace === undefined ? [{ name }] : [{ name, namespace }, { name: namespace }];
  });
}
