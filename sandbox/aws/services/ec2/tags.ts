import type { Tag, TagDescription } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import type { Tagged } from '../../collections/kind.ts';
import type { Row } from '../../collections/table.ts';
import type { Call } from '../../store/call.ts';
import { type AnyKind, kindsIn } from '../../store/kinds.ts';
import { plain } from '../../store/listing.ts';
import type { Region } from '../../store/store.ts';
import { type Ec2Handlers, listing, stopIfDryRun } from './common.ts';
import { addTags, removeTags } from './tagging.ts';

export const tags: Ec2Handlers = {
  CreateTags(input, call) {
    change(input, call, (old) => addTags(old, input.Tags ?? []));
    return {};
  },
  DeleteTags(input, call) {
    change(input, call, (old) => removeTags(old, input.Tags));
    return {};
  },
  DescribeTags: listing(plain(everyTag), {
    answer: 'Tags',
    filters: ['key', 'resource-id', 'resource-type', 'value'],
    tags: (tag) => [tag],
  }),
};

interface TagRequest {
  readonly Resources?: readonly string[] | undefined;
  readonly DryRun?: boolean | undefined;
}

/** Changes all resources or none: checks everything before it writes. */
function change(input: TagRequest, { here }: Call, next: (old: readonly Tag[] | undefined) => Tag[] | undefined): void {
  const writes = (input.Resources ?? []).map((id) => {
    const found = taggedIn(here).find(({ tagged }) => tagged.prefix === id.split('-')[0]);
    if (!found) throw new AwsError('InvalidID', `The ID '${id}' is not valid`);
    const { kind, table, tagged } = found;
    const kept = table.get(id);
    if (!kept) throw tagged.notFound([id]);
    const changed = kind.changed(kept, {
      ...kind.shown(kept),
      [memberOf(tagged)]: next(tagsIn(kind, tagged, kept as never)),
    });
    return () => table.put(id, changed);
  });
  stopIfDryRun(input);
  for (const write of writes) write();
}

type Member = 'Tags' | 'TagSet';

function memberOf({ member = 'Tags' }: Tagged): Member {
  return member;
}

function tagsIn(kind: AnyKind, tagged: Tagged, kept: never): readonly Tag[] | undefined {
  const shown: { readonly [M in Member]?: readonly Tag[] } = kind.shown(kept);
  return shown[memberOf(tagged)];
}

/** A resource has far fewer tags than this, so that `seq` stays in order. */
const TAGS_PER_RESOURCE = 1000;

function everyTag({ here }: Call): readonly Row<TagDescription>[] {
  return taggedIn(here)
    .flatMap(({ kind, table, tagged }) =>
      table.view().flatMap(({ seq, key, value }) =>
        (tagsIn(kind, tagged, value as never) ?? []).map(({ Key, Value }, index) => ({
          seq: seq * TAGS_PER_RESOURCE + index,
          key: '',
          value: { ResourceId: key, ResourceType: tagged.type as TagDescription['ResourceType'], Key, Value },
        })),
      ),
    )
    .sort((a, b) => a.seq - b.seq);
}

function taggedIn(here: Region) {
  return kindsIn(here).flatMap(({ kind, table }) => (kind.tagged ? [{ kind, table, tagged: kind.tagged }] : []));
}
