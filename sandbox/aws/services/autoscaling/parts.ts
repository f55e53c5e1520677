import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import type { Row, Table } from '../../collections/table.ts';
import type { OfGroup } from '../../seeds/partSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import type { Region } from '../../store/store.ts';

/** The parts of existing groups: "Deletes the group along with its policies", API_DeleteAutoScalingGroup. */
export function ofGroups<T>(
  table: Table<OfGroup<T>>,
  { autoScalingGroups }: Region,
  name?: string,
): readonly Row<OfGroup<T>>[] {
  const there = autoScalingGroups.values().filter((group) => name === undefined || group.AutoScalingGroupName === name);
  const arns = new Set(there.map((group) => group.AutoScalingGroupARN));
  return table.view().filter(({ value }) => arns.has(value.groupArn));
}

/** The parts of one kind, of all groups or of the group in the request. */
export function partsOf<T>(tableOf: (here: Region) => Table<OfGroup<T>>) {
  return collection(
    ({ here }: Call, { AutoScalingGroupName: name }: { readonly AutoScalingGroupName?: string | undefined }) =>
      ofGroups(tableOf(here), here, name),
    ({ part }) => part,
  );
}

/** The group's part with the same name: it is replaced, and keeps its ARN. */
export function namesake<T>(
  table: Table<OfGroup<T>>,
  group: AutoScalingGroup,
  isIt: (part: T) => boolean,
): T | undefined {
  const { AutoScalingGroupARN: arn } = group;
  return table.values().find(({ groupArn, part }) => groupArn === arn && isIt(part))?.part;
}
