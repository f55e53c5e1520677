/** An endpoint of SageMaker that answers at any time, and costs by the hour of its instances. */

import type {
  DescribeEndpointConfigOutput,
  DescribeEndpointOutput,
  DescribeModelOutput,
  ProductionVariantSummary,
  Tag,
} from '@aws-sdk/client-sagemaker';
import { defined, some } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';

/** AWS's description, and its tags, which a call of their own reads. */
export interface EndpointFacts {
  readonly endpoint: Partial<DescribeEndpointOutput>;
  readonly tags: readonly Tag[];
}

/** What is stored of one: all that it is made of. Its configuration and its models stay. */
export interface DescribedEndpoint extends EndpointFacts {
  readonly config: Partial<DescribeEndpointConfigOutput>;
  readonly models: readonly Partial<DescribeModelOutput>[];
}

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface ModelEndpointResource extends Resource {
  readonly arn: string;
  /** `InService`, `Updating`, `Failed`, …; absent = unknown. */
  readonly endpointStatus?: string;
  readonly endpointConfigName: string;
  readonly lastModifiedTime?: Date;
  /** The names of its production variants. Absent: not known for each, or there are none. */
  readonly variants?: readonly string[];
  /** In all variants. Absent: not known. */
  readonly instanceCount?: number;
  /** What it does beside its answers, and what is no matter of hours. */
  readonly boundTo?: readonly string[];
  /** Set after a read by name. */
  readonly described?: DescribedEndpoint;
}

/** The key by which a text names one: "The name is case-insensitive in CreateEndpoint". */
export function modelEndpointAlias(name: string): string {
  return `modelEndpoint/${name.toLowerCase()}`;
}

/** `undefined` for an answer without name, ARN, configuration or the instant of its creation: another one may have its name later. */
export function toModelEndpoint({ endpoint: one, tags }: EndpointFacts): ModelEndpointResource | undefined {
  const { EndpointName: id, EndpointArn: arn, EndpointConfigName: endpointConfigName, CreationTime: createdAt } = one;
  if (!id || !arn || !endpointConfigName || !createdAt || !Number.isFinite(createdAt.getTime())) return undefined;
  const variants = one.ProductionVariants ?? [];
  const names = variants.map(({ VariantName }) => VariantName);
  const counts = variants.map(({ CurrentInstanceCount }) => CurrentInstanceCount);
  return {
    id,
    // A configuration never changes, and an update of an endpoint gives it another one: somebody works on it.
    identity: `${arn}@${createdAt.toISOString()}@${endpointConfigName}`,
    name: id,
    tags: toTags([...tags]),
    arn,
    aliases: [arn.toLowerCase(), modelEndpointAlias(id), nameAlias(id), ...partAliases(modelEndpointAlias, id)],
    createdAt,
    endpointConfigName,
    ...defined({
      endpointStatus: one.EndpointStatus,
      lastModifiedTime: one.LastModifiedTime,
      // Whoever changes one is at work on it.
      lastUsedAt: one.LastModifiedTime,
      variants: names.every((name) => name !== undefined && name !== '') ? some(names as string[]) : undefined,
      instanceCount:
        counts.length > 0 && counts.every((count) => count !== undefined)
          ? (counts as number[]).reduce((sum, count) => sum + count, 0)
          : undefined,
      boundTo: some(boundTo(one)),
    }),
  };
}

/** https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_DescribeEndpoint.html */
function boundTo(one: Partial<DescribeEndpointOutput>): readonly string[] {
  const { DataCaptureConfig: capture, ProductionVariants = [], ShadowProductionVariants: shadows = [] } = one;
  return [
    ...(one.AsyncInferenceConfig ? ['a queue of asynchronous requests'] : []),
    ...(capture && capture.EnableCapture !== false ? ['a capture of its data'] : []),
    ...shadows.map(({ VariantName }) => `shadow variant ${VariantName ?? 'without name'}`),
    ...ProductionVariants.flatMap(ofVariant),
    ...(one.PendingDeploymentSummary ? ['a deployment that has not ended'] : []),
  ];
}

/** Without a request a serverless variant costs nothing, and one that AWS scales may have no instance. */
function ofVariant(one: ProductionVariantSummary): readonly string[] {
  const name = one.VariantName ?? 'without name';
  const { ManagedInstanceScaling: scaling } = one;
  return [
    ...(one.CurrentServerlessConfig || one.DesiredServerlessConfig ? [`serverless variant ${name}`] : []),
    ...(scaling && scaling.Status !== 'DISABLED' ? [`scaling of variant ${name} by AWS`] : []),
    ...(one.CapacityReservationConfig ? [`capacity that is reserved for variant ${name}`] : []),
  ];
}
