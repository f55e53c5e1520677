import * as module from '@aws-sdk/client-organizations';
import { AwsError } from '../collections/errors.ts';
import type { Organization, OrganizationNode } from '../collections/organization.ts';
import type { Row } from '../collections/table.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, numbered, plain } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';
import { commonError } from './commonErrors.ts';

/** "Minimum value of 1. Maximum value of 20": https://docs.aws.amazon.com/organizations/latest/APIReference/API_ListAccounts.html */
const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidInputException',
  limits: { min: 1, max: 20, otherwise: 20 },
  badSize: (size) => new AwsError('InvalidInputException', `You specified an invalid value: MaxResults ${size}`),
});

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

    ListAccounts: listing(
      collection((call) => members(listedBy(call)), accountOf),
      { answer: 'Accounts' },
    ),

    ListAccountsForParent: listing(
      collection((call, { ParentId }: module.ListAccountsForParentCommandInput) => {
        const organization = listedBy(call);
        const parent = nodeOf(organization, ParentId);
        return members(organization).filter(({ value: { id } }) => organization.parents.get(id) === parent);
      }, accountOf),
      { answer: 'Accounts' },
    ),

    ListTagsForResource(input, call) {
      const { tags, parents } = listedBy(call);
      const { ResourceId = '' } = input;
      if (!parents.has(ResourceId))
        throw new AwsError('TargetNotFoundException', "You specified a target that doesn't exist.");
      return { Tags: Object.entries(tags[ResourceId] ?? {}).map(([Key, Value]) => ({ Key, Value })) };
    },

    ListOrganizationalUnitsForParent: listing(plain(unitsOf), { answer: 'OrganizationalUnits' }),
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

interface Member {
  readonly organization: Organization;
  readonly id: string;
}

function members(organization: Organization): readonly Row<Member>[] {
  return numbered([...organization.parents.keys()].map((id) => ({ organization, id })));
}

function unitsOf(call: Call, { ParentId }: module.ListOrganizationalUnitsForParentCommandInput) {
  const organization = listedBy(call);
  const parent = nodeOf(organization, ParentId);
  const inside = [...organization.nodes.values()].filter((node) => node.parent === parent);
  return numbered(inside.map(({ id, name }) => ({ Id: id, Name: name, Arn: organization.unitArn(id) })));
}

function accountOf({ organization, id }: Member): module.Account {
  const state = organization.states[id] ?? 'ACTIVE';
  return {
    Id: id,
    Arn: accountArn(organization, id),
    Email: `${id}@example.com`,
    Name: organization.names[id] ?? `account-${id}`,
    // "Account.Status … will be removed": closed accounts have it too, as SUSPENDED, API_Account.
    Status: state === 'CLOSED' || state === 'PENDING_ACTIVATION' ? 'SUSPENDED' : state,
    State: state,
    JoinedMethod: 'CREATED',
  };
}

function accountArn({ id, managementAccount }: Organization, account: string): string {
  return `arn:aws:organizations::${managementAccount}:account/${id}/${account}`;
}
