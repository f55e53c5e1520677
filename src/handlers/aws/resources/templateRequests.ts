/** Requests that make a version of a launch template again. */
import type { LaunchTemplateVersion, RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';

/** The input of `CreateLaunchTemplateVersion`. @param id absent: the caller adds it */
export function creatingVersion(id: string | undefined, version: LaunchTemplateVersion) {
  return { ...defined({ LaunchTemplateId: id }), ...versionParts(version) };
}

/** What a request for a template and one for a version have in common. */
export function versionParts({ VersionDescription, LaunchTemplateData }: LaunchTemplateVersion) {
  return { ...defined({ VersionDescription }), LaunchTemplateData: requested(LaunchTemplateData) };
}

/**
 * Converts the describe format to the request format: they differ only in fields that AWS sets.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ResponseLaunchTemplateData.html
 */
function requested(data: LaunchTemplateVersion['LaunchTemplateData']): RequestLaunchTemplateData {
  const { MetadataOptions: metadata, InstanceMarketOptions: market, ...rest } = data ?? {};
  const { State: _state, ...metadataOptions } = metadata ?? {};
  const { ValidUntil: until, ...spot } = market?.SpotOptions ?? {};
  // The definition is stored as JSON, which has no dates.
  const spotOptions = { ...spot, ...(until === undefined ? {} : { ValidUntil: new Date(until) }) };
  const marketOptions = market?.SpotOptions ? { ...market, SpotOptions: spotOptions } : market;
  return {
    ...rest,
    ...(metadata && { MetadataOptions: metadataOptions }),
    ...(marketOptions && { InstanceMarketOptions: marketOptions }),
  } as RequestLaunchTemplateData;
}
