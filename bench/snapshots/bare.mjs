// The floor: the bare SDK pages through the listings that the plan needs, and counts the entries.
import { AutoScalingClient, paginateDescribeLaunchConfigurations } from '@aws-sdk/client-auto-scaling';
import {
  EC2Client,
  paginateDescribeImages,
  paginateDescribeLaunchTemplates,
  paginateDescribeSnapshots,
  paginateDescribeVolumes,
} from '@aws-sdk/client-ec2';

const client = new EC2Client({});
const config = { client, pageSize: 1000 };

async function count(pages, itemsOf) {
  let items = 0;
  for await (const page of pages) items += itemsOf(page).length;
  return items;
}

const own = { OwnerIds: ['self'] };
const images = { Owners: ['self'], IncludeDeprecated: true, IncludeDisabled: true };
const counts = {
  snapshots: await count(paginateDescribeSnapshots(config, own), (page) => page.Snapshots),
  images: await count(paginateDescribeImages(config, images), (page) => page.Images),
  volumes: await count(paginateDescribeVolumes(config, {}), (page) => page.Volumes),
  templates: await count(
    paginateDescribeLaunchTemplates({ client, pageSize: 200 }, {}),
    (page) => page.LaunchTemplates,
  ),
  configurations: await count(
    paginateDescribeLaunchConfigurations({ client: new AutoScalingClient({}), pageSize: 100 }, {}),
    (page) => page.LaunchConfigurations,
  ),
};
console.log(JSON.stringify({ ...counts, candidates: counts.snapshots }));
