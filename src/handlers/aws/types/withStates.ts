/** A type whose resources states of Terraform name: their evidence, and for types with tags the rule `notInState`. */
import type { Handler, Session } from '../../contract/handler.ts';
import { terraformStates } from '../evidence/terraform/terraformStates.ts';
import { inWorkspace, NOT_IN_STATE, notInState } from '../resources/terraform/notInState.ts';
import { settingsOf } from '../wire/accountSettings.ts';

const NEEDED = `the rule ${NOT_IN_STATE} needs the states of its accounts`;

export function withStates(handler: Handler): Handler {
  const evidence = [...handler.evidence, terraformStates];
  // A type whose listing lacks the tags would be judged without its workspace.
  if (handler.attributes?.tags !== 'map' || handler.candidatesAreReadById) return { ...handler, evidence };
  return {
    ...handler,
    evidence,
    rules: [...handler.rules, notInState],
    problemsOfAccount(rules, account) {
      if (!rules.includes(NOT_IN_STATE)) return [];
      const { terraform } = settingsOf(account);
      if (terraform?.workspaceTag !== undefined) return [];
      const missing = terraform === undefined ? '`terraform` with its `states` and' : '`terraform`';
      return [{ path: ['when'], message: `${NEEDED}: give the account ${account.name} ${missing} \`workspaceTag\`` }];
    },
    open(scope, io) {
      const session = handler.open(scope, io);
      const tag = settingsOf(scope.account).terraform?.workspaceTag;
      return tag === undefined ? session : ofWorkspaces(session, tag);
    },
  };
}

function ofWorkspaces(session: Session, tag: string): Session {
  return {
    ...session,
    async *list() {
      for await (const page of session.list()) yield page.map((one) => inWorkspace(one, tag));
    },
    async get(ids) {
      const reads = await session.get(ids);
      return new Map(
        [...reads].map(([id, read]) => [
          id,
          read.kind === 'found' ? { ...read, resource: inWorkspace(read.resource, tag) } : read,
        ]),
      );
    },
  };
}
