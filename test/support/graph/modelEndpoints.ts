/** SageMaker endpoints as graphs of their users; the verdicts follow from the construction. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { type Row, valued } from './rows.ts';
import { OWN } from './surveyed.ts';

/** Every endpoint here has two variants: a call of either is one of the endpoint. */
const [FIRST, SECOND] = ['AllTraffic', 'Canary'];
const variant = (VariantName: string) => ({ VariantName, CurrentInstanceCount: 1 });

const called = (
  daysAgo: number,
  { name = 'Invocations', of = FIRST, more = '', value = 1, others = {} } = {},
): Row[1] =>
  valued('AWS/SageMaker', name, daysAgo, value, (id) => ({ EndpointName: `${id}${more}`, VariantName: of, ...others }));

const answers =
  (list: string, describe: string, item: (launching: Launching) => object): Row[1] =>
  (launching) => {
    const { control, at } = launching;
    control.addAnswers(
      at,
      [list, describe].map((operation) => ({ operation, item: item(launching) })),
    );
  };

const component = (nameOf: (id: string) => string): Row[1] =>
  answers('ListInferenceComponents', 'DescribeInferenceComponent', ({ id, user }) => ({
    InferenceComponentName: user,
    EndpointName: nameOf(id),
  }));

const definition = (kind: string): Row[1] =>
  answers(`List${kind}JobDefinitions`, `Describe${kind}JobDefinition`, ({ id, user }) => ({
    MonitoringJobDefinitionName: user,
    JobDefinitionName: user,
    [`${kind}JobInput`]: { EndpointInput: { EndpointName: id } },
  }));

const watched =
  (nameOf: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) =>
    control.addMonitoringSchedules(at, [{ MonitoringScheduleName: user, EndpointName: nameOf(id) }]);

const scaled =
  (nameOf: (id: string) => string, ServiceNamespace = 'sagemaker'): Row[1] =>
  ({ control, at, id, user }) => {
    const ResourceId = `endpoint/${nameOf(id)}/variant/${FIRST}`;
    const TypeName = 'AWS::ApplicationAutoScaling::ScalableTarget';
    control.addCloudResources(at, [{ TypeName, Identifier: user, Properties: { ServiceNamespace, ResourceId } }]);
  };

const uriOf = (id: string) => `arn:aws:apigateway:us-east-1:runtime.sagemaker:path//endpoints/${id}/invocations`;

const integrated =
  (nameOf: (id: string) => string): Row[1] =>
  ({ control, at, id }) => {
    const methodIntegration = { type: 'AWS' as const, uri: uriOf(nameOf(id)) };
    const resources = [{ id: 'r1', path: '/predict', resourceMethods: { POST: { methodIntegration } } }];
    control.addRestApis(at, [{ resources }]);
  };

const integratedInSocket: Row[1] = ({ control, at, id }) =>
  control.addHttpApis(at, [{ integrations: [{ IntegrationId: 'i1', IntegrationUri: uriOf(id) }] }]);

const USED: readonly Row[] = [
  ['call today', called(0)],
  ['call ten days ago, of the other variant', called(10, { of: SECOND })],
  ['call at the end of the last month', called(30)],
  ['call that failed', called(3, { name: 'Invocation4XXErrors' })],
  ['answer that AWS counts as no call', called(5, { name: 'ModelLatency', value: 0 })],
  ['stream', called(6, { name: 'FirstChunkLatency', of: SECOND, value: 9 })],
  ['inference component', component((id) => id)],
  ['schedule that watches it', watched((id) => id)],
  ['job definition for its data', definition('DataQuality')],
  ['job definition for its bias', definition('ModelBias')],
  ['job definition for its explanations', definition('ModelExplainability')],
  ['job definition for its quality', definition('ModelQuality')],
  ['scaling of a variant', scaled((id) => id)],
  ['method of a REST API', integrated((id) => id)],
  ['integration of a WebSocket API', integratedInSocket],
];

const UNUSED: readonly Row[] = [
  ['call fifty days ago', called(50)],
  ['call of another', called(1, { more: 'x' })],
  ['call with one dimension more, which the two of the variant have too', called(1, { others: { InstanceId: 'i' } })],
  ['component of another', component((id) => `${id}x`)],
  ['schedule that watches another', watched((id) => `${id}x`)],
  ['scaling of another', scaled((id) => `x-${id}`)],
  ['scaling of something of another service', scaled((id) => id, 'comprehend')],
  ['method that calls another', integrated((id) => `${id}x`)],
];

export const MODEL_ENDPOINT_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const [one, two] = [variant(FIRST), variant(SECOND)];
const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  updating: { EndpointStatus: 'Updating' },
  failed: { EndpointStatus: 'Failed' },
  serverless: { ProductionVariants: [one, { ...two, CurrentServerlessConfig: { MaxConcurrency: 1 } }] },
  asynchronous: { AsyncInferenceConfig: { OutputConfig: { S3OutputPath: 's3://out/' } } },
  shadowed: { ShadowProductionVariants: [variant('Shadow')] },
  captured: { DataCaptureConfig: { EnableCapture: true, DestinationS3Uri: 's3://captured/' } },
  scaledByAws: { ProductionVariants: [one, { ...two, ManagedInstanceScaling: { Status: 'ENABLED' } }] },
  scaledToNothing: { ProductionVariants: [{ ...one, CurrentInstanceCount: 0 }] },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const MODEL_ENDPOINT_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter(
  (is): is is Is => is !== 'plain',
);

export const modelEndpoints = launchedKind<Is>({
  type: 'modelEndpoint',
  kept: MODEL_ENDPOINT_KEPT,
  users: MODEL_ENDPOINT_USERS,
  launched: (index) => ({ id: `model-${index}`, name: `model-${index}` }),
  add(control, { id: EndpointName }, is, CreationTime) {
    const own = { EndpointName, CreationTime, ProductionVariants: [one, two] };
    control.addModelEndpoints(OWN, [{ ...own, ...(PROPERTIES[is] as object) }]);
  },
});
