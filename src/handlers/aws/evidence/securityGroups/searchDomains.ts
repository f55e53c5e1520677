import { openSearch } from '../../calls/openSearch.ts';
import { describedSource } from './describedSource.ts';

export const searchDomains = describedSource({
  name: 'searchDomains',
  summary:
    'Domains of OpenSearch Service, those of Elasticsearch included, in every state, in every account, by the security groups of their VPC options.',
  lists: openSearch.listDomainNames,
  describes: openSearch.describeDomain,
  what: 'reading the security groups of OpenSearch domains',
  by: { DomainName: 'DomainName' },
  has: 'DomainStatus',
  user: ({ DomainName }) => `OpenSearch domain ${DomainName}`,
});
