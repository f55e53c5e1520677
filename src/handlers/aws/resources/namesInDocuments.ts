import type { Meaning } from '../../documents/document.ts';
import { classicAlias, targetGroupAlias } from './balancingAliases.ts';
import { assetAliases } from './cdk/assetHash.ts';
import { configurationAlias, templateAlias } from './launchAliases.ts';
import { groupAlias } from './securityGroup.ts';

/** People call a resource by its name, too, and an asset of CDK by its file or its tag, where the alias says of what it is the name. */
export const namesInDocuments: Meaning = {
  name: 'names',
  aliasesOf(id) {
    const name = id.trim();
    const template = templateAlias({ name });
    const named = [configurationAlias(name), classicAlias(name), groupAlias(name), targetGroupAlias(name)];
    return [...named, ...(template ? [template] : []), ...assetAliases([name])];
  },
};
