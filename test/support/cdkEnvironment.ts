/** An environment of CDK in the sandbox: its bootstrap stack, its staging bucket and its repository. */
import { createHash } from 'node:crypto';
import type { Place, SandboxControl } from '../../sandbox/aws/index.ts';

export const QUALIFIER = 'hnb659fds';

/** A hash like that of an asset, different for each name. */
export function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

export interface CdkEnvironment {
  readonly bucket: string;
  readonly repository: string;
}

/** As `cdk bootstrap` leaves it. */
export function bootstrap(
  control: SandboxControl,
  place: Place,
  { stackName = 'CDKToolkit', qualifier = QUALIFIER, isVersioned = true } = {},
): CdkEnvironment {
  const { account, region } = place;
  const bucket = `cdk-${qualifier}-assets-${account}-${region}`;
  const repository = `cdk-${qualifier}-container-assets-${account}-${region}`;
  control.addStacks(place, [
    {
      name: stackName,
      parameters: { Qualifier: qualifier },
      outputs: { BucketName: bucket, ImageRepositoryName: repository, BootstrapVersion: '27' },
    },
  ]);
  control.addBucket(place, bucket, { isVersioned });
  control.addEcrRepositories(place, [{ repositoryName: repository, imageTagMutability: 'IMMUTABLE' }]);
  return { bucket, repository };
}

/** The environment, made at its first use. */
export function bootstrapOnce(control: SandboxControl, place: Place): CdkEnvironment {
  const { account, region } = place;
  const isThere = control.state(place).stacks.some(({ StackName }) => StackName === 'CDKToolkit');
  const about = `${account}-${region}`;
  return isThere
    ? { bucket: `cdk-${QUALIFIER}-assets-${about}`, repository: `cdk-${QUALIFIER}-container-assets-${about}` }
    : bootstrap(control, place);
}

/** A template that names these hashes, as `cdk synth` writes one. */
export function templateNaming(...hashes: readonly string[]): string {
  const resources = hashes.map((hash, index) => [
    `Function${index}`,
    {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces it
          S3Bucket: { 'Fn::Sub': 'cdk-hnb659fds-assets-${AWS::AccountId}-${AWS::Region}' },
          S3Key: `${hash}.zip`,
        },
      },
    },
  ]);
  const Parameters = { BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: versionPath() } };
  return JSON.stringify({ Resources: Object.fromEntries(resources), Parameters });
}

/** The value of `BootstrapVersion` in a stack of an environment. */
export function versionPath(qualifier = QUALIFIER): string {
  return `/cdk-bootstrap/${qualifier}/version`;
}
