/** Definitions in an S3 bucket: the key `s3` of `definitions` in the configuration. */
import { z } from 'zod';
import { hasScheme, name, readText, WEB_URL_PATTERN } from '../../../core/common/textSettings.ts';
import type { DefinitionPlace } from '../../contract/provider.ts';
import { type S3DefinitionSettings, S3DefinitionStore } from '../definitions/s3Definitions.ts';
import { accountId, roleArn } from '../wire/accountSettings.ts';

const schema = z.strictObject({
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error: 'the name of a bucket: 3 to 63 of a-z, 0-9, "." and "-"',
    })
    .describe('The bucket.'),
  prefix: name('the beginning of every key, such as holystone/').default('').describe('The beginning of every key.'),
  region: name('a region').describe('The region of the bucket.'),
  expectedBucketOwner: accountId.optional().describe('The account that the bucket must belong to.'),
  encryption: z
    .enum(['AES256', 'aws:kms'])
    .optional()
    .describe('How S3 encrypts each object; default: the setting of the bucket.'),
  kmsKeyId: name('a key of KMS').optional().describe('With `aws:kms`: the id or ARN of the key.'),
  role: roleArn.optional().describe('The role for it; none = the default credentials.'),
  endpoint: readText(
    'a URL that begins with https:// or http://',
    (text) => (hasScheme(text, ['https:', 'http:']) ? text : undefined),
    ['https://minio.example.com'],
    WEB_URL_PATTERN,
  )
    .optional()
    .describe('The endpoint of an S3-compatible store other than AWS.'),
});

/** The configuration has either this key or a folder. The bucket may also be that of an S3-compatible store. */
export const s3: DefinitionPlace<S3DefinitionSettings> = {
  key: 's3',
  title: 'a bucket',
  description: 'An S3 bucket, in place of the folder.',
  schema,
  problemsOf(value) {
    const { kmsKeyId, encryption } = value as Partial<S3DefinitionSettings>;
    if (kmsKeyId === undefined || encryption === 'aws:kms') return [];
    return [{ path: ['kmsKeyId'], message: 'a key of KMS needs `encryption: aws:kms`' }];
  },
  open(settings, seal) {
    const store = new S3DefinitionStore(settings, seal);
    return { store, close: () => store.destroy() };
  },
};
