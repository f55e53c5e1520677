/**
 * What CloudFormation named for a stack, where no tag says so: `shop-WebLogs-1A2B3C4D5E6F7`, of the stack, the logical id and
 * twelve or thirteen characters at random. Log groups got tags from 2023 on, and only at their next update; launch
 * configurations get none (aws-cloudformation/cloudformation-coverage-roadmap, issue 1158).
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-name.html
 */
const NAMED = /^(.{1,128})-[A-Za-z0-9]{1,255}-[A-Z0-9]{12,13}$/;

/** Told by each stack that is there. */
export function stackAlias(stack: string): string {
  return `stack ${stack}`;
}

/** The alias of the stack that a name speaks of; a logical id has no dash, so it is one at most. */
export function stackAliasesOf(name: string): readonly string[] {
  const [, stack] = NAMED.exec(name) ?? [];
  return stack === undefined ? [] : [stackAlias(stack)];
}
