import * as module from '@aws-sdk/client-organizations';
import type { Call } from './call.ts';
import { commonError } from './commonErrors.ts';
import { AwsError } from './errors.ts';
import type { Organization, OrganizationNode } from './organization.ts';
import { page } from './paging.ts';
import { type Service, service } from './wire/service.ts';

/** "Minimum value of 1. Maximum value of 20": https://docs.aws.amazon.com/organizations/latest/APIReference/API_ListAccounts.html */
const MOST = 20;

export function organizations(): Service {
  return service(
    module,
    module.OrganizationsClient,
  )({
    DescribeOrganization(_input, call) {
      const organization = organizationOf(call);
      return {
        Organization: {
          Id: organization.id,
          Arn: organization.arn,
          FeatureSet: 'ALL',
          MasterAccountId: organization.managementAccount,
          MasterAccountArn: accountArn(organization, organization.managementAccount),
          MasterAccountEmail: `${organization.managementAccount}@example.com`,
        },
      };
    },

    ListAccounts(input, call) {
      const organization = listedBy(call);
      const all = [...organization.parents.keys()];
      const { rows, NextToken } = paged(all, input, `ListAccounts ${organization.id}`);
      return { Accounts: rows.map((id) => accountOf(organization, id)), ...NextToken };
    },

    ListAccountsForParent(input, call) {
      const organization = listedBy(call);
      const parent = nodeOf(organization, input.ParentId);
      const inside = [...organization.parents].flatMap(([id, node]) => (node === parent ? [id] : []));
      const { rows, NextToken } = paged(inside, input, `ListAccountsForParent ${parent.id}`);
      return { Accounts: rows.map((id) => accountOf(organization, id)), ...NextToken };
    },

    ListOrganizationalUnitsForParent(input, call) {
      const organization = listedBy(call);
      const parent = nodeOf(organization, input.ParentId);
      const inside = [...organization.nodes.values()].filter((node) => node.parent === parent);
      const { rows, NextToken } = paged(inside, input, `ListOrganizationalUnitsForParent ${parent.id}`);
      const units = rows.map(({ id, name }) => ({ Id: id, Name: name, Arn: organization.unitArn(id) }));
      return { OrganizationalUnits: units, ...NextToken };
    },
  });
}

function organizationOf({ store, account }: Call): Organization {
  const { organization } = store;
  if (organization?.parents.has(account.id)) return organization;
  throw new AwsError('AWSOrganizationsNotInUseException', 'Your account is not a member of an organization.');
}

/**
 * "This operation can be called only from the organization's management account or by a member account that is a
 * delegated administrator": API_ListAccounts.
 */
function listedBy(call: Call): Organization {
  const organization = organizationOf(call);
  if (organization.mayList(call.account.id)) return organization;
  throw commonError('denied', 'json', "You don't have permissions to access this resource.");
}

function nodeOf({ nodes }: Organization, id = ''): OrganizationNode {
  const node = nodes.get(id);
  if (node) return node;
  throw new AwsError('ParentNotFoundException', "You specified a parent that doesn't exist.");
}

function accountOf(organization: Organization, id: string): module.Account {
  const state = organization.states[id] ?? 'ACTIVE';
  return {
    Id: id,
    Arn: accountArn(organization, id),
    Email: `${id}@example.com`,
    Name: organization.names[id] ?? `account-${id}`,
    // "Account.Status … will be removed": closed ones have it too, as SUSPENDED, API_Account.
    Status: state === 'CLOSED' || state === 'PENDING_ACTIVATION' ? 'SUSPENDED' : state,
    State: state,
    JoinedMethod: 'CREATED',
  };
}

function accountArn({ id, managementAccount }: Organization, account: string): string {
  return `arn:aws:organizations::${managementAccount}:account/${id}/${account}`;
}

interface Paged {
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

function paged<T>(all: readonly T[], { MaxResults: limit = MOST, NextToken }: Paged, scope: string) {
  if (limit < 1 || limit > MOST) throw invalid(`MaxResults ${limit}`);
  const numbered = all.map((item, index) => ({ seq: index + 1, item }));
  const answer = page(numbered, { limit, token: NextToken, scope, badToken: 'InvalidInputException' });
  return {
    rows: answer.rows.map(({ item }) => item),
    NextToken: answer.nextToken === undefined ? {} : { NextToken: answer.nextToken },
  };
}

function invalid(what: string): AwsError {
  return new AwsError('InvalidInputException', `You specified an invalid value: ${what}`);
}
