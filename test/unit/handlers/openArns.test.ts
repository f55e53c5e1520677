/** What ends as an ARN does, and leaves the region, the account or the cluster open. */
import { expect, test } from '@jest/globals';
import { told } from '../../support/mentioning/told.ts';

/** How programs, shells and templates leave a part open. */
const OPEN = [
  ['$AWS_REGION', '$ACCOUNT_ID'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation writes it so.
  ['${AWS::Region}', '${AWS::AccountId}'],
  ['*', '*'],
  ['', ''],
  ['{region}', '{account}'],
  ['%s', '%s'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform writes it so.
  ['us-east-1', '${data.aws_caller_identity.current.account_id}'],
  ['{{global:REGION}}', '{{global:ACCOUNT_ID}}'],
  ['$(aws configure get region)', '$(aws sts get-caller-identity --query Account --output text)'],
  ['" + region + "', '" + account + "'],
] as const;

test.each([
  ['dynamodb', 'table/orders', 'table table/orders'],
  ['dynamodb', 'table/orders/index/by-day', 'table table/orders'],
  ['dynamodb', 'table/orders/stream/*', 'table table/orders'],
  ['rds', 'db:Shop', 'dbInstance dbInstance/shop'],
  ['rds', 'snapshot:golden', 'dbSnapshot dbSnapshot/golden'],
  ['rds', 'cluster-snapshot:golden', 'dbClusterSnapshot dbClusterSnapshot/golden'],
  ['ecs', 'service/shop/web', 'fargateService fargateService/shop/web'],
  ['ecs', 'service/$CLUSTER/web', 'fargateService fargateService/web'],
  ['ecs', 'service/web', 'fargateService fargateService/web'],
  ['elasticache', 'replicationgroup:Web', 'cache cache/web'],
  ['elasticache', 'cluster:web-001', 'cache cache/web-001'],
  ['rds', 'cluster:Ledger', 'dbCluster dbCluster/ledger'],
  ['redshift', 'cluster:Facts', 'warehouse warehouse/facts'],
  ['sagemaker', 'endpoint/Churn', 'modelEndpoint modelEndpoint/churn'],
  ['autoscaling', 'autoScalingGroup:*:autoScalingGroupName/web', 'autoScalingGroup web'],
  ['autoscaling', 'launchConfiguration:*:launchConfigurationName/v1', 'launchConfiguration launchConfiguration/v1'],
  ['elasticloadbalancing', 'targetgroup/web/*', 'targetGroup targetGroup/web'],
  ['elasticloadbalancing', 'loadbalancer/app/web/*', 'loadBalancerV2 loadBalancerV2/web'],
  ['elasticloadbalancing', 'loadbalancer/web', 'loadBalancer loadBalancer/web'],
  ['logs', 'log-group:/shop/web:*', 'logGroup logGroup//shop/web'],
])('A90 %s, %s: each of that name', (service, end, mention) => {
  for (const [region, account] of OPEN) {
    const arn = `arn:aws:${service}:${region}:${account}:${end}`;
    for (const answer of [{ ARN: arn }, { Text: `use "${arn}" now` }, { Input: JSON.stringify({ x: arn }) }])
      expect([arn, told(answer)]).toEqual([arn, expect.arrayContaining([mention])]);
  }
});

test('A90 a whole ARN names that one only', () => {
  const whole = 'arn:aws:dynamodb:eu-west-1:222222222222:table/orders';
  expect(told({ ARN: whole })).toEqual([`table ${whole}`]);
  expect(told({ Text: `not ${whole} but arn:aws:dynamodb:*:*:table/users` })).toEqual([
    `table ${whole}`,
    'table table/users',
  ]);
});

test('A90 what is no ARN names nothing by its end', () => {
  expect(told({ Text: 'https://example.com/table/orders' })).toEqual([]);
  expect(told({ ResourceId: 'table/orders' })).toEqual([]);
});

test('A90 also in texts of 200,000 parts', () => {
  for (const part of ['arn:', ':table/', ':service/', 'arn:aws:ecs:$(', ':db:', 'x:cluster:'])
    expect(told({ Text: `${part.repeat(200_000)} arn:aws:rds:*:*:db:shop` })).toContain('dbInstance dbInstance/shop');
});
