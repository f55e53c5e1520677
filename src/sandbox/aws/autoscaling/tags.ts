import type { Tag, TagDescription } from '@aws-sdk/client-auto-scaling';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import { type AutoScalingHandlers, autoScalingPage, findGroup, invalid, nextToken } from './common.ts';

/** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_Filter.html, DescribeTags. */
const FILTERS: FilterTable<TagDescription> = {
  'auto-scaling-group': (tag) => tag.ResourceId,
  key: (tag) => tag.Key,
  value: (tag) => tag.Value,
  'propagate-at-launch': (tag) => tag.PropagateAtLaunch,
};

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
      call.here.groups.put(name, { ...group, Tags: [...kept, ...fresh] });
    }
    return {};
  },

  DeleteTags(input, call) {
    for (const [name, changes] of byGroup(input.Tags)) {
      const group = findGroup(name, call);
      const kept = (group.Tags ?? []).filter((old) => !changes.some((tag) => tag.Key === old.Key));
      call.here.groups.put(name, { ...group, Tags: kept });
    }
    return {};
  },

  DescribeTags(input, call) {
    const matches = ec2Filter(input.Filters, FILTERS);
    const rows = everyTag(call).filter(({ tag }) => matches(tag));
    const page = autoScalingPage(rows, input, `DescribeTags ${call.account.id}`);
    return { Tags: page.rows.map(({ tag }) => tag), ...nextToken(page) };
  },
};

/** A group has far fewer tags than this, so that `seq` stays in order. */
const TAGS_PER_GROUP = 1000;

function everyTag({ here }: Call): { seq: number; tag: TagDescription }[] {
  return here.groups
    .view()
    .flatMap(({ seq, value }) => (value.Tags ?? []).map((tag, index) => ({ seq: seq * TAGS_PER_GROUP + index, tag })));
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
