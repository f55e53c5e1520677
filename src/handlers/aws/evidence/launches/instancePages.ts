import type { Instance } from '@aws-sdk/client-ec2';
import { ec2 } from '../../calls/ec2.ts';
import { call } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import type { CallContext } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** Every instance. Without `IncludeManagedResources` an account may hide what AWS services run in it. */
export function instancePages(target: CallScope, what: string): AsyncIterable<readonly Instance[]> {
  const doing: CallContext = { target, api: ec2.describeInstances.api, what };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeInstances({ MaxResults: 1000, NextToken, IncludeManagedResources: true }, options),
    );
    const items = requireList(answer.Reservations, doing).flatMap(({ Instances }) => requireList(Instances, doing));
    return { items, nextToken: answer.NextToken };
  });
}

/** `undefined` of one that is terminated: it is described for about an hour more, and never runs again. */
export function aliveState({ State }: Instance): string | undefined {
  const state = State?.Name ?? 'state not known';
  return state === 'terminated' ? undefined : state;
}
