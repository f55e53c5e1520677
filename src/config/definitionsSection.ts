import { z } from 'zod';
import { accountId, exactDuration, hasScheme, name, readText } from './scalars.ts';

export const restoreSection = z.strictObject({
  keepFor: exactDuration
    .prefault('30d')
    .describe('For how long what was restored is kept, as if somebody had opted it out.'),
});

export const definitionsSection = z.strictObject({
  dir: name('a folder').default('./data/definitions').describe('The folder; it must be on storage that lasts.'),
  s3: z
    .strictObject({
      bucket: z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
          error: 'the name of a bucket: 3 to 63 of a-z, 0-9, "." and "-"',
        })
        .describe('The bucket.'),
      prefix: name('the beginning of every key, such as holystone/')
        .default('')
        .describe('What every key begins with.'),
      region: name('a region').describe('The region of the bucket.'),
      expectedBucketOwner: accountId.optional().describe('The account that the bucket must belong to.'),
      encryption: z
        .enum(['AES256', 'aws:kms'])
        .optional()
        .describe('How S3 encrypts each object; none = as the bucket does by itself.'),
      kmsKeyId: name('a key of KMS').optional().describe('With `aws:kms`: the id or ARN of the key.'),
      role: name('the ARN of a role').optional().describe('The role for it; none = the default credentials.'),
      endpoint: readText(
        'a URL that begins with https:// or http://',
        (text) => (hasScheme(text, ['https:', 'http:']) ? text : undefined),
        ['https://minio.example.com'],
      )
        .optional()
        .describe('Of an S3 that is not that of AWS.'),
    })
    .optional()
    .describe('A bucket of S3 in place of the folder.'),
});
