/** The command `rbac`: the ClusterRoles that a configuration needs. */
import { stringify } from 'yaml';
import type { Rights, RightsPrinted, RightsUse, RightsWanted } from '../../contract/rights.ts';
import type { ObjectParameters } from '../types/object/parameters.ts';
import { settingsOf } from '../wire/account.ts';
import { clusterRole, IDENTITIES, type Identity, type RightsOfEntry } from './clusterRoles.ts';

const GROUP = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** It reads the configuration alone and sends no request to a cluster. */
export const rbac: Rights = {
  command: 'rbac',
  description:
    'Print the minimum ClusterRoles for the configuration: separate ones for the users that read, delete and restore.',
  identities: IDENTITIES,
  formats: ['yaml', 'json'],
  options: [{ flags: '--groups <groups>', description: 'API groups of custom resources, with commas between them' }],
  explanation: `
The role that deletes is there only if an entry is live, or with --live; a user
that deletes has both roles. Secrets are read only if \`dataKinds\` names them.
Holystone cannot know which groups of custom resources a cluster has: name them
with --groups. As long as it may not list a kind, what objects of that kind could
refer to is unknown, and nothing of it is deleted.`,
  examples: [
    'holystone rbac --config config/holystone.yaml | kubectl apply -f -',
    'holystone rbac --account prod --identity reader --groups cert-manager.io,monitoring.coreos.com',
    'holystone rbac --live',
  ],
  print({ uses, account, identity, format = 'yaml', options = {} }: RightsWanted): RightsPrinted {
    const wanted = uses.filter(
      ({ wc, evidence }) =>
        account === undefined || wc.account.name === account || evidence.some(({ place }) => place.account === account),
    );
    if (wanted.length === 0) {
      const of = account === undefined ? '' : ` of the account ${account}`;
      return { notes: [], problem: `the configuration has no entry for Kubernetes${of}` };
    }
    const groups = (options.groups ?? '').split(',').filter((group) => group !== '');
    const odd = groups.find((group) => !GROUP.test(group));
    if (odd !== undefined) return { notes: [], problem: `--groups: "${odd}" is no API group; write cert-manager.io` };
    const entries = wanted.map(rightsOf);
    const deletes = wanted.some((use) => use.deletes);
    const chosen = IDENTITIES.filter((one) =>
      identity === undefined ? one === 'reader' || (one === 'deleter' && deletes) : one === identity,
    );
    const documents = chosen.map((one) => clusterRole(one, entries, groups));
    const notes = groups.length > 0 ? [] : ['no groups of custom resources are named; see --groups'];
    if (format === 'json') return { notes, document: { apiVersion: 'v1', kind: 'List', items: documents } };
    return {
      notes,
      text: documents
        .map((one) => stringify(one))
        .join('---\n')
        .trimEnd(),
    };
  },
};

function rightsOf({ wc, handler, evidence }: RightsUse): RightsOfEntry {
  if (wc.account.provider !== 'kubernetes') {
    const reader = evidence.flatMap(({ permissions }) => permissions);
    return {
      permissions: { reader, deleter: [], restorer: [] },
      ...{ dataKinds: [], readsSecrets: false, events: false },
    };
  }
  const { kinds, dataKinds, events, ownership, source } = wc.parameters as ObjectParameters;
  const { environments } = settingsOf(wc.account);
  const isInSecret = (one: unknown) => one === 'helm' || one === 'applyset';
  const readsSecrets = ownership === 'helm' || source?.applySet !== undefined || isInSecret(environments);
  const { list, delete: toDelete, protect = [], restore = [] } = handler.permissions;
  const permissions: Readonly<Record<Identity, readonly string[]>> = {
    reader: [...list, ...evidence.flatMap((one) => one.permissions)],
    deleter: [...toDelete, ...protect],
    restorer: [...list, ...restore, 'kubernetes:CreateObject'],
  };
  return { permissions, dataKinds, readsSecrets, events, ...(kinds ? { kinds } : {}) };
}
