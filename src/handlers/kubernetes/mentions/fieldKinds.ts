/**
 * The kinds that a field says. Narrowing is the dangerous half: what it leaves out is no use. So a field mentions any kind,
 * unless a line here says why it cannot, or the author of the definition called it after a kind of their own. Pure.
 */
import { canonical, type GroupKind } from '../objects/groupKind.ts';

/** The kinds that a field can mention; no narrowing = any. */
export type Narrowing =
  /** Kinds whose letters end so: `issuer` is an Issuer or a ClusterIssuer. */
  | { readonly ends: string }
  /** One kind, in the group if it says one. */
  | { readonly kind: string; readonly group?: string };

/**
 * Ends of fields, before `Ref`, `Name` and a plural, by which Kubernetes and everybody else call objects of one kind. The
 * longest counts. Words that have another meaning somewhere (`gateway`, `role`, `job`, `config`, `policy`) are not here.
 */
const WORDS: readonly { readonly word: string; readonly ends: string; readonly why: string }[] = [
  { word: 'serviceaccount', ends: 'serviceaccount', why: 'a word of Kubernetes' },
  { word: 'service', ends: 'service', why: 'a word of Kubernetes; Istio and Knative have kinds that end so' },
  { word: 'configmap', ends: 'configmap', why: 'a word of Kubernetes' },
  { word: 'secret', ends: 'secret', why: 'a word of Kubernetes; operators make Secrets from kinds that end so' },
  { word: 'claim', ends: 'claim', why: 'a word of Kubernetes: of volumes, of devices' },
  { word: 'class', ends: 'class', why: 'a word of Kubernetes: of storage, of ingresses, of priority' },
  { word: 'issuer', ends: 'issuer', why: 'a word of cert-manager, in its annotations too' },
];

/** Whole fields of one author, because their words alone say no kind. By others they mean other kinds. */
const FIELDS: Readonly<Record<string, { readonly by: string; readonly ends: string; readonly why: string }>> = {
  backendRefs: { by: 'gateway.networking.k8s.io', ends: 'service', why: 'a backend without a kind is a Service' },
  gateways: { by: 'networking.istio.io', ends: 'gateway', why: 'a VirtualService lists its Gateways' },
  parentRefs: { by: 'gateway.networking.k8s.io', ends: 'gateway', why: 'a parent without a kind is a Gateway' },
};

/** The kinds that a cluster serves, by their letters. */
export class ServedKinds {
  readonly #groups = new Map<string, string[]>();
  /** By the group of the object, then by the field. */
  readonly #narrowings = new Map<string, Map<string, Narrowing | undefined>>();

  constructor(kinds: readonly GroupKind[]) {
    for (const { group, kind } of kinds.map(canonical)) {
      const letters = lettersOf(kind);
      this.#groups.set(letters, [...(this.#groups.get(letters) ?? []), group]);
    }
  }

  /** @param by the group of the object that has the field */
  saidBy(field: string, by: string): Narrowing | undefined {
    const known = this.#narrowings.get(by) ?? new Map<string, Narrowing | undefined>();
    if (known.size === 0) this.#narrowings.set(by, known);
    const before = known.get(field);
    if (before !== undefined || known.has(field)) return before;
    const narrowing = this.#find(field, by);
    if (known.size < MOST_FIELDS) known.set(field, narrowing);
    return narrowing;
  }

  /** A kind beside a name; one that is not served says nothing. */
  named(kind: unknown, group: unknown): Narrowing | undefined {
    if (typeof kind !== 'string') return undefined;
    const groups = singular(lettersOf(kind)).flatMap((one) => this.#groups.get(one) ?? []);
    if (groups.length === 0) return undefined;
    const of = typeof group === 'string' ? canonical({ group, kind }).group : undefined;
    return of !== undefined && groups.includes(of) ? { kind: lettersOf(kind), group: of } : { kind: lettersOf(kind) };
  }

  #find(field: string, by: string): Narrowing | undefined {
    const whole = FIELDS[field];
    if (whole?.by === by) return whole;
    const letters = lettersOf(field);
    const words = singular(letters.replace(/(?:keyref|ref|name)s?$/, ''));
    const known = WORDS.filter(({ word }) => words.some((one) => one.endsWith(word)));
    const [longest] = known.toSorted((a, b) => b.word.length - a.word.length);
    if (longest) return longest;
    // Conventions of Kubernetes: `issuerRef` names an Issuer. A kind of another author may be called so by chance.
    if (!/refs?$/.test(letters)) return undefined;
    const own = [...this.#groups].filter(
      ([kind, groups]) => words.some((one) => one.endsWith(kind)) && groups.some((one) => isFamily(one, by)),
    );
    const [[ends] = []] = own.toSorted(([a], [b]) => b.length - a.length);
    return ends === undefined ? undefined : { ends };
  }
}

/** So many fields have the same few keys. */
const MOST_FIELDS = 10_000;

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

function singular(word: string): readonly string[] {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
}

/** `kafka.strimzi.io` and `strimzi.io`. */
export function isFamily(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

export function isSaid(narrowing: Narrowing | undefined, { group, kind }: GroupKind): boolean {
  if (narrowing === undefined) return true;
  const letters = lettersOf(kind);
  if ('ends' in narrowing) return letters.endsWith(narrowing.ends);
  return singular(narrowing.kind).includes(letters) && (narrowing.group ?? group) === group;
}
