import { classicAlias, targetGroupAlias } from './balancingAliases.ts';
import { assetAliases } from './cdk/assetHash.ts';
import { configurationAlias, templateAlias } from './launchAliases.ts';
import { groupAlias } from './securityGroup.ts';

/**
 * By the name of what a state may have without an ARN, and of an asset of CDK by its file or its tag, where the alias says of what
 * it is the name.
 */
export function namesInStates(text: string): readonly string[] {
  const name = text.trim();
  const template = templateAlias({ name });
  const named = [configurationAlias(name), classicAlias(name), groupAlias(name), targetGroupAlias(name)];
  return [...named, ...(template ? [template] : []), ...assetAliases([name])];
}
