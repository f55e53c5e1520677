/** What lets requests in and sends them on: CloudFront, WAF, mail and media, read as types of Cloud Control. */
import { everyAccountOnce, everyLocation } from '../../../wire/places.ts';
import { controlled } from '../../listings/controlled.ts';
import { REGIONS } from '../../listings/serviceRegions.ts';

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/: GovCloud has none of its own. */
const regions = ['us-east-1', 'cn-northwest-1'];

/** It sends requests to its origins by host name; without traffic nothing else shows that they are in use. */
export const distributions = controlled({
  name: 'distributions',
  type: 'AWS::CloudFront::Distribution',
  users: 'Distributions of CloudFront, also disabled ones, by their origins',
  user: 'CloudFront distribution',
  names: ['elasticIp', 'loadBalancer', 'loadBalancerV2'],
  rights: [
    'cloudfront:GetDistribution',
    'cloudfront:GetDistributionConfig',
    'cloudfront:ListDistributions',
    'cloudfront:ListTagsForResource',
  ],
  regions,
  places: everyAccountOnce,
});

/** A private origin: a load balancer or an instance by its ARN. */
export const vpcOrigins = controlled({
  name: 'vpcOrigins',
  type: 'AWS::CloudFront::VpcOrigin',
  users: 'VPC origins of CloudFront',
  user: 'CloudFront VPC origin',
  names: ['loadBalancerV2'],
  rights: ['cloudfront:GetVpcOrigin', 'cloudfront:ListTagsForResource', 'cloudfront:ListVpcOrigins'],
  regions,
  places: everyAccountOnce,
});

/** An address in an allow list is used by whoever it lets in. */
export const edgeIpSets = controlled({
  name: 'edgeIpSets',
  type: 'AWS::WAFv2::IPSet',
  users: 'IP sets of WAF for CloudFront',
  user: 'WAF IP set for CloudFront',
  names: ['elasticIp'],
  model: () => ({ Scope: 'CLOUDFRONT' }),
  rights: ['wafv2:GetIPSet', 'wafv2:ListIPSets', 'wafv2:ListTagsForResource'],
  regions,
  places: everyAccountOnce,
});

/** An address in an allow list is used by whoever it lets in. */
export const ipSets = controlled({
  name: 'ipSets',
  type: 'AWS::WAFv2::IPSet',
  users: 'IP sets of WAF',
  user: 'WAF IP set',
  names: ['elasticIp'],
  model: () => ({ Scope: 'REGIONAL' }),
  rights: ['wafv2:GetIPSet', 'wafv2:ListIPSets', 'wafv2:ListTagsForResource'],
  places: everyLocation,
});

/** An address in an allow list is used by whoever it lets in. */
export const mailFilters = controlled({
  name: 'mailFilters',
  type: 'AWS::SES::ReceiptFilter',
  users: 'IP address filters of SES',
  user: 'SES IP address filter',
  names: ['elasticIp'],
  rights: ['ses:ListReceiptFilters'],
  regions: REGIONS.sesReceiving,
  places: everyLocation,
});

/** An address in an allow list is used by whoever it lets in. */
export const mediaOrigins = controlled({
  name: 'mediaOrigins',
  type: 'AWS::MediaPackage::OriginEndpoint',
  users: 'Origin endpoints of MediaPackage',
  user: 'MediaPackage origin endpoint',
  names: ['elasticIp'],
  rights: ['mediapackage:DescribeOriginEndpoint', 'mediapackage:ListOriginEndpoints'],
  regions: REGIONS.mediaPackage,
  places: everyLocation,
});
