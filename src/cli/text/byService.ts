/** Longer lines are hard to read. */
const LINE = 120;
/** An item of a list, as `JSON.stringify` writes it: `"ec2:DescribeImages",`. */
const ITEM = /^\s*"([a-z0-9-]+):[\w*]+",?$/;

/** JSON for people, in which the actions of a service share lines, so that a list of them reads by service. */
export function jsonByService(value: unknown): string {
  const lines: string[] = [];
  let before: string | undefined;
  for (const line of JSON.stringify(value, undefined, 2).split('\n')) {
    const service = ITEM.exec(line)?.[1];
    const joined = `${lines.at(-1)} ${line.trimStart()}`;
    if (service !== undefined && service === before && joined.length <= LINE) lines[lines.length - 1] = joined;
    else lines.push(line);
    before = service;
  }
  return lines.join('\n');
}
