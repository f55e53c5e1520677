// The floor: the bare SDK pages through the listings that a plan needs, and counts the entries.
import {
  AutoScalingClient,
  DescribeLaunchConfigurationsCommand,
  paginateDescribeAutoScalingGroups,
} from '@aws-sdk/client-auto-scaling';
import {
  EC2Client,
  paginateDescribeImages,
  paginateDescribeInstances,
  paginateDescribeLaunchTemplates,
  paginateDescribeLaunchTemplateVersions,
} from '@aws-sdk/client-ec2';

const ec2 = new EC2Client({});
const autoScaling = new AutoScalingClient({});

async function count(pages, itemsOf) {
  let items = 0;
  for await (const page of pages) items += itemsOf(page).length;
  return items;
}

const images = { Owners: ['self'], IncludeDeprecated: true, IncludeDisabled: true };
const counts = {
  images: await count(paginateDescribeImages({ client: ec2, pageSize: 1000 }, images), (page) => page.Images),
  instances: await count(
    paginateDescribeInstances({ client: ec2, pageSize: 1000 }, { IncludeManagedResources: true }),
    (page) => page.Reservations.flatMap(({ Instances }) => Instances),
  ),
  groups: await count(
    paginateDescribeAutoScalingGroups(
      { client: autoScaling, pageSize: 100 },
      { IncludeManagedResources: true, IncludeInstances: true },
    ),
    (page) => page.AutoScalingGroups,
  ),
  templates: await count(
    paginateDescribeLaunchTemplates({ client: ec2, pageSize: 200 }, {}),
    (page) => page.LaunchTemplates,
  ),
  versions: await count(
    paginateDescribeLaunchTemplateVersions({ client: ec2, pageSize: 200 }, { Versions: ['$Latest', '$Default'] }),
    (page) => page.LaunchTemplateVersions,
  ),
  configurations: (await autoScaling.send(new DescribeLaunchConfigurationsCommand({ MaxRecords: 100 })))
    .LaunchConfigurations.length,
};
console.log(JSON.stringify({ ...counts, candidates: counts.images }));
