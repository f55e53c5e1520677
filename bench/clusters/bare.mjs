// The floor: the bare SDK pages through the listings of the three types and of the signs that a cluster exists.
import {
  EC2Client,
  paginateDescribeInstances,
  paginateDescribeNetworkInterfaces,
  paginateDescribeSecurityGroups,
} from '@aws-sdk/client-ec2';
import { EKSClient, paginateListClusters } from '@aws-sdk/client-eks';
import {
  DescribeTagsCommand,
  ElasticLoadBalancingV2Client,
  paginateDescribeLoadBalancers,
  paginateDescribeTargetGroups,
} from '@aws-sdk/client-elastic-load-balancing-v2';

const ec2 = new EC2Client({});
const elb = new ElasticLoadBalancingV2Client({});

async function all(pages, itemsOf) {
  const items = [];
  for await (const page of pages) items.push(...(itemsOf(page) ?? []));
  return items;
}

const groups = await all(paginateDescribeSecurityGroups({ client: ec2, pageSize: 1000 }, {}), (p) => p.SecurityGroups);
await all(paginateDescribeInstances({ client: ec2, pageSize: 1000 }, {}), (page) => page.Reservations);
await all(paginateDescribeNetworkInterfaces({ client: ec2, pageSize: 1000 }, {}), (page) => page.NetworkInterfaces);
await all(paginateListClusters({ client: new EKSClient({}) }, {}), (page) => page.clusters);
const arns = [
  ...(await all(paginateDescribeLoadBalancers({ client: elb }, {}), (page) => page.LoadBalancers)).map(
    ({ LoadBalancerArn }) => LoadBalancerArn,
  ),
  ...(await all(paginateDescribeTargetGroups({ client: elb }, {}), (page) => page.TargetGroups)).map(
    ({ TargetGroupArn }) => TargetGroupArn,
  ),
];
// "You can specify up to 20 resources in a single call."
for (let from = 0; from < arns.length; from += 20) {
  await elb.send(new DescribeTagsCommand({ ResourceArns: arns.slice(from, from + 20) }));
}
console.log(JSON.stringify({ candidates: groups.length + arns.length }));
