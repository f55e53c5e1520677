import type { Tag, TagDescription } from '@aws-sdk/client-auto-scaling';
import { AwsError } from '../../collections/errors.ts';
import type { Row } from '../../collections/table.ts';
import type { Call } from '../../store/call.ts';
import { plain } from '../../store/listing.ts';
import { type AutoScalingHandlers, findGroup, invalid, listing } from './common.ts';

/** "Maximum number of tags per resource: 50": Auto Scaling User Guide, tag restrictions. */
const MAX_TAGS = 50;

export const tags: AutoScalingHandlers = {
  CreateOrUpdateTags(input, call) {
    for (const [name, changes] of byGroup(input.Tags)) {
      const group = findGroup(name, call);
      const kept = (group.Tags ?? []).filter((old) => !changes.some((tag) => tag.Key === old.Key));
      const fresh = changes.map((tag) => description(name, tag));
      if (kept.length + fresh.length > MAX_TAGS) {
        throw new AwsError('LimitExceeded', `The maximum number of tags per Auto Scaling group is ${MAX_TAGS}`);
      }
      call.here.autoScalingGroups.put(name, { ...group, Tags: [...kept, ...fresh] });
    }
    return {};
  },

  DeleteTags(input, call) {
    for (const [name, changes] of byGroup(input.Tags)) {
      const group = findGroup(name, call);
      const kept = (group.Tags ?? []).filter((old) => !changes.some((tag) => tag.Key === old.Key));
      call.here.autoScalingGroups.put(name, { ...group, Tags: kept });
    }
    return {};
  },

  /** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_Filter.html, DescribeTags. */
  DescribeTags: listing(plain(everyTag), {
    answer: 'Tags',
    filters: ['key', 'value', 'propagate-at-launch'],
    special: { 'auto-scaling-group': ({ ResourceId }) => ResourceId },
  }),
};

/** A group has far fewer tags than this, so that `seq` stays in order. */
const TAGS_PER_GROUP = 1000;

function everyTag({ here }: Call): readonly Row<TagDescription>[] {
  return here.autoScalingGroups.view().flatMap(({ seq, value: { Tags = [] } }) => {
    return Tags.map((value, index) => ({ seq: seq * TAGS_PER_GROUP + index, key: '', value }));
  });
}

function byGroup(changes: readonly Tag[] | undefined): Map<string, Tag[]> {
  const groups = new Map<string, Tag[]>();
  for (const tag of changes ?? []) {
    const { ResourceId: name = '', Key: key = '' } = tag;
    if (key.toLowerCase().startsWith('aws:')) throw invalid(`Tag keys starting with 'aws:' are reserved: '${key}'`);
    groups.set(name, [...(groups.get(name) ?? []), tag]);
  }
  return groups;
}

function description(name: string, { Key, Value = '', PropagateAtLaunch = false }: Tag): TagDescription {
  return { ResourceId: name, ResourceType: 'auto-scaling-group', Key, Value, PropagateAtLaunch };
}
