import { apiGatewayV2 } from '../../calls/apiGateway.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

/**
 * A link without traffic for 60 days is `INACTIVE` and has no network interface; the next request makes one again:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-vpc-links.html
 */
export const vpcLinks = plainSource({
  name: 'vpcLinks',
  summary: 'VPC links of API Gateway, also inactive ones, in every account, by their security groups.',
  places: everyAccount,
  reads: apiGatewayV2.getVpcLinks,
  what: 'reading the security groups of VPC links',
  find: ({ VpcLinkId, Name, SecurityGroupIds, VpcLinkStatus: status }) =>
    groupsNamed(
      SecurityGroupIds,
      `VPC link ${Name ?? ''} (${VpcLinkId ?? 'without id'}, ${status ?? 'state not known'}) of API Gateway`,
    ),
});
