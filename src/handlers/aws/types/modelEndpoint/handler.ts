import type { Tag } from '@aws-sdk/client-sagemaker';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { sageMaker } from '../../calls/sageMaker.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { endpointInvocations } from '../../evidence/models/endpointInvocations.ts';
import { type ManagedParameters, managedBy, managedParameters, reasonToTheEnd } from '../../resources/managedBy.ts';
import { type EndpointFacts, type ModelEndpointResource, toModelEndpoint } from '../../resources/modelEndpoint.ts';
import { listed } from '../../resources/safeguards.ts';
import type { Tagging } from '../../session/tagging.ts';
import { fromTags } from '../../session/tags.ts';
import { send } from '../../wire/client.ts';
import { isNotFound } from '../../wire/errors.ts';
import { allOf } from '../../wire/paging.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { resourceType } from '../resourceType.ts';
import { readParts } from './parts.ts';
import { restoreModelEndpoint } from './restore.ts';

/** Of everything of SageMaker, by its ARN. */
const sageMakerTags: Tagging<{ readonly id: string; readonly arn: string }> = {
  calls: { add: sageMaker.addTags, remove: sageMaker.deleteTags },
  writer: (target, { arn: ResourceArn }) => ({
    apis: { write: sageMaker.addTags.api, remove: sageMaker.deleteTags.api },
    async write(tags) {
      await send(target, sageMaker.addTags, { ResourceArn, Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, sageMaker.deleteTags, { ResourceArn, TagKeys: Object.keys(tags) });
    },
  }),
};

/** @throws ReadError; AWS's own error if the resource vanished */
async function readSageMakerTags(target: CallScope, ResourceArn: string): Promise<readonly Tag[]> {
  const reading = pages(target, sageMaker.listTags, `reading the tags of ${ResourceArn}`, { ResourceArn });
  return allOf(reading).catch((error: unknown) => {
    throw saysNotFound(error) ? (error as Error).cause : error;
  });
}

type EndpointSafeguard = Safeguard<ModelEndpointResource, ManagedParameters>;

const status: EndpointSafeguard = {
  name: 'status',
  summary: 'Its state is not `InService`: one that is made, changed or has failed is not judged.',
  keeps: ({ endpointStatus: is }) => (is === 'InService' ? undefined : `its state is ${is ?? 'not known'}`),
};

const boundTo: EndpointSafeguard = {
  name: 'boundTo',
  summary:
    'It answers asynchronously or without a server, AWS scales it by itself, it has a shadow variant, reserved capacity or a deployment that has not ended, or its data is captured.',
  keeps: ({ boundTo: what }) => listed(what, 'it has'),
};

/** One that was scaled down to nothing costs nothing, and its instances send no metrics. */
const instances: EndpointSafeguard = {
  name: 'instances',
  summary: 'It has no instance, or AWS does not say how many.',
  keeps({ instanceCount: count }) {
    if (count === undefined) return 'it is not known how many instances it has';
    return count > 0 ? undefined : 'it has no instance, and costs nothing';
  },
};

const safeguards = [managedBy, status, boundTo, instances];

export const modelEndpoint = resourceType({
  resourceType: 'modelEndpoint',
  called: { en: 'SageMaker endpoint', de: 'SageMaker-Endpunkt' },
  alsoCalled: ['sagemaker', 'sagemaker endpoint', 'model endpoint', 'inference endpoint'],
  summary:
    'Endpoints of SageMaker that answer in real time from instances. Idle: no call in any variant and no change on each day of `unusedFor`, 32 days by default. Their configuration, models and roles stay: an endpoint of the same name is made of them again.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    arn: 'text',
    endpointStatus: 'text',
    endpointConfigName: 'text',
    lastModifiedTime: 'date',
    lastUsedAt: 'date',
    variants: 'texts',
    instanceCount: 'number',
    boundTo: 'texts',
  },
  noun: 'SageMaker endpoint',
  arns: ['sagemaker:*:*:endpoint/*'],
  parameters: managedParameters,
  evidence: [endpointInvocations, ...mentionedBy('modelEndpoint')],
  safeguards,
  unlistedUsers:
    'programs that call it by a name from their own configuration after a pause of more than `unusedFor`, functions of Aurora and Redshift that call it, marketplace endpoints of Bedrock and connectors of OpenSearch',
  // Compute Optimizer looks back for 14 days: https://docs.aws.amazon.com/compute-optimizer/latest/ug/view-idle-recommendations.html.
  // Longer than a month: a forecast at the end of each month counts.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // The price of its instances is not in the price list of this program.
  monthlyCost: () => undefined,
  tagging: sageMakerTags,
  mostIds: 1,
  reads: sageMaker.listEndpoints,
  describesEach: {
    calls: [sageMaker.describeEndpoint, sageMaker.listTags],
    nameOf: ({ EndpointName }) => EndpointName,
    read: readEndpoint,
  },
  idOf: ({ endpoint }) => endpoint.EndpointName,
  toResource: toModelEndpoint,
  describeCalls: [sageMaker.describeEndpointConfig, sageMaker.describeModel],
  describe: readParts,
  deletes: sageMaker.deleteEndpoint,
  deleteInput: (EndpointName) => ({ EndpointName }),
  // A name may be taken again, and no condition of the request names anything else.
  isReadAgain: true,
  userOf(one) {
    const resource = toModelEndpoint(one);
    return resource && reasonToTheEnd([status, boundTo, instances], resource);
  },
  ends: 'accepted',
  restore: { calls: [sageMaker.createEndpoint, sageMaker.addTags], plan: restoreModelEndpoint },
});

/** @throws the SDK's own errors; ReadError for its tags, for an answer without its ARN, and for a sentence about another thing */
async function readEndpoint(target: CallScope, EndpointName: string): Promise<EndpointFacts> {
  try {
    const { $metadata: _, ...endpoint } = await send(target, sageMaker.describeEndpoint, { EndpointName });
    const { EndpointArn: arn } = endpoint;
    if (!arn)
      throw new ReadError(`AWS described the endpoint ${EndpointName} without its ARN`, { problem: 'malformed' });
    return { endpoint, tags: await readSageMakerTags(target, arn) };
  } catch (error) {
    // SageMaker has one code for each bad input: what proves that it is gone is a sentence with its own ARN.
    if (!isNotFound(error) || isAbout(EndpointName, error)) throw error;
    throw new ReadError(`AWS did not say whether ${EndpointName} exists: ${messageOf(error)}`, { problem: 'failed' });
  }
}

function isAbout(name: string, error: unknown): boolean {
  const [, of] = /^Could not find endpoint "arn:[^"]+:endpoint\/([^"]+)"/.exec(messageOf(error)) ?? [];
  return of?.toLowerCase() === name.toLowerCase();
}
