/** The types whose evidence is not complete, by what the configuration leaves out. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import { isMeant, isOff } from '../../core/policy/namedEvidence.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { EvidenceSource, Handler } from '../../handlers/contract/handler.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { handlerOf } from '../../handlers/contract/types.ts';
import { providerOf } from '../../handlers/index.ts';

/** Something that the configuration leaves out, or accepts as unread, and the types that lose it. */
export interface Incomplete {
  readonly key: 'evidence.off' | 'evidence.acceptUnread';
  /** As the configuration names it: a kind of evidence, or a group of them. */
  readonly kind: string;
  /** Empty: in every account. */
  readonly accounts: readonly string[];
  readonly types: readonly string[];
  /** The kinds of evidence that it means. */
  readonly sources: readonly string[];
  /** What it takes to read it, beside what is read anyway: `states:ListStateMachines`. */
  readonly rights: readonly string[];
  /** The command that prints these rights; `null`: none does. */
  readonly printedBy: string | null;
}

type Read = Pick<WorkConfiguration, 'namespace' | 'resourceType' | 'evidence' | 'account'>;

/** One for each kind and its accounts, in the order of the configuration. */
export function incompleteIn(
  wcs: readonly Read[],
  handlers: readonly Handler[],
  providers: readonly Provider[],
): readonly Incomplete[] {
  const found = new Map<string, Incomplete>();
  for (const wc of wcs) {
    const { evidence, resourceType } = wc;
    for (const [key, list] of [
      ['evidence.off', evidence.off],
      ['evidence.acceptUnread', evidence.acceptUnread],
    ] as const)
      for (const { kind, accounts = [] } of list) {
        const meant = handlerOf(handlers, typeOf(wc.namespace)).evidence.filter((source) => isMeant(source, kind));
        if (meant.length === 0) continue;
        const id = JSON.stringify([key, kind, accounts]);
        const { types = [], sources = [], rights = [] } = found.get(id) ?? {};
        found.set(id, {
          ...{ key, kind, accounts },
          types: union(types, [resourceType]),
          sources: union(
            sources,
            meant.map(({ name }) => name),
          ),
          rights: union(rights, rightsOf(meant, wc, handlers)).toSorted(),
          printedBy: providerOf(providers, wc.account.provider).rights?.command ?? null,
        });
      }
  }
  return [...found.values()];
}

/** Those that no other evidence of the type needs. */
function rightsOf(
  meant: readonly EvidenceSource[],
  { namespace, account, evidence }: Read,
  handlers: readonly Handler[],
): readonly string[] {
  const others = handlerOf(handlers, typeOf(namespace)).evidence.filter(
    (source) => !meant.includes(source) && !isOff(evidence.off, source, account.name),
  );
  const known = new Set(others.flatMap(({ permissions }) => permissions));
  return meant.flatMap(({ permissions }) => permissions).filter((right) => !known.has(right));
}

/** What it costs, and what to do about it. */
export function incompleteLine({ key, kind, accounts, types, sources, rights, printedBy }: Incomplete): string {
  const where = accounts.length === 0 ? '' : ` in ${accounts.join(', ')}`;
  const is = types.length === 1 ? 'is' : 'are';
  const lost =
    key === 'evidence.off'
      ? `${types.join(', ')} ${is} judged without ${named(kind, sources)}${where}`
      : `${types.join(', ')} ${is} judged even where ${named(kind, sources)} cannot be read${where}`;
  const prints = printedBy === null ? '' : ` (\`holystone ${printedBy}\` prints them)`;
  const mend = `take it out of \`${key}\`${rights.length === 0 ? '' : ` and allow ${byService(rights)}${prints}`}`;
  return `incomplete: ${lost}; a user that only this shows is not seen. To see it, ${mend}`;
}

function named(kind: string, sources: readonly string[]): string {
  return sources.length === 1 && sources[0] === kind
    ? kind
    : `${kind} (${pluralize(sources.length, 'kind')} of evidence)`;
}

/** One action of a service is named, more are counted. */
function byService(rights: readonly string[]): string {
  const serviceOf = (right: string) => right.split(':')[0];
  const parts = union(
    rights.map((right) => serviceOf(right) ?? right),
    [],
  ).map((service) => {
    const own = rights.filter((right) => serviceOf(right) === service);
    return own.length === 1 ? own[0] : `${service}: ${own.length} actions`;
  });
  return parts.join(', ');
}

function union(some: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...some, ...more])];
}
