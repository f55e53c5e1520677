import type { Tag, TagDescription } from '@aws-sdk/client-ec2';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import { plain } from '../listing.ts';
import type { Region } from '../store.ts';
import type { Row } from '../table.ts';
import { type Ec2Handlers, listing, stopIfDryRun } from './common.ts';
import { imageNotFound } from './imageQueries.ts';
import { addTags, removeTags } from './tagging.ts';
import { volumeNotFound } from './volumeQueries.ts';

/** How each kind of resource keeps its tags. */
interface Taggable {
  readonly type: string;
  notFound(id: string): AwsError;
  read(here: Region, id: string): { readonly tags: readonly Tag[] | undefined } | undefined;
  write(here: Region, id: string, tags: Tag[] | undefined): void;
  list(
    here: Region,
  ): readonly { readonly seq: number; readonly id: string; readonly tags: readonly Tag[] | undefined }[];
}

const IMAGE: Taggable = {
  type: 'image',
  notFound: (id) => imageNotFound([id]),
  read: (here, id) => wrap(here.images.get(id)?.image),
  write(here, id, tags) {
    const row = here.images.get(id);
    if (row) here.images.put(id, { ...row, image: { ...row.image, Tags: tags } });
  },
  list: (here) => here.images.view().map(({ seq, key, value }) => ({ seq, id: key, tags: value.image.Tags })),
};
const INSTANCE: Taggable = {
  type: 'instance',
  notFound: (id) => new AwsError('InvalidInstanceID.NotFound', `The instance ID '${id}' does not exist`),
  read: (here, id) => wrap(here.instances.get(id)?.instance),
  write(here, id, tags) {
    const row = here.instances.get(id);
    if (row) here.instances.put(id, { ...row, instance: { ...row.instance, Tags: tags } });
  },
  list: (here) => here.instances.view().map(({ seq, key, value }) => ({ seq, id: key, tags: value.instance.Tags })),
};
const LAUNCH_TEMPLATE: Taggable = {
  type: 'launch-template',
  notFound: (id) => new AwsError('InvalidLaunchTemplateId.NotFound', `The launch template ID '${id}' does not exist`),
  read: (here, id) => wrap(here.launchTemplates.get(id)?.template),
  write(here, id, tags) {
    const row = here.launchTemplates.get(id);
    if (row) here.launchTemplates.put(id, { ...row, template: { ...row.template, Tags: tags } });
  },
  list: (here) =>
    here.launchTemplates.view().map(({ seq, key, value }) => ({ seq, id: key, tags: value.template.Tags })),
};
const SNAPSHOT: Taggable = {
  type: 'snapshot',
  notFound: (id) => new AwsError('InvalidSnapshot.NotFound', `The snapshot '${id}' does not exist.`),
  read: (here, id) => wrap(here.snapshots.get(id)),
  write(here, id, tags) {
    const snapshot = here.snapshots.get(id);
    if (snapshot) here.snapshots.put(id, { ...snapshot, Tags: tags });
  },
  list: (here) => here.snapshots.view().map(({ seq, key, value }) => ({ seq, id: key, tags: value.Tags })),
};
const VOLUME: Taggable = {
  type: 'volume',
  notFound: volumeNotFound,
  read: (here, id) => wrap(here.volumes.get(id)?.volume),
  write(here, id, tags) {
    const row = here.volumes.get(id);
    if (row) here.volumes.put(id, { ...row, volume: { ...row.volume, Tags: tags } });
  },
  list: (here) => here.volumes.view().map(({ seq, key, value }) => ({ seq, id: key, tags: value.volume.Tags })),
};
const BY_PREFIX: Readonly<Record<string, Taggable>> = {
  ami: IMAGE,
  i: INSTANCE,
  lt: LAUNCH_TEMPLATE,
  snap: SNAPSHOT,
  vol: VOLUME,
};

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

/** All of the resources or none: everything is checked before anything is written. */
function change(input: TagRequest, { here }: Call, next: (old: readonly Tag[] | undefined) => Tag[] | undefined): void {
  const writes = (input.Resources ?? []).map((id) => {
    const kind = BY_PREFIX[id.split('-')[0] ?? ''];
    if (!kind) throw new AwsError('InvalidID', `The ID '${id}' is not valid`);
    const found = kind.read(here, id);
    if (!found) throw kind.notFound(id);
    return { id, kind, tags: next(found.tags) };
  });
  stopIfDryRun(input);
  for (const { id, kind, tags } of writes) kind.write(here, id, tags);
}

/** A resource has far fewer tags than this, so that `seq` stays in order. */
const TAGS_PER_RESOURCE = 1000;

function everyTag({ here }: Call): readonly Row<TagDescription>[] {
  return Object.values(BY_PREFIX)
    .flatMap(({ type, list }) =>
      list(here).flatMap(({ seq, id, tags }) =>
        (tags ?? []).map(({ Key, Value }, index) => ({
          seq: seq * TAGS_PER_RESOURCE + index,
          key: '',
          value: { ResourceId: id, ResourceType: type as TagDescription['ResourceType'], Key, Value },
        })),
      ),
    )
    .sort((a, b) => a.seq - b.seq);
}

function wrap(resource: { readonly Tags?: readonly Tag[] | undefined } | undefined) {
  return resource && { tags: resource.Tags };
}
