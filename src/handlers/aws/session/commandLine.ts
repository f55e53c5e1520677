/** Commands of the AWS CLI, for a person to run in a shell. */
import type { CallScope } from '../wire/target.ts';

/** `aws ec2 describe-images --region us-east-1 …`; every value quoted. */
export function awsCommand(
  { region }: Pick<CallScope, 'region'>,
  words: string,
  options: Readonly<Record<string, string>>,
): string {
  const given = Object.entries(options).map(([name, value]) => `--${name} ${quoted(value)}`);
  return ['aws', words, '--region', region, ...given].join(' ');
}

/** The command with its whole input as JSON; the keys must be the API's names. */
export function awsJsonCommand(target: Pick<CallScope, 'region'>, words: string, input: object): string {
  return awsCommand(target, words, { 'cli-input-json': plainJson(input) });
}

/** JSON in ASCII only, so that no character looks like another wherever it is printed. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** `$NAME` stays a shell variable; a value without special characters stays unquoted. */
function quoted(value: string): string {
  if (/^\$[A-Z_]+$/.test(value)) return `"${value}"`;
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
