import * as module from '@aws-sdk/client-opensearch';
import { AwsError } from '../collections/errors.ts';
import { searchDomains } from '../seeds/servedGroupSeeds.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/opensearch-service/latest/APIReference/API_ListDomainNames.html */
export function openSearch(): Service {
  return service(
    module,
    module.OpenSearchClient,
  )({
    ListDomainNames: (_input, { here }) => ({
      DomainNames: here.searchDomains.view().map(({ key: DomainName }) => ({ DomainName, EngineType: 'OpenSearch' })),
    }),

    DescribeDomain({ DomainName = '' }, { here }) {
      const found = here.searchDomains.get(DomainName);
      if (found) return { DomainStatus: found as module.DomainStatus };
      throw new AwsError('ResourceNotFoundException', `Domain not found: ${DomainName}`, 409);
    },

    CreateDomain({ DomainName = '', VPCOptions }, call) {
      const made = searchDomains.make({ DomainName, ...(VPCOptions && { VPCOptions }) }, call);
      call.here.searchDomains.put(DomainName, made);
      return { DomainStatus: made as module.DomainStatus };
    },
  });
}
