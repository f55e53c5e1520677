/**
 * The objects that a text can name: whole, `namespace/name`, a host, a URL, each word of a list, a flag or a sentence. A name
 * too many only keeps. Pure.
 */

/** A name that stands in a text. */
export interface TextName {
  readonly name: string;
  /** Absent: the text does not say. */
  readonly namespace?: string;
  /** By DNS, which knows Services only. */
  readonly isHost?: true;
}

const SEPARATORS = /[\s,;|=<>()[\]{}"'`\\!#?]+/;
const NAME = /^[A-Za-z0-9](?:[\w.:-]*[A-Za-z0-9])?$/;
const LONGEST_NAME = 253;
const URL = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?(?<host>[^:/?#]*)/i;

/** Schemes of addresses. Behind others are objects: `k8s://shop/web`, `ref+k8s://v1/Secret/shop/web/key`. */
const NETWORK =
  /^(?:https?|wss?|git|ssh|oci|s3|gs|ftps?|file|unix|docker|tcp|udp|tls|dns|xds|grpcs?|rediss?|jdbc|postgres(?:ql)?|mysql|mongodb|amqps?|nats|kafka|ldaps?)\b/i;
/** `apps/namespaces/shop/Deployment/web`, `/Namespace/shop`: https://kpt.dev/reference/annotations/depends-on/ */
const BY_KIND = /^[a-z0-9.-]{0,253}\/[A-Z][A-Za-z0-9]{0,62}\/([^/]+)$/;

/**
 * A name of DNS, whatever signs stand around it: `dns:///db.shop:50051`, `tcp:db.shop,1433`, `jdbc:oracle:thin:@//db.shop/x`. A label has
 * 63 characters at most; without an end to it a long text would take time by the square of its length.
 */
const DOTTED = /(?<![\w.]|\w-)(?:_[a-z0-9-]{1,62}\.){0,4}([a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62})+)/gi;
/** `shop-auth@kubernetescrd`: https://doc.traefik.io/traefik/reference/routing-configuration/other-providers/kubernetes-crd/ */
const TRAEFIK = /(?<![\w.-])([a-z0-9][a-z0-9.-]{1,252})@kubernetes(?:crd|gateway)?\b/g;
/** A variable in the place of the namespace, its own mostly: `--configmap=$(POD_NAMESPACE)/web`. */
const SOME_NAMESPACE = /\$(?:\(\w+\)|\{\w+\})\//g;

/**
 * A variable that Kubernetes gives to containers for each Service of their namespace:
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const OF_SERVICE =
  /(?<![A-Z0-9_])([A-Z][A-Z0-9_]{0,62}?)_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]{1,62})?|PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:_[A-Z]{1,9})?)(?![A-Z0-9_])/g;
/** Of such a variable the shortest form, which others have, too. */
const PORT = /\$[({]?([A-Z][A-Z0-9_]{0,62}?)_PORT(?![A-Z0-9_])/g;

/** Words before a slash or a colon that say a kind and no namespace: `deployment/web`, `svc/db`, `deployments.apps/web`. */
const KIND_WORD =
  /^(?:deploy(?:ment)?s?|statefulsets?|sts|daemonsets?|ds|replicasets?|rs|cronjobs?|cj|jobs?|pods?|po|services?|svc|endpoints|ep|configmaps?|cm|secrets?|serviceaccounts?|sa|persistentvolumeclaims?|pvc|persistentvolumes?|pv|ingress(?:es)?|ing|roles?|rolebindings?|horizontalpodautoscalers?|hpa|namespaces?|ns|crds?)$|\./i;

export function namesIn(text: string): readonly TextName[] {
  const found: TextName[] = [];
  for (const [, joined = ''] of text.matchAll(TRAEFIK)) addJoined(joined, found);
  for (const variable of [OF_SERVICE, PORT])
    for (const [, service = ''] of text.matchAll(variable))
      add({ name: service.toLowerCase().replaceAll('_', '-'), isHost: true }, found);
  for (const word of text.replaceAll(SOME_NAMESPACE, ' ').split(SEPARATORS)) {
    const part = word.replace(/^-+|[^A-Za-z0-9/]+$/g, '');
    if (part === '') continue;
    const host = URL.exec(part)?.groups?.host;
    if (host !== undefined && !NETWORK.test(part)) addPath(part.slice(part.indexOf('://') + 3), found);
    if (host !== undefined) addHost(host, found);
    // `shop-auth@kubernetescrd`, `user@db`.
    else for (const side of part.split('@')) addPath(side, found);
  }
  for (const [, host = ''] of text.matchAll(DOTTED)) addHost(host, found);
  return found;
}

/** `my-shop-auth`: a namespace and a name, with `-` between them, each of which may have one itself. */
function addJoined(text: string, found: TextName[]): void {
  for (const { index } of text.matchAll(/-/g))
    add({ name: text.slice(index + 1), namespace: text.slice(0, index) }, found);
}

/** `web`, `shop/web`, `deployment/web`, `web.shop/path`, `shop/Deployment/web`. */
function addPath(text: string, found: TextName[]): void {
  const steps = text.split('/');
  const [first = ''] = steps;
  const [, ofKind] = BY_KIND.exec(text) ?? [];
  if (ofKind !== undefined) add({ name: ofKind }, found);
  if (first === '' && !text.startsWith('/namespaces/')) return;
  if (first !== '') addColons(first, found);
  for (const [index, step] of steps.entries()) {
    if (index === 0) continue;
    const name = step.split(':')[0] as string;
    const before = steps.slice(Math.max(0, index - 2), index).map((one) => one.split(':').at(-1) as string);
    for (const namespace of before) if (NAME.test(namespace)) add({ name, namespace }, found);
    if (KIND_WORD.test(before.at(-1) as string)) add({ name }, found);
  }
}

/** `web:8080`, `configmap:web`, `system:serviceaccount:shop:web`: whole, its first and last part, the last in the one before. */
function addColons(text: string, found: TextName[]): void {
  addHost(text, found, true);
  if (!text.includes(':')) return;
  const parts = text.split(':');
  const [first = ''] = parts;
  const last = parts.at(-1) as string;
  const before = parts.at(-2) as string;
  addHost(first, found, true);
  add({ name: last }, found);
  if (NAME.test(before)) add({ name: last, namespace: before }, found);
}

/** `web.shop.svc.cluster.local`, and a pod behind a Service: `db-0.db`, `db-0.db.shop`. */
function addHost(host: string, found: TextName[], mayBeName = false): void {
  add(mayBeName ? { name: host } : { name: host, isHost: true }, found);
  if (!host.includes('.') || /^[\d.]+$/.test(host)) return;
  const [first = '', second = '', third] = host.toLowerCase().split('.');
  if (second === '') return;
  add({ name: first, namespace: second }, found);
  add({ name: second, isHost: true }, found);
  if (third) add({ name: second, namespace: third }, found);
}

function add(one: TextName, found: TextName[]): void {
  if (one.name.length <= LONGEST_NAME && NAME.test(one.name)) found.push(one);
}
