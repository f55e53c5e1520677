/**
 * Words that people write before a name in a text that is no JSON: `--auto-scaling-group-name web`. Each is a member's, too
 * (names.ts), where it stands without blanks and in any letters.
 */
export const IN_TEXTS = [
  'asg name',
  'auto scaling group name',
  'awslogs group',
  'cluster identifier',
  'container image',
  'container image uri',
  'db cluster identifier',
  'db instance identifier',
  'dynamo db table',
  'endpoint name',
  'image',
  'image uri',
  'launch configuration name',
  'launch template name',
  'load balancer name',
  'log group',
  'log group name',
  'security group name',
  'snapshot identifier',
  'table name',
  'target group name',
  'task definition',
] as const;

/** The last of each of them, which most texts do not have; and that of `--nodes`. */
export const LAST_WORDS: readonly string[] = [
  ...new Set(IN_TEXTS.map((words) => words.split(' ').at(-1) ?? '')),
  'node',
];
