/** Lambda functions whose code is an asset of S3, by the checksum of the file. */
import type { EvidenceSource } from '../../../contract/handler.ts';
import { lambda } from '../../calls/lambda.ts';
import { codeAlias } from '../../resources/cdk/assetHash.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/**
 * Lambda keeps a copy of its own, so no function stops with the file; but no pipeline can deploy the same version again from
 * it. S3 knows the checksum of a file that was uploaded with SHA-256 in one part: any other file no function names.
 */
export const lambdaCode: EvidenceSource = plainSource({
  name: 'lambdaCode',
  summary:
    'Lambda functions, in all versions and in every AWS account of the configuration, whose code is the file, by its SHA-256. A file without that checksum in S3 is found by none.',
  optional: true,
  places: everyAccount,
  reads: lambda.listFunctions,
  input: { FunctionVersion: 'ALL' },
  what: 'reading the code of Lambda functions',
  find({ FunctionName = '', Version = '$LATEST', CodeSha256 }) {
    if (!CodeSha256) return [];
    const by = `Lambda function ${FunctionName}${Version === '$LATEST' ? '' : ` (version ${Version})`}`;
    return { alias: codeAlias(CodeSha256), says: 'used', by };
  },
});
