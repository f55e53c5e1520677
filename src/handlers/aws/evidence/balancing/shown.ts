/** The number of things in a reason. */
const SHOWN = 3;

/** `a, b, c, and 2 more` */
export function shown(names: readonly string[]): string {
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '';
  return `${names.slice(0, SHOWN).join(', ')}${more}`;
}

/** The name in an ARN of a target group (`…:targetgroup/NAME/ID`) or a load balancer (`…:loadbalancer/app/NAME/ID`). */
export function nameIn(arn: string): string {
  return arn.split('/').at(-2) ?? arn;
}
