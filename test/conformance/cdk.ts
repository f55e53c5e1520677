/** An environment of CDK, made with the SDK as `cdk bootstrap` and `cdk deploy` would leave it. */
import { createHash } from 'node:crypto';
import { CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { CreateRepositoryCommand } from '@aws-sdk/client-ecr';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { ID, REGION } from '../integration/handlers/fixture.ts';
import type { World } from './world.ts';

export const BUCKET = `cdk-hnb659fds-assets-${ID}-${REGION}`;
export const REPOSITORY = `cdk-hnb659fds-container-assets-${ID}-${REGION}`;

/** The hash of the asset with this name. */
export function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** The bootstrap stack with its outputs, the bucket and the repository; once in a world. */
export async function bootstrapped({ cloudFormation, ecr, s3 }: World): Promise<void> {
  const TemplateBody = JSON.stringify({
    Parameters: { Qualifier: { Type: 'String', Default: 'hnb659fds' } },
    Resources: { Topic: { Type: 'AWS::SNS::Topic' } },
    Outputs: { BucketName: { Value: BUCKET }, ImageRepositoryName: { Value: REPOSITORY } },
  });
  const Parameters = [{ ParameterKey: 'Qualifier', ParameterValue: 'hnb659fds' }];
  const exists = (error: Error) => {
    if (!/Already|exists/.test(`${error.name} ${error.message}`)) throw error;
  };
  await cloudFormation
    .send(new CreateStackCommand({ StackName: 'CDKToolkit', TemplateBody, Parameters }))
    .catch(exists);
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET })).catch(exists);
  await ecr.send(new CreateRepositoryCommand({ repositoryName: REPOSITORY })).catch(exists);
}

/** A stack that names the hash in its template. */
export async function stackNaming({ cloudFormation }: World, StackName: string, hash: string): Promise<void> {
  const TemplateBody = JSON.stringify({
    Resources: { Topic: { Type: 'AWS::SNS::Topic', Properties: { DisplayName: `asset ${hash}` } } },
  });
  await cloudFormation.send(new CreateStackCommand({ StackName, TemplateBody }));
}

/** A stack that names the hash only in the actual value of a parameter. */
export async function stackWithValue({ cloudFormation }: World, StackName: string, hash: string): Promise<void> {
  const TemplateBody = JSON.stringify({
    Parameters: { Key: { Type: 'String', Default: 'none' } },
    Resources: { Topic: { Type: 'AWS::SNS::Topic' } },
  });
  const Parameters = [{ ParameterKey: 'Key', ParameterValue: `${hash}.zip` }];
  await cloudFormation.send(new CreateStackCommand({ StackName, TemplateBody, Parameters }));
}
