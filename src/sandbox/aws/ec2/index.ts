import * as module from '@aws-sdk/client-ec2';
import { type Service, service } from '../wire/service.ts';
import { imageAttributes } from './imageAttributes.ts';
import { images } from './images.ts';
import { instances } from './instances.ts';
import { launchTemplates } from './launchTemplates.ts';
import { regions } from './regions.ts';
import { snapshots } from './snapshots.ts';
import { tags } from './tags.ts';

export function ec2(): Service {
  return service(
    module,
    module.EC2Client,
  )({
    ...images,
    ...imageAttributes,
    ...instances,
    ...launchTemplates,
    ...regions,
    ...snapshots,
    ...tags,
  });
}
