/** An account's SageMaker endpoints, each named after its user. */
import { CreateEndpointCommand, CreateEndpointConfigCommand, CreateModelCommand } from '@aws-sdk/client-sagemaker';
import { ID, REGION } from '../../integration/handlers/fixture.ts';
import type { Case, TypeCases } from '../case.ts';
import type { World } from '../world.ts';

const ENDPOINT_CASES: readonly Case[] = [{ name: 'without-calls', kinds: [] }];

const GONE = /^(gone|unknown)$/;

export const modelEndpoint: TypeCases = {
  cases: ENDPOINT_CASES,
  async make(world, attempt) {
    for (const { name } of ENDPOINT_CASES) await attempt(name, () => anEndpoint(world, name));
  },
  // Its sentences about one that is gone have other quotes than AWS's, and prove nothing.
  one: { make: anEndpoint, nowhere: 'nowhere', missing: GONE, deleted: GONE, again: /^(gone|retry)$/, dryRun: false },
  custodian: {
    policy: `resource: aws.sagemaker-endpoint
    filters:
      - EndpointStatus: InService`,
    nameOf: ({ EndpointName }) => EndpointName,
  },
  // It sends no metrics of endpoints, which alone prove that one is idle.
  moto: { cannotRead: [], unknown: ['without-calls'] },
  shown: {
    many: 'SageMaker endpoints',
    one: 'SageMaker endpoint',
    note: 'Custodian has no filter for their calls yet; here it selects all that are in service.',
  },
};

/** Without it moto answers an empty one, and AWS none. */
const NOTHING_CAPTURED = {
  EnableCapture: false,
  InitialSamplingPercentage: 0,
  DestinationS3Uri: 's3://captured/',
  CaptureOptions: [],
};

/** With a model and a configuration of its own. @returns its name */
async function anEndpoint({ sageMaker }: World, EndpointName: string): Promise<string> {
  const [ModelName, EndpointConfigName] = [`model-of-${EndpointName}`, `config-of-${EndpointName}`];
  await sageMaker.send(
    new CreateModelCommand({
      ModelName,
      ExecutionRoleArn: `arn:aws:iam::${ID}:role/models`,
      PrimaryContainer: { Image: `${ID}.dkr.ecr.${REGION}.amazonaws.com/models:1` },
    }),
  );
  const variant = {
    VariantName: 'AllTraffic',
    ModelName,
    InstanceType: 'ml.m5.large',
    InitialInstanceCount: 1,
  } as const;
  await sageMaker.send(
    new CreateEndpointConfigCommand({
      EndpointConfigName,
      ProductionVariants: [variant],
      DataCaptureConfig: NOTHING_CAPTURED,
    }),
  );
  await sageMaker.send(new CreateEndpointCommand({ EndpointName, EndpointConfigName }));
  return EndpointName;
}
