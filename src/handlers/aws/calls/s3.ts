import { table } from './call.ts';
import { S3_READ, S3_WRITE } from './rates.ts';

/**
 * The calls to objects that Holystone cleans; its own definitions have a client of their own. IAM calls most of them by
 * other names: https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
export const s3 = table(
  {
    service: 's3',
    load: async () => (await import('@aws-sdk/client-s3')).S3,
    prefix: 's3',
    reads: S3_READ,
    writes: S3_WRITE,
  },
  {
    /** Each key has its own outcome. With an ETag in the request the deletion is conditional, and needs `s3:GetObject` too. */
    deleteObjects: {
      effect: 'deletes',
      permission: 's3:DeleteObject',
      errors: { notFound: ['NoSuchKey'] },
    },
    /** Of one version: it removes a delete marker. */
    deleteObject: { effect: 'restores', permission: 's3:DeleteObjectVersion' },
    getBucketVersioning: { effect: 'reads' },
    getObject: { effect: 'reads', errors: { notFound: ['NoSuchKey'] } },
    getObjectTagging: { effect: 'reads' },
    /** An answer without a body has no code but that of its status. */
    headObject: { effect: 'reads', permission: 's3:GetObject', errors: { notFound: ['NotFound'] } },
    listObjectVersions: { effect: 'reads', permission: 's3:ListBucketVersions' },
    listObjectsV2: { effect: 'reads', permission: 's3:ListBucket' },
    /** Replaces all tags of the object. */
    putObjectTagging: { effect: 'protects' },
  },
);
