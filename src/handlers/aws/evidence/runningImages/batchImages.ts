import type { EcsProperties, EksProperties, JobDefinition, NodeRangeProperty } from '@aws-sdk/client-batch';
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { batch } from '../../calls/batch.ts';
import { plainSource } from '../plainSource.ts';
import { usesOfImage } from './usesOfImage.ts';

/** A user may submit a job of an active revision, so each one counts; a team that cleans up deregisters old ones. */
export const batchImages: Omit<EvidenceSource, 'places'> = plainSource({
  name: 'batchImages',
  summary: 'Images in active job definitions of AWS Batch, in all revisions.',
  places: () => [],
  reads: batch.describeJobDefinitions,
  input: { status: 'ACTIVE' },
  what: 'reading the images of Batch job definitions',
  find: usesOf,
});

type Containers = Pick<NodeRangeProperty, 'ecsProperties' | 'eksProperties'> & {
  readonly image?: string | undefined;
};

function usesOf(definition: JobDefinition): readonly Finding[] {
  const { jobDefinitionName, revision, nodeProperties, containerProperties } = definition;
  const by = `Batch job definition ${jobDefinitionName ?? 'without name'}:${revision ?? '?'}`;
  const ofNodes = (nodeProperties?.nodeRangeProperties ?? []).map((range) => ({
    ...range,
    image: range.container?.image,
  }));
  const all: readonly Containers[] = [{ ...definition, image: containerProperties?.image }, ...ofNodes];
  return all.flatMap(imagesOf).flatMap((image) => usesOfImage(image, by));
}

function imagesOf({ image, ecsProperties, eksProperties }: Containers): readonly (string | undefined)[] {
  return [image, ...ofTasks(ecsProperties), ...ofPods(eksProperties)];
}

function ofTasks(properties: EcsProperties | undefined): readonly (string | undefined)[] {
  return (properties?.taskProperties ?? []).flatMap(({ containers = [] }) => containers.map(({ image }) => image));
}

function ofPods(properties: EksProperties | undefined): readonly (string | undefined)[] {
  const { containers = [], initContainers = [] } = properties?.podProperties ?? {};
  return [...containers, ...initContainers].map(({ image }) => image);
}
