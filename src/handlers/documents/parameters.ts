import { z } from 'zod';
import { spanParameter } from '../../core/evaluation/rules/age.ts';
import { documentHeaders, documentLocation } from '../../documents/location.ts';

/** Documents that list users outside the provider: in Terraform, Packer, a wiki, another cloud. */
export const externalReferencesParameter = z
  .array(
    z.strictObject({
      from: documentLocation,
      maxAge: spanParameter
        .prefault('1d')
        .describe('The largest age of its `generatedAt`; an older document does not count, so everything is unknown.'),
      headers: documentHeaders,
    }),
  )
  .default([])
  .describe('Documents that name users which Holystone cannot see; each must be readable and recent.');

/** One document that names users. */
export type ExternalReferences = z.infer<typeof externalReferencesParameter>[number];
