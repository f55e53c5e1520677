/** Images and names as scripts, pipelines and people write them in texts. */
import { expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';

const said = (value: unknown) => mentionsIn({ Definition: value }).map(({ alias }) => alias);
const ECR = '111111111111.dkr.ecr.us-east-1.amazonaws.com/shop/web:1.2';

test.each<[string, string]>([
  [`docker pull ${ECR}`, ECR],
  [`FROM ${ECR} AS build`, ECR],
  [`docker run --rm "${ECR}" sh`, ECR],
  [`crane copy ${ECR} x`, ECR],
  [`skopeo inspect docker://${ECR}`, ECR],
  [`It uses ${ECR}.`, ECR],
  [`(${ECR})`, ECR],
  [`a=${ECR};b`, ECR],
  [`IMAGE=${ECR}\\nPORT=80`, ECR],
  [`https://${ECR}`, ECR],
  [`docker run 111111111111.dkr.ecr.us-east-1.amazonaws.com/shop/web:1.2 && echo`, ECR],
  [`echo $(docker create ${ECR})`, ECR],
  [`<img>${ECR}</img>`, ECR],
  [`${ECR}|other`, ECR],
  ['docker pull hub:5000/shop/web:1.2', 'hub:5000/shop/web:1.2'],
  ['docker pull localhost:5000/shop/web:1.2', 'localhost:5000/shop/web:1.2'],
  ['docker pull 10.0.0.5:5000/shop/web:1.2', '10.0.0.5:5000/shop/web:1.2'],
  ['FROM hub:5000/shop/web:1.2', 'hub:5000/shop/web:1.2'],
  ['image: shop/web:1.2', 'docker.io/shop/web:1.2'],
  ['docker pull ghcr.io/acme/web:1.2', 'ghcr.io/acme/web:1.2'],
  ['docker pull HUB.example.com/shop/web:1.2', 'hub.example.com/shop/web:1.2'],
  ['docker pull hub.example.com/shop/web:1.2_x-Y', 'hub.example.com/shop/web:1.2_x-Y'],
])('A19 %s names it', (text, alias) => {
  expect(said(text)).toContain(alias);
});

test.each<[string, string]>([
  ['aws autoscaling set-desired-capacity --auto-scaling-group-name web-blue --desired-capacity 2', 'web-blue'],
  ["aws autoscaling set-desired-capacity --auto-scaling-group-name 'Web Servers' --desired-capacity 2", 'Web Servers'],
  ['aws autoscaling set-desired-capacity --auto-scaling-group-name "web (blue)" --desired-capacity 2', 'web (blue)'],
  ['--nodes=0:10:gpu-workers', 'gpu-workers'],
  ['aws autoscaling start-instance-refresh --auto-scaling-group-name=web+1', 'web+1'],
  ['aws logs tail --log-group-name /shop/web --follow', 'logGroup//shop/web'],
  ['[OUTPUT]\n    Name cloudwatch_logs\n    log_group_name   /shop/web\n', 'logGroup//shop/web'],
  ['logging:\n  driver: awslogs\n  options:\n    awslogs-group: /shop/web', 'logGroup//shop/web'],
  [
    'see arn:aws:logs:eu-west-1:111111111111:log-group:/shop/web#1:*.',
    'arn:aws:logs:eu-west-1:111111111111:log-group:/shop/web#1',
  ],
  ['{"Resource": ["arn:aws:logs:*:*:log-group:/shop/web:*"]} ', 'logGroup//shop/web'],
])('A19 %s names it', (text, alias) => {
  expect(said(text)).toContain(alias);
});

test.each<[string, string]>([
  ['aws ec2 run-instances --launch-template LaunchTemplateName=web,Version=3', 'web'],
  ['aws ec2 run-instances --launch-template "LaunchTemplateName=web(blue),Version=3"', 'web(blue)'],
  ['aws ec2 run-instances --launch-template Version=3,LaunchTemplateName=web', 'web'],
  ["ec2.run_instances(LaunchTemplate={'LaunchTemplateName': 'web'})", 'web'],
])('A19 %s names the template', (text, name) => {
  expect(said(text).some((alias) => alias.includes(name))).toBe(true);
});

// By the square of their length these would take hours.
test.each([' ', "'", '\\\\', 'a--', 'hub:5000/', 'arn:aws:logs:', ':log-group:'])(
  'a text of 200,000 times "%s" behind a word is read to its end',
  (part) => {
    expect(said(`image${part.repeat(200_000)}( --nodes=0:1:last`)).toContain('last');
  },
);
