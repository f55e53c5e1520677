/** Who else applied an object: another tool that did so lately still needs it. */
import type { Finding } from '../../../core/common/finding.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { MANAGERS } from '../objects/annotations.ts';
import type { KubernetesObject, Manager } from '../objects/object.ts';

/** Those by which environments are applied, and Holystone's own: they say nothing about another user. */
const OWN: ReadonlySet<string> = new Set(['qbec', 'kubectl', ...Object.values(MANAGERS)]);
/** Tools that apply without server-side apply. */
const APPLIERS =
  /^(argocd-|helm$|helm-controller$|kustomize-controller$|kapp-?controller$|fleet|Terraform$|HashiCorp$|pulumi)/;

export const managers: EvidenceSource<unknown> = {
  name: 'managers',
  summary: 'Another tool that applied the object, as its `managedFields` say; counts as its last use (`unusedFor`).',
  permissions: [],
  per: 'resource',
  candidatesAtOnce: 10_000,
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(_place, _scope, candidates) {
    return (candidates as readonly KubernetesObject[]).flatMap(({ id, managers: all }) => appliedBy(id, all));
  },
};

function appliedBy(id: string, all: readonly Manager[]): readonly Finding[] {
  return all
    .filter(({ name, operation }) => !OWN.has(name) && (operation === 'Apply' || APPLIERS.test(name)))
    .flatMap(({ name, at }) =>
      at === undefined ? [] : [{ alias: id, says: 'lastUsed', by: `managed by ${name}`, at }],
    );
}
