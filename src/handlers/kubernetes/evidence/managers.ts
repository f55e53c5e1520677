/** Other tools that applied an object: one that did so lately still needs it. */
import type { Finding } from '../../../core/common/finding.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { MANAGERS } from '../objects/annotations.ts';
import type { KubernetesObject, Manager } from '../objects/object.ts';
import type { Ownership } from '../objects/ownership.ts';

/** Those by which environments are applied, and Holystone's own: they say nothing about another user. */
const OWN: ReadonlySet<string> = new Set(['qbec', 'kubectl', ...Object.values(MANAGERS)]);
/** Tools that apply without server-side apply. */
const APPLIERS =
  /^(argocd-|helm$|helm-controller$|kustomize-controller$|kapp-?controller$|fleet|Terraform$|HashiCorp$|pulumi)/;

/** It sends no request: the listing of the objects has their `managedFields` already. */
export const managers: EvidenceSource<{ readonly ownership: Ownership }> = {
  name: 'managers',
  summary: 'Another tool that applied the object, as its `managedFields` say; counts as its last use (`unusedFor`).',
  permissions: [],
  per: 'resource',
  candidatesAtOnce: 10_000,
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(_place, { parameters: { ownership } }, candidates) {
    // The tool that owns the environment is no other user of its objects.
    const isOther = ({ name }: Manager) => !OWN.has(name) && !(ownership === 'helm' && name === 'helm');
    return (candidates as readonly KubernetesObject[]).flatMap(({ id, managers: all }) =>
      appliedBy(id, all.filter(isOther)),
    );
  },
};

function appliedBy(id: string, all: readonly Manager[]): readonly Finding[] {
  return all
    .filter(({ name, operation }) => operation === 'Apply' || APPLIERS.test(name))
    .flatMap(({ name, at }) =>
      at === undefined ? [] : [{ alias: id, says: 'lastUsed', by: `managed by ${name}`, at }],
    );
}
