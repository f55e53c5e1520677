import { parameterIn } from './parameterReferences.ts';

/** The base image of an EC2 Image Builder recipe. */
export type ParentImage =
  | { readonly kind: 'image'; readonly id: string }
  /** Name or ARN of an SSM parameter, for any version or label. */
  | { readonly kind: 'parameter'; readonly name: string }
  /** An Image Builder image of an account, by name: version and build are chosen at the time of use. */
  | { readonly kind: 'builder'; readonly account: string; readonly name: string }
  /** No image of this account: an image of AWS or of the Marketplace, or a container image. */
  | { readonly kind: 'foreign' };

const BUILDER_ARN = /^arn:[^:]+:imagebuilder:[^:]*:([^:]*):image\/([^/]+)(\/|$)/;

/**
 * https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_CreateImageRecipe.html: an AMI id, `ssm:` and a
 * parameter, the ARN of an image of Image Builder, a Marketplace product id; of a container recipe also an image URI.
 */
export function parentImage(text: string): ParentImage {
  if (/^ami-/i.test(text)) return { kind: 'image', id: text.toLowerCase() };
  if (text.startsWith('ssm:')) {
    const meant = parameterIn(text.slice('ssm:'.length));
    return meant === undefined ? { kind: 'foreign' } : { kind: 'parameter', name: meant.name };
  }
  const [, account, name] = BUILDER_ARN.exec(text) ?? [];
  // ARNs of AWS's own images have `aws` in place of the account id.
  const isForeign = account === undefined || name === undefined || account === 'aws';
  return isForeign ? { kind: 'foreign' } : { kind: 'builder', account, name };
}
