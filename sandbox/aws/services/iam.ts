import type { Answer } from '../seeds/answerSeeds.ts';
import { answered } from '../store/answers.ts';
import { listingsOf } from '../store/listing.ts';
import { fromSchemas, type Operation, type Service } from '../wire/service.ts';
import { xmlFormat } from '../wire/xmlFormat.ts';

const NAMESPACE = 'com.amazonaws.iam';

/**
 * The only necessary IAM operations, by hand: https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListAccountAliases.html,
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListRoles.html
 * Numbers: 3 structure, 9 operation, 1 list, 64 list of, 0 string, 1 number, 2 boolean.
 */
const REQUEST = [3, NAMESPACE, 'ListAccountAliasesRequest', 0, ['Marker', 'MaxItems'], [0, 1]];
const RESPONSE = [
  3,
  NAMESPACE,
  'ListAccountAliasesResponse',
  0,
  ['AccountAliases', 'IsTruncated', 'Marker'],
  [64 | 0, 2, 0],
];
const LIST_ACCOUNT_ALIASES = [9, NAMESPACE, 'ListAccountAliases', 0, () => REQUEST, () => RESPONSE];

const ROLES_REQUEST = [3, NAMESPACE, 'ListRolesRequest', 0, ['PathPrefix', 'Marker', 'MaxItems'], [0, 0, 1]];
const ROLE = [3, NAMESPACE, 'Role', 0, ['Path', 'RoleName', 'RoleId', 'Arn'], [0, 0, 0, 0]];
const ROLES = [1, NAMESPACE, 'roleListType', 0, () => ROLE];
const ROLES_RESPONSE = [3, NAMESPACE, 'ListRolesResponse', 0, ['Roles', 'IsTruncated', 'Marker'], [() => ROLES, 2, 0]];
const LIST_ROLES = [9, NAMESPACE, 'ListRoles', 0, () => ROLES_REQUEST, () => ROLES_RESPONSE];

interface Roles {
  readonly PathPrefix?: string;
}

/** Roles are there as tests put them in. */
const listRoles = listingsOf({
  size: 'MaxItems',
  token: 'Marker',
  badToken: 'InvalidInput',
  limits: { min: 1, max: 1000, otherwise: 100 },
})<Roles, { readonly Roles: readonly object[]; readonly IsTruncated: boolean }, Answer, object>(answered(), {
  answer: 'Roles',
  where:
    ({ PathPrefix = '/' }) =>
    ({ item }) =>
      String((item as { readonly Path?: string }).Path).startsWith(PathPrefix),
  beside: () => ({ IsTruncated: false }),
});

export function iam(): Service {
  return fromSchemas(
    {
      id: 'IAM',
      signingName: 'iam',
      protocol: 'query',
      format: () =>
        xmlFormat({
          version: '2010-05-08',
          namespace: 'https://iam.amazonaws.com/doc/2010-05-08/',
          protocol: 'query',
        }),
    },
    [LIST_ACCOUNT_ALIASES, LIST_ROLES],
    {
      // An account has at most one alias.
      ListAccountAliases: (_input, { account }) => ({
        AccountAliases: account.alias === undefined ? [] : [account.alias],
        IsTruncated: false,
      }),
      ListRoles: listRoles as Operation['handle'],
    },
  );
}
