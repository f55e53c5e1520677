/** The evidence that an object is in source. */
import { hostname } from 'node:os';
import type { Finding } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Discovered, discover, type ServedKind } from '../calls/discovery.ts';
import { prove } from '../calls/prove.ts';
import { aliasOfDeclared } from '../objects/generation.ts';
import { canonical, kindText } from '../objects/groupKind.ts';
import { ANY_NAMESPACE, aliasOfKind, idOf } from '../objects/reference.ts';
import type { Declared } from './declared.ts';
import type { SourceParameters } from './parameters.ts';
import { readSource } from './readSource.ts';

/** @see objectParameters */
type Parameters = SourceParameters & { readonly generationLabel?: string | undefined };

/** The host name and the working folder are part of its variant: two hosts may have different files at one path. */
export const declaredInSource: EvidenceSource<Parameters> = {
  name: 'declaredInSource',
  summary: 'Objects that the source of the environment declares, under any name of their kind.',
  permissions: ['kubernetes:GetKinds', 'kubernetes:GetObject', 'kubernetes:ListObjects'],
  per: 'location',
  places: ({ account, location }) => [{ account: account.name, location }],
  variant: ({ parameters: { source, allowEmpty, ownership, generationLabel } }) =>
    JSON.stringify([
      ...[source, allowEmpty, hostname(), process.cwd()],
      ...(ownership === 'helm' ? [ownership] : []),
      ...(generationLabel === undefined ? [] : [{ generationLabel }]),
    ]),
  async read(place, { accounts, parameters }, _candidates, io) {
    const account = accounts.find(({ name }) => name === place.account) as Account;
    await prove({ account, io });
    const target = { account, io };
    const discovered = await discover(target);
    const declared = await readSource(parameters, { target, location: place.location, discovered });
    const served = byKind(discovered);
    const defined = new Set(declared.flatMap(({ defines }) => (defines ? [kindText(canonical(defines))] : [])));
    return [
      ...declared.flatMap((one) => {
        const kind = kindText(canonical(one));
        return one.generateName === undefined
          ? findingsOf(one, served.get(kind), defined.has(kind))
          : generated(one, one.generateName, served.get(kind), parameters.generationLabel);
      }),
      ...unknownKinds(discovered),
    ];
  },
};

function byKind({ kinds }: Discovered): ReadonlyMap<string, ServedKind> {
  return new Map(kinds.map((kind) => [kindText(canonical(kind)), kind]));
}

/** The kinds of a group that is not known now, under any name of theirs. */
function unknownKinds({ kinds, unread }: Discovered): readonly Finding[] {
  return kinds.flatMap((kind) => {
    const why = unread.get(kind.group);
    return why === undefined ? [] : [{ alias: aliasOfKind(kind), says: 'unknown', by: why }];
  });
}

/** The objects that the API server named after such a document, of its generation. */
function generated(
  one: Declared,
  generateName: string,
  served: ServedKind | undefined,
  label: string | undefined,
): readonly Finding[] {
  const value = label === undefined ? undefined : one.labels?.[label];
  const namespace = served?.isNamespaced === false ? '' : one.namespace || ANY_NAMESPACE;
  const alias = aliasOfDeclared(
    { ...one, namespace },
    generateName,
    value === undefined || value === null ? undefined : String(value),
  );
  return [{ alias, says: 'used', by: `source ${one.at}` }];
}

/**
 * A kind that the server does not know now may be served again under another name: all its objects are unknown. An object
 * without a namespace is in whichever namespace the applying command was given: it keeps its name in all of them.
 */
function findingsOf(one: Declared, served: ServedKind | undefined, isDefined: boolean): readonly Finding[] {
  const by = `source ${one.at}`;
  // Its definition is in source and not in the cluster yet: there is no object of it.
  if (!served && isDefined) return [{ alias: idOf(one), says: 'used', by }];
  if (!served) {
    const why = `${one.at} declares a ${kindText(one)}, which the API server does not know`;
    return [
      { alias: idOf(one), says: 'used', by },
      { alias: aliasOfKind(one), says: 'unknown', by: why },
    ];
  }
  if (!served.isNamespaced) return [{ alias: idOf({ ...one, namespace: '' }), says: 'used', by }];
  return [{ alias: idOf(one.namespace === '' ? { ...one, namespace: ANY_NAMESPACE } : one), says: 'used', by }];
}
