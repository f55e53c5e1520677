import type { EC2, Instance } from '@aws-sdk/client-ec2';
import type { ListCall } from '../../calls/call.ts';
import { type Decoded, decoding, type MembersOf } from '../../calls/decoded.ts';
import { ec2 } from '../../calls/ec2.ts';
import { pages } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** Every instance, with some of its members. */
type InstancePages<N> = (target: CallScope, what: string) => AsyncGenerator<readonly Decoded<Instance, N>[]>;

interface Reserved<N> {
  readonly Instances?: readonly Decoded<Instance, N>[] | undefined;
}

/**
 * Lists instances with these members: one has two hundred, and an account has a hundred thousand of them.
 * @returns what lists them. @param what for errors: `reading instances`
 */
export function instancePages<const N extends MembersOf<Instance>>(members: N): InstancePages<N> {
  const part = decoding(ec2.describeInstances, { Instances: members as MembersOf<Instance> });
  const call = part as unknown as ListCall<EC2, 'describeInstances', 'Reservations', Reserved<N>>;
  return async function* (target, what) {
    const operation = { target, api: ec2.describeInstances.api, what };
    for await (const reservations of pages(target, call, what)) {
      yield reservations.flatMap(({ Instances }) => requireList(Instances, operation));
    }
  };
}

/** `undefined` for a terminated instance: AWS describes it for about another hour, and it never runs again. */
export function aliveState({
  State,
}: {
  readonly State?: { readonly Name?: string | undefined } | undefined;
}): string | undefined {
  const state = State?.Name ?? 'state not known';
  return state === 'terminated' ? undefined : state;
}
