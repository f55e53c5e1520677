/** Amazon Web Services: an account is an AWS account, a location is a region. */
import type { Provider } from '../provider.ts';
import { accountId, accountKeys } from './accountSettings.ts';
import { autoScalingGroup } from './autoScalingGroup/handler.ts';
import { s3 } from './definitionPlace.ts';
import { organizations } from './discovery.ts';
import { image } from './image/handler.ts';
import { isSandbox } from './isSandbox.ts';
import { launchConfiguration } from './launchConfiguration/handler.ts';
import { launchTemplate } from './launchTemplate/handler.ts';
import { provenReader } from './places.ts';
import { iamPolicy } from './policy/rights.ts';
import { snapshot } from './snapshot/handler.ts';
import { volume } from './volume/handler.ts';

export const aws: Provider = {
  name: 'aws',
  handlers: [autoScalingGroup, image, launchConfiguration, launchTemplate, snapshot, volume],
  account: { id: accountId, own: accountKeys, locations: 'Regions to look at.' },
  async prove(place, scope, io) {
    await provenReader(place, scope, io);
  },
  discovery: organizations,
  rights: iamPolicy,
  definitions: s3,
  isSandbox,
};
