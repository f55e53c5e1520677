import type { ImageResource } from './image.ts';

/** What the console, the CLI and most tools write where nobody describes a copy; AWS knew no source before 2024. */
const COPIED = /\[Copied (ami-[0-9a-f]{8,17}) from [a-z0-9-]+\]/g;

/**
 * The images that this one is a copy of; empty: none, as far as anybody says. "The source AMI … if the AMI was created using
 * CreateImage, CopyImage, or CreateRestoreImageTask": only CreateImage also names an instance, and what it makes is no copy.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/identify-source-ami-used-to-create-new-ami.html
 */
export function copySources({
  id,
  sourceImageId,
  sourceInstanceId,
  description = '',
}: Pick<ImageResource, 'id' | 'sourceImageId' | 'sourceInstanceId' | 'description'>): readonly string[] {
  const written = [...description.matchAll(COPIED)].flatMap(([, source = '']) => source);
  const source = sourceImageId && !sourceInstanceId ? [sourceImageId] : [];
  return [...new Set([...source, ...written])].filter((one) => one !== id);
}
