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

/** A key whose policy lets requests in only through it opens nothing any more. */
export const keyPolicies = controlled({
  name: 'keyPolicies',
  type: 'AWS::KMS::Key',
  users: 'Policies of keys of KMS',
  user: 'policy of the KMS key',
  names: ['vpcEndpoint'],
  rights: ['kms:DescribeKey', 'kms:GetKeyPolicy', 'kms:GetKeyRotationStatus', 'kms:ListKeys', 'kms:ListResourceTags'],
});

export const secretPolicies = controlled({
  name: 'secretPolicies',
  type: 'AWS::SecretsManager::ResourcePolicy',
  users: 'Policies of secrets of Secrets Manager',
  user: 'policy of the secret',
  names: ['vpcEndpoint'],
  rights: ['secretsmanager:GetResourcePolicy', 'secretsmanager:ListSecrets'],
});

export const accessPointPolicies = controlled({
  name: 'accessPointPolicies',
  type: 'AWS::S3::AccessPoint',
  users: 'Policies of access points of S3',
  user: 'policy of the S3 access point',
  names: ['vpcEndpoint'],
  rights: ['s3:GetAccessPoint', 's3:GetAccessPointPolicy', 's3:ListAccessPoints', 's3:ListTagsForResource'],
});
