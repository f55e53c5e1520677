import * as module from '@aws-sdk/client-ec2';
import { type Service, service } from '../../wire/service.ts';
import { addressTransfers } from './addressTransfers.ts';
import { answers } from './answers.ts';
import { declared } from './declared.ts';
import { fleetRequests } from './fleetRequests.ts';
import { fleets } from './fleets.ts';
import { imageAttributes } from './imageAttributes.ts';
import { imageReferences } from './imageReferences.ts';
import { imageStates } from './imageStates.ts';
import { images } from './images.ts';
import { imageUsageReports } from './imageUsageReports.ts';
import { instances } from './instances.ts';
import { instanceTypes } from './instanceTypes.ts';
import { launchTemplates } from './launchTemplates.ts';
import { launchTemplateWrites } from './launchTemplateWrites.ts';
import { prefixListEntries } from './prefixListEntries.ts';
import { recycleBin } from './recycleBin.ts';
import { regions } from './regions.ts';
import { securityGroupUsers } from './securityGroupUsers.ts';
import { snapshotStates } from './snapshotStates.ts';
import { snapshotWrites } from './snapshotWrites.ts';
import { tags } from './tags.ts';
import { volumeQueries } from './volumeQueries.ts';
import { volumes } from './volumes.ts';

export function ec2(): Service {
  return service(
    module,
    module.EC2Client,
  )({
    ...addressTransfers,
    ...answers,
    ...declared,
    ...fleetRequests,
    ...fleets,
    ...images,
    ...imageAttributes,
    ...imageReferences,
    ...imageStates,
    ...imageUsageReports,
    ...instances,
    ...instanceTypes,
    ...launchTemplates,
    ...launchTemplateWrites,
    ...prefixListEntries,
    ...recycleBin,
    ...regions,
    ...securityGroupUsers,
    ...snapshotStates,
    ...snapshotWrites,
    ...tags,
    ...volumeQueries,
    ...volumes,
  });
}
