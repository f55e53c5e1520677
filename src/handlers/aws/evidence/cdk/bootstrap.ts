/** Finds the assets of an environment: the outputs of its bootstrap stack name the bucket and the repository. */
import type { Stack } from '@aws-sdk/client-cloudformation';
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import type { LookedFor } from '../../../../core/resource/lookedFor.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { type Bootstrap, DEFAULT_STACK } from '../../resources/cdk/parameters.ts';
import { blocksDeletions } from '../../resources/cdk/stacks.ts';
import { codeOf } from '../../wire/errors.ts';
import { readError } from '../../wire/readError.ts';
import { list, pages } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';

/** An environment (account and region) that `cdk bootstrap` prepared. */
interface Environment {
  /** Stacks name it, to say which of an account's environments they use: `hnb659fds`. */
  readonly qualifier: string;
  readonly bucket: string | undefined;
  readonly repository: string | undefined;
}

/**
 * @returns `undefined`: CloudFormation says that the stack of the default name does not exist, so no user has
 * bootstrapped this place
 * @throws ReadError when it cannot be read, is no bootstrap stack, or a stack that the configuration names does not exist
 */
async function readEnvironment(target: CallScope, stackName: string): Promise<Environment | undefined> {
  const stack = await bootstrapStack(target, stackName);
  if (stack === undefined) {
    if (stackName === DEFAULT_STACK) return undefined;
    throw new ReadError(
      `${whereIs(target)} has no stack ${stackName}: correct \`bootstrap.stackName\`, or leave this place out of the entry`,
      { problem: 'failed' },
    );
  }
  if (stack.StackStatus !== undefined && blocksDeletions(stack.StackStatus)) {
    throw new ReadError(
      `the stack ${stackName} in ${whereIs(target)} is in ${stack.StackStatus}: \`cdk bootstrap\` was interrupted there; run it again, or delete the stack`,
      { problem: 'failed' },
    );
  }
  const qualifier = stack.Parameters?.find(({ ParameterKey }) => ParameterKey === 'Qualifier')?.ParameterValue;
  if (!qualifier) {
    throw new ReadError(
      `the stack ${stackName} in ${whereIs(target)} has no parameter Qualifier: it is no bootstrap stack of CDK`,
      { problem: 'malformed' },
    );
  }
  const output = (key: string) => stack.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue || undefined;
  return { qualifier, bucket: output('BucketName'), repository: output('ImageRepositoryName') };
}

/** The bucket or the repository of an environment. */
export interface AssetPlace {
  readonly qualifier: string;
  /** Of the bucket, or of the repository. */
  readonly name: string;
}

/** Where the assets of one type are, read once in a session. */
export interface FindsPlace {
  /** `undefined`: no user has bootstrapped the place. @throws ReadError */
  find(target: CallScope): Promise<AssetPlace | undefined>;
  /** @throws ReadError, also if no user has bootstrapped it: an asset without its environment is neither there nor gone */
  get(target: CallScope): Promise<AssetPlace>;
  /** The bootstrap stack, for people. @throws ReadError */
  lookedFor(target: CallScope): Promise<readonly LookedFor[]>;
}

/**
 * @param output of the bootstrap stack, which names the place
 * @param known environments that other entries name
 */
export function placeOf(
  { stackName, bucket, repository }: Bootstrap,
  output: 'BucketName' | 'ImageRepositoryName',
  known: readonly Bootstrap[] = [],
): FindsPlace {
  const expected = output === 'BucketName' ? bucket : repository;
  let reading: Promise<Environment | undefined> | undefined;
  const named = (target: CallScope, part: string | undefined): string => {
    if (part !== undefined) return part;
    const message = `the stack ${stackName} in ${whereIs(target)} has no output ${output}: run \`cdk bootstrap\`, which adds it`;
    throw new ReadError(message, { problem: 'malformed' });
  };
  const find = async (target: CallScope) => {
    reading ??= readEnvironment(target, stackName);
    const found = await reading.catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    if (!found) return undefined;
    const name = named(target, output === 'BucketName' ? found.bucket : found.repository);
    if (expected !== undefined && name !== expected) {
      const message = `the stack ${stackName} in ${whereIs(target)} names ${name}, the entry ${expected}: correct \`bootstrap\``;
      throw new ReadError(message, { problem: 'malformed' });
    }
    return { qualifier: found.qualifier, name };
  };
  return {
    find,
    get: async (target) => (await find(target)) ?? { qualifier: '', name: named(target, undefined) },
    async lookedFor(target) {
      const isFound = (await find(target)) !== undefined;
      const named = new Set(known.map((one) => one.stackName));
      const others = isFound ? [] : (await otherBootstrapStacks(target)).filter((one) => !named.has(one));
      if (others.length > 0) {
        const names = others.join(', ');
        const what = `there is no stack ${stackName}, and ${names} is a bootstrap stack of CDK: name it in \`bootstrap.stackName\``;
        return [{ what, isFound }];
      }
      const what = `there is no bootstrap stack ${stackName}: nothing was bootstrapped, or correct \`bootstrap.stackName\``;
      // A name that the entry says must be there for its listing.
      return [{ what, isFound, mayBeElsewhere: true, isUsualName: true }];
    },
  };
}

/** The stacks that look as `cdk bootstrap` makes them, under whichever name. */
async function otherBootstrapStacks(target: CallScope): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const page of pages(target, cloudFormation.describeStacks, 'looking for bootstrap stacks')) {
    for (const { StackName, Parameters = [], Outputs = [] } of page) {
      const isBootstrap =
        Parameters.some(({ ParameterKey }) => ParameterKey === 'Qualifier') &&
        Outputs.some(({ OutputKey }) => OutputKey === 'BootstrapVersion' || OutputKey === 'BucketName');
      if (isBootstrap && StackName) names.push(StackName);
    }
  }
  return names.sort();
}

/** The staging bucket of an environment; `undefined`: it has none. @throws ReadError */
export async function bucketOf(target: CallScope, stackName: string): Promise<AssetPlace | undefined> {
  const found = await readEnvironment(target, stackName);
  return found?.bucket === undefined ? undefined : { qualifier: found.qualifier, name: found.bucket };
}

/** Does CloudFormation know a stack of this name here? @throws ReadError */
export async function hasStack(target: CallScope, stackName: string): Promise<boolean> {
  return (await bootstrapStack(target, stackName)) !== undefined;
}

async function bootstrapStack(target: CallScope, StackName: string): Promise<Stack | undefined> {
  const what = `reading the bootstrap stack ${StackName}`;
  try {
    const [stack] = await list(target, cloudFormation.describeStacks, what, { StackName });
    // Only its error says that a stack does not exist.
    return requirePart(stack, 'stack', { target, api: cloudFormation.describeStacks.api, what });
  } catch (error) {
    if (saysNoStack(error)) return undefined;
    throw readError(error, { target, api: cloudFormation.describeStacks.api, what });
  }
}

/** "If the stack doesn't exist, a ValidationError is returned": API_DescribeStacks. That code has other meanings too. */
export function saysNoStack(error: unknown): boolean {
  return codeOf(error) === 'ValidationError' && /does not exist/.test(messageOf(error));
}
