import { fromSchemas, type Service } from '../wire/service.ts';
import { xmlFormat } from '../wire/xmlFormat.ts';

const NAMESPACE = 'com.amazonaws.iam';

/**
 * The only necessary IAM operation, by hand: https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListAccountAliases.html
 * Numbers: 3 structure, 9 operation, 64 list of, 0 string, 1 number, 2 boolean.
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
    [LIST_ACCOUNT_ALIASES],
    {
      // An account has at most one alias.
      ListAccountAliases: (_input, { account }) => ({
        AccountAliases: account.alias === undefined ? [] : [account.alias],
        IsTruncated: false,
      }),
    },
  );
}
