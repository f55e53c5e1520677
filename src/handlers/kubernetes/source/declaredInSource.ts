/** The evidence that an object is in source. */
import { hostname } from 'node:os';
import { ReadError } from '../../../core/common/errors.ts';
import type { Finding } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Discovered, discover, type ServedKind } from '../calls/discovery.ts';
import { prove } from '../calls/prove.ts';
import { canonical, kindText } from '../objects/groupKind.ts';
import { ANY_NAMESPACE, aliasOfKind, idOf } from '../objects/reference.ts';
import { type Declared, declaredIn } from './declared.ts';
import { filesBelow } from './folder.ts';
import type { SourceParameters } from './parameters.ts';

export const declaredInSource: EvidenceSource<SourceParameters> = {
  name: 'declaredInSource',
  summary: 'Objects that the source of the environment declares, under any name of their kind.',
  permissions: ['kubernetes:GetKinds'],
  per: 'location',
  places: ({ account, location }) => [{ account: account.name, location }],
  variant: ({ parameters: { source, allowEmpty } }) => JSON.stringify([source, allowEmpty, hostname(), process.cwd()]),
  async read(place, { accounts, parameters }, _candidates, io) {
    const account = accounts.find(({ name }) => name === place.account) as Account;
    await prove({ account, io });
    const declared = await readSource(parameters);
    const discovered = await discover({ account, io });
    const served = byKind(discovered);
    return [
      ...declared.flatMap((one) => findingsOf(one, served.get(kindText(canonical(one))))),
      ...unknownKinds(discovered),
    ];
  },
};

/** @throws ReadError unless the whole source is read, and declares each object once */
async function readSource({ source, allowEmpty }: SourceParameters): Promise<readonly Declared[]> {
  const path = source?.dir ?? source?.file ?? '';
  const declared = new Map<string, Declared>();
  for await (const { name, text } of filesBelow(path)) {
    for (const one of declaredIn(text, name)) {
      const id = one.generateName === undefined ? idOf(one) : `${idOf(one)}${one.generateName} at ${one.at}`;
      const known = declared.get(id);
      if (known) throw malformed(path, `${known.at} and ${one.at} both declare ${kindText(one)} ${one.name}`);
      declared.set(id, one);
    }
  }
  if (declared.size === 0 && !allowEmpty) {
    throw malformed(path, 'it declares no object; set `allowEmpty: true` if that is meant');
  }
  return [...declared.values()];
}

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

/**
 * A kind that the server does not know now may be served again under another name: all its objects are unknown. An object
 * without a namespace is in whichever namespace the applying command was given: it keeps its name in all of them.
 */
function findingsOf(one: Declared, served: ServedKind | undefined): readonly Finding[] {
  const by = `source ${one.at}`;
  if (one.generateName !== undefined) return [];
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

function malformed(path: string, why: string): ReadError {
  return new ReadError(`reading the source ${path}: ${why}`, { problem: 'malformed' });
}
