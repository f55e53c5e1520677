import { parameterIn } from './parameterReferences.ts';

/** What a recipe of EC2 Image Builder begins with. */
export type ParentImage =
  | { readonly kind: 'image'; readonly id: string }
  /** Name or ARN of an SSM parameter, of whatever version or label. */
  | { readonly kind: 'parameter'; readonly name: string }
  /** An image that Image Builder makes in an account, by its name: of which version and build is decided when it is used. */
  | { readonly kind: 'builder'; readonly account: string; readonly name: string }
  /** Nothing of this account: an image of AWS or of the Marketplace, or a container image. */
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
  // AWS's own have `aws` where an account's have its id.
  const isForeign = account === undefined || name === undefined || account === 'aws';
  return isForeign ? { kind: 'foreign' } : { kind: 'builder', account, name };
}
