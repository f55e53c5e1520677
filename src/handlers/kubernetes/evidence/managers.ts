/** Other tools that applied an object: one that did so lately still needs it. */
import type { Finding } from '../../../core/common/finding.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Ownership } from '../objects/ownership.ts';
import { appliersOf } from '../objects/writtenBy.ts';

/** It sends no request: the listing of the objects has their `managedFields` already. */
export const managers: EvidenceSource<{ readonly ownership: Ownership }> = {
  name: 'managers',
  summary: 'Another tool that applied the object, as its `managedFields` say; counts as its last use (`unusedFor`).',
  permissions: [],
  per: 'resource',
  candidatesAtOnce: 10_000,
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(_place, { parameters: { ownership } }, candidates) {
    return (candidates as readonly KubernetesObject[]).flatMap((one) =>
      appliersOf(one, ownership).flatMap(({ name, at }): Finding[] =>
        at === undefined ? [] : [{ alias: one.id, says: 'lastUsed', by: `managed by ${name}`, at }],
      ),
    );
  },
};
