/** Policies that let requests in only through a VPC endpoint (`aws:SourceVpce`): without it nobody comes in. */
import { everyAccountOnce } from '../../../wire/places.ts';
import { controlled } from '../../listings/controlled.ts';

export const bucketPolicies = controlled({
  name: 'bucketPolicies',
  type: 'AWS::S3::BucketPolicy',
  users: 'Policies of S3 buckets',
  user: 'policy of the S3 bucket',
  names: ['vpcEndpoint'],
  rights: ['s3:GetBucketPolicy', 's3:ListAllMyBuckets'],
});

/** In any account of the configuration: a role of another one may come through it, too. */
export const managedPolicies = controlled({
  name: 'managedPolicies',
  type: 'AWS::IAM::ManagedPolicy',
  users: 'Customer managed policies of IAM',
  user: 'IAM policy',
  names: ['vpcEndpoint'],
  rights: ['iam:GetPolicy', 'iam:GetPolicyVersion', 'iam:ListEntitiesForPolicy', 'iam:ListPolicies'],
  places: everyAccountOnce,
});
