import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { lambda } from '../../calls/lambda.ts';
import { provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { usesOfImage } from './usesOfImage.ts';

const WHAT = 'reading the images of Lambda functions';

/** A published version keeps its image for ever, and Lambda needs it again after weeks without an invocation. */
export const lambdaImages: Omit<EvidenceSource, 'places'> = {
  name: 'lambdaImages',
  summary: 'Images of Lambda functions of the package type Image, in all versions, by tag and by digest.',
  permissions: permissionsOf(lambda.getFunction, lambda.listFunctions),
  per: 'location',
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(pages(target, lambda.listFunctions, WHAT, { FunctionVersion: 'ALL' }), (one) =>
      usesOf(target, one),
    );
  },
};

async function usesOf(
  target: CallScope,
  { FunctionName, Version = '$LATEST', PackageType }: FunctionConfiguration,
): Promise<readonly Finding[]> {
  if (PackageType !== 'Image') return [];
  const name = requirePart(FunctionName || undefined, 'function name', {
    target,
    api: lambda.listFunctions.api,
    what: WHAT,
  });
  const by = `Lambda function ${name}${Version === '$LATEST' ? '' : ` (version ${Version})`}`;
  try {
    const { Code } = await read(target, lambda.getFunction, WHAT, { FunctionName: name, Qualifier: Version });
    const { ImageUri, ResolvedImageUri } = requirePart(Code, 'code', {
      target,
      api: lambda.getFunction.api,
      what: WHAT,
    });
    return [...usesOfImage(ImageUri, by), ...usesOfImage(ResolvedImageUri, by)];
  } catch (error) {
    // It was deleted after the listing.
    if (saysNotFound(error)) return [];
    throw error;
  }
}
