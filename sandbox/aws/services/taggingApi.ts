import type { Call } from '../store/call.ts';
import { jsonFormat } from '../wire/jsonFormat.ts';
import { fromSchemas, type Service } from '../wire/service.ts';

const NAMESPACE = 'com.amazonaws.resourcegroupstaggingapi';

/**
 * The only operation, by hand, as Cloud Custodian asks for the tags of classic load balancers: by ARN. Holystone never
 * calls it. https://docs.aws.amazon.com/resourcegroupstagging/latest/APIReference/API_GetResources.html
 * Numbers: 1 list, 3 structure, 9 operation, 64 list of, 0 string.
 */
const TAG = [3, NAMESPACE, 'Tag', 0, ['Key', 'Value'], [0, 0]];
const MAPPING = [3, NAMESPACE, 'Mapping', 0, ['ResourceARN', 'Tags'], [0, [1, NAMESPACE, 'Tags', 0, TAG]]];
const REQUEST = [3, NAMESPACE, 'GetResourcesInput', 0, ['ResourceARNList'], [64 | 0]];
const RESPONSE = [
  3,
  NAMESPACE,
  'GetResourcesOutput',
  0,
  ['PaginationToken', 'ResourceTagMappingList'],
  [0, [1, NAMESPACE, 'Mappings', 0, MAPPING]],
];
const GET_RESOURCES = [9, NAMESPACE, 'GetResources', 0, () => REQUEST, () => RESPONSE];

/** Tags by ARN, of classic load balancers alone: "GetResources only returns resources that have tags". */
export function taggingApi(): Service {
  return fromSchemas(
    {
      id: 'Resource Groups Tagging API',
      signingName: 'tagging',
      protocol: 'json',
      format: () => jsonFormat({ target: 'ResourceGroupsTaggingAPI_20170126', version: '1.1' }),
    },
    [GET_RESOURCES],
    {
      GetResources: ({ ResourceARNList = [] }, { here }) => ({
        PaginationToken: '',
        ResourceTagMappingList: (ResourceARNList as readonly string[]).flatMap((ResourceARN) =>
          tagsOf(ResourceARN, here),
        ),
      }),
    },
  );
}

function tagsOf(ResourceARN: string, here: Call['here']) {
  const [, name = ''] = /:loadbalancer\/([^/]+)$/.exec(ResourceARN) ?? [];
  const tags = Object.entries(here.loadBalancers.get(name)?.tags ?? {});
  return tags.length === 0 ? [] : [{ ResourceARN, Tags: tags.map(([Key, Value]) => ({ Key, Value })) }];
}
