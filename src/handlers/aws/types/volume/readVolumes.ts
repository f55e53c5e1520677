import type { Volume } from '@aws-sdk/client-ec2';
import type { Read } from '../../../../core/resource/resource.ts';
import { ec2 } from '../../calls/ec2.ts';
import { toVolume, type VolumeResource } from '../../resources/volume.ts';
import { volumesById } from '../../resources/volumeApi.ts';
import { type ById, unknownRead } from '../../wire/readById.ts';

/** Volumes by id, with what is needed to create them again; `gone` is the state `deleted`, too. */
export const volumeById: ById<Volume, VolumeResource> = {
  api: ec2.describeVolumes.api,
  noun: 'volume',
  idOf: ({ VolumeId }) => VolumeId,
  fetch: volumesById,
  toRead: readOf,
};

function readOf(_target: unknown, id: string, volume: Volume): Read<VolumeResource> {
  if (volume.State === 'deleted') return { kind: 'gone' };
  const resource = toVolume(volume);
  if (!resource) return unknownRead(`AWS answered without the id of ${id}`);
  return { kind: 'found', resource: { ...resource, described: volume } };
}
