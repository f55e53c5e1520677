import type { Instance } from '@aws-sdk/client-ec2';
import { ec2 } from '../../calls/ec2.ts';
import { pages } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** Every instance. @param what for errors: `reading instances` */
export async function* instancePages(target: CallScope, what: string): AsyncGenerator<readonly Instance[]> {
  const operation = { target, api: ec2.describeInstances.api, what };
  for await (const reservations of pages(target, ec2.describeInstances, what)) {
    yield reservations.flatMap(({ Instances }) => requireList(Instances, operation));
  }
}

/** `undefined` for a terminated instance: AWS describes it for about another hour, and it never runs again. */
export function aliveState({ State }: Instance): string | undefined {
  const state = State?.Name ?? 'state not known';
  return state === 'terminated' ? undefined : state;
}
