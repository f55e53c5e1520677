import { DescribeInstancesCommand, type Instance } from '@aws-sdk/client-ec2';
import type { Finding } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../handler.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import { everyAccount, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';

/** Instances are described for about an hour after they are terminated; every other state may run again. */
export const instances: EvidenceSource = {
  name: 'instances',
  summary: 'Instances in every state but `terminated`, in every account, by the image they were launched from.',
  permissions: ['ec2:DescribeInstances'],
  asks: 'place',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const findings: Finding[] = [];
    for await (const page of instancePages(target)) findings.push(...page.flatMap(findingOf));
    return findings;
  },
};

/** Without `IncludeManagedResources` an account may hide what AWS services run in it. */
function instancePages(target: Target): AsyncIterable<readonly Instance[]> {
  const doing: Doing = { target, api: 'ec2:DescribeInstances', what: 'reading instances' };
  return pagesOf(doing, async (NextToken) => {
    const command = new DescribeInstancesCommand({ MaxResults: 1000, NextToken, IncludeManagedResources: true });
    const answer = await call(target, doing.api, ({ ec2 }, options) => ec2.send(command, options));
    const items = listed(answer.Reservations, doing).flatMap(({ Instances }) => listed(Instances, doing));
    return { items, nextToken: answer.NextToken };
  });
}

function findingOf({ ImageId: alias, InstanceId, State }: Instance): readonly Finding[] {
  const state = State?.Name ?? 'state not known';
  if (!alias || state === 'terminated') return [];
  return [{ alias, says: 'used', by: `instance ${InstanceId} (${state})` }];
}
