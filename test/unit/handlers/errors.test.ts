import { describe, expect, test } from '@jest/globals';
import type { Call } from '../../../src/handlers/aws/calls/call.ts';
import { CALLS } from '../../../src/handlers/aws/calls/index.ts';
import {
  isDenied,
  isInUse,
  isNotFound,
  isProtected,
  isThrottled,
  isUnreachable,
} from '../../../src/handlers/aws/wire/errors.ts';
import { permissionOf } from '../../../src/handlers/aws/wire/readError.ts';
import { bucketOf } from '../../../src/handlers/aws/wire/wire.ts';
import { account, REGION } from '../../integration/handlers/fixture.ts';

const error = (name: string, message = name) => Object.assign(new Error(message), { name });

describe('an AWS error is classified once, by its code', () => {
  const predicates = { isNotFound, isThrottled, isInUse, isDenied, isProtected, isUnreachable };
  const classOf = (thrown: unknown) =>
    Object.entries(predicates).flatMap(([name, holds]) => (holds(thrown) ? [name] : []));

  test.each([
    ['InvalidAMIID.NotFound', 'isNotFound'],
    ['InvalidLaunchTemplateId.VersionNotFound', 'isNotFound'],
    ['LoadBalancerNotFound', 'isNotFound'],
    ['AccessPointNotFoundException', 'isNotFound'],
    ['TargetGroupNotFoundException', 'isNotFound'],
    ['RequestLimitExceeded', 'isThrottled'],
    ['Throttling', 'isThrottled'],
    ['DependencyViolation', 'isInUse'],
    ['ResourceInUse', 'isInUse'],
    ['ScalingActivityInProgress', 'isInUse'],
    ['UnauthorizedOperation', 'isDenied'],
    ['AccessDenied', 'isDenied'],
    ['OperationNotPermitted', 'isProtected'],
    ['TimeoutError', 'isUnreachable'],
  ])('%s → %s and nothing else', (code, name) => {
    expect(classOf(error(code))).toEqual([name]);
  });

  test('InvalidAMIID.Unavailable also says "not in a usable state", so it is not NotFound', () => {
    expect(classOf(error('InvalidAMIID.Unavailable'))).toEqual([]);
  });

  test('a ValidationError is NotFound only in the words that Auto Scaling has for it', () => {
    const words = "AutoScalingGroup name not found - AutoScalingGroup 'web' not found";
    expect([isNotFound(error('ValidationError', words)), isNotFound(error('ValidationError', 'bad name'))]).toEqual([
      true,
      false,
    ]);
  });

  test.each([
    ['RecordNotFound', true],
    ['Could not find model "arn:aws:sagemaker:us-east-1:111111111111:model/web".', true],
    ['Could not find endpoint configuration "arn:aws-cn:sagemaker:cn-north-1:111111111111:endpoint-config/web".', true],
    ['Could not find model "arn:aws:sagemaker:us-east-1:111111111111:model-package/web".', false],
    ['Could not find model data at s3://models/web.tar.gz', false],
    ['RecordNotFound: the cell is being moved, try again', false],
    ['1 validation error detected: RecordNotFound', false],
    ['', false],
  ])('A14 a ValidationException is NotFound only in the whole sentence of SageMaker: %p', (message, isIt) => {
    expect(isNotFound(error('ValidationException', message))).toBe(isIt);
  });

  test('a network error is known by its code, also deep in a cause', () => {
    const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
    expect([isUnreachable(refused), isUnreachable(new Error('x', { cause: refused }))]).toEqual([true, true]);
    const wrapped = new Error('AWS SDK error wrapper for TimeoutError: socket hang up');
    expect(isUnreachable(wrapped)).toBe(true);
  });

  test.each([undefined, null, 'text', 42, {}])('%p is of no class', (thrown) => {
    expect(classOf(thrown)).toEqual([]);
  });
});

test.each([
  ['User: arn:x is not authorized to perform: sts:AssumeRole on resource: arn:y', 'sts:AssumeRole'],
  ['You are not authorized to perform this operation.', 'ec2:DescribeImages'],
])('the permission of the answer, else of the request: %s', (message, permission) => {
  expect(permissionOf(error('UnauthorizedOperation', message), 'ec2:DescribeImages')).toBe(permission);
});

test.each([
  ['ec2:DescribeImages', 'ec2:DescribeImages', 100, 20],
  ['ec2:DeregisterImage', 'ec2:DeregisterImage', 100, 5],
  ['ec2:DescribeSpotFleetRequests', 'ec2:DescribeSpotFleetRequests', 50, 3],
  ['ec2:CreateTags', 'ec2:CreateTags', 100, 10],
  ['ec2:DeleteLaunchTemplate', 'ec2:DeleteLaunchTemplate', 50, 5],
  ['autoscaling:DescribeAutoScalingGroups', 'autoscaling:*', 50, 10],
  ['autoscaling:DeleteAutoScalingGroup', 'autoscaling:*', 50, 10],
  ['elasticloadbalancing:DescribeTargetHealth', 'elasticloadbalancing:*', 40, 10],
  ['elasticloadbalancing:DescribeInstanceHealth', 'elasticloadbalancing:*', 40, 10],
])('A7 %s is paced in the bucket %s', (api, name, capacity, refillPerSecond) => {
  const place = { account: account.id, location: REGION };
  expect(bucketOf(CALLS.get(api) as Call, { account, region: REGION })).toEqual({
    ...place,
    api: name,
    capacity,
    refillPerSecond,
  });
});
