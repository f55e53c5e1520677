import { ALL_CALLS } from '../calls/index.ts';

/**
 * The resources of a reading role for a permission that covers more than Holystone's calls, as a policy writes it after
 * `arn:aws:`; empty: anything.
 */
export function resourcesRead(permission: string): readonly string[] {
  const calls = ALL_CALLS.filter((call) => (call.permission ?? call.api) === permission);
  return [...new Set(calls.flatMap(({ resource }) => resource ?? []))].sort();
}

/** `apigateway:GET` → `ReadApigateway` */
export function sidOfRead(permission: string): string {
  const [prefix = ''] = permission.split(':');
  return `Read${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}`;
}
