/** The controllers of objects that are judged though they have an owner (`owned: judge`). */
import type { Finding } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Discovered, discover } from '../calls/discovery.ts';
import { readObject } from '../calls/objects.ts';
import { prove } from '../calls/prove.ts';
import { canonical, kindText } from '../objects/groupKind.ts';
import type { KubernetesObject, Owner } from '../objects/object.ts';
import { idOf } from '../objects/reference.ts';
import type { CallScope } from '../wire/call.ts';
import { malformed } from '../wire/readError.ts';
import { readingEach } from './readingEach.ts';

/** It reads the controllers of those candidates alone that have an owner; all others cost no request. */
export const ownerReferences: EvidenceSource<unknown> = {
  name: 'ownerReferences',
  summary: 'The living controller of an object: the ReplicaSet of a Pod, the operator’s own object of its Deployment.',
  permissions: ['kubernetes:GetKinds', 'kubernetes:GetObject'],
  per: 'resource',
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(place, { accounts }, candidates, io) {
    const target: CallScope = { account: accounts.find(({ name }) => name === place.account) as Account, io };
    const owned = (candidates as readonly KubernetesObject[]).filter(({ ownedBy }) => ownedBy.length > 0);
    if (owned.length === 0) return [];
    await prove(target);
    const discovered = await discover(target);
    return readingEach(owned, async (object) => {
      const controllers = object.ownedBy.filter(({ isController }) => isController);
      const found = await Promise.all(controllers.map((one) => livingOwner(target, discovered, object, one)));
      return found.flatMap((one) => one ?? []);
    });
  },
};

/** `undefined`: it is gone, or another object has its name. @throws ReadError where that is not known */
async function livingOwner(
  target: CallScope,
  { kinds, unread }: Discovered,
  { id, reference }: KubernetesObject,
  owner: Owner,
): Promise<Finding | undefined> {
  const what = `reading the owner ${kindText(owner)} ${owner.name}`;
  const kind = kinds.find((one) => kindText(canonical(one)) === kindText(owner));
  if (!kind || unread.has(kind.group)) throw malformed(what, target.account.name, 'its kind is not served now');
  const namespace = kind.isNamespaced ? reference.namespace : '';
  const read = await readObject(target, kind, namespace === '' ? undefined : namespace, owner.name);
  if ((read?.metadata as { readonly uid?: unknown } | undefined)?.uid !== owner.uid) return undefined;
  const by = `its controller ${owner.kind} ${namespace === '' ? owner.name : `${namespace}/${owner.name}`}`;
  return { alias: id, says: 'used', by, byId: idOf({ ...owner, namespace }) };
}
