import * as batch from '@aws-sdk/client-batch';
import * as emr from '@aws-sdk/client-emr';
import * as imagebuilder from '@aws-sdk/client-imagebuilder';
import * as organizations from '@aws-sdk/client-organizations';
import * as ssm from '@aws-sdk/client-ssm';
import { describe, expect, test } from '@jest/globals';
import { type Page, page } from '../../../sandbox/aws/collections/paging.ts';
import type { RunningSandbox } from '../../../sandbox/aws/index.ts';
import { service } from '../../../sandbox/aws/wire/service.ts';
import { client, failure, HOME, sandbox } from './fixture.ts';

const AT = new Date('2026-01-02T03:04:05.678Z');
const ROWS = [1, 2, 3].map((seq) => ({ seq }));

function pageOf(token: string | undefined): Page<{ seq: number }> {
  return page(ROWS, { limit: 2, token, scope: 'test', badToken: 'ValidationException' });
}

/** A word of each service that speaks JSON. */
const services = () => [
  service(
    ssm,
    ssm.SSMClient,
  )({
    GetParameter: ({ Name }) => ({ Parameter: { Name: Name ?? '', Version: 3, LastModifiedDate: AT } }),
    DescribeParameters(input) {
      const { rows, nextToken } = pageOf(input.NextToken);
      return {
        Parameters: rows.map(({ seq }) => ({ Name: `p${seq}` })),
        ...(nextToken === undefined ? {} : { NextToken: nextToken }),
      };
    },
  }),
  service(
    organizations,
    organizations.OrganizationsClient,
  )({ ListAccounts: () => ({ Accounts: [{ Id: HOME, JoinedTimestamp: AT }] }) }),
  service(
    emr,
    emr.EMRClient,
  )({
    ListClusters(input) {
      const { rows, nextToken } = pageOf(input.Marker);
      return {
        Clusters: rows.map(({ seq }) => ({ Id: `j-${seq}` })),
        ...(nextToken === undefined ? {} : { Marker: nextToken }),
      };
    },
  }),
  service(
    batch,
    batch.BatchClient,
  )({
    DescribeComputeEnvironments: ({ computeEnvironments = [] }) => ({
      computeEnvironments: computeEnvironments.map((name) => ({
        computeEnvironmentName: name,
        computeEnvironmentArn: `arn:${name}`,
        tags: { team: 'ä & "b"' },
      })),
    }),
    ListTagsForResource: ({ resourceArn = '' }) => ({ tags: { resourceArn } }),
  }),
  service(
    imagebuilder,
    imagebuilder.ImagebuilderClient,
  )({ GetImageRecipe: ({ imageRecipeArn = '' }) => ({ imageRecipe: { arn: imageRecipeArn, version: '1.0.0' } }) }),
];

const start = () => sandbox({ services: services() });
const clients = (aws: RunningSandbox) => ({
  ssm: client(aws, ssm.SSMClient),
  organizations: client(aws, organizations.OrganizationsClient),
  emr: client(aws, emr.EMRClient),
  batch: client(aws, batch.BatchClient),
  imagebuilder: client(aws, imagebuilder.ImagebuilderClient),
});

describe('unmodified clients of services that speak JSON', () => {
  test('SSM gives a parameter, its date to the millisecond', async () => {
    const { ssm: client } = clients(await start());
    const { Parameter } = await client.send(new ssm.GetParameterCommand({ Name: '/golden/ä' }));
    expect(Parameter).toEqual({ Name: '/golden/ä', Version: 3, LastModifiedDate: AT });
  });

  test('Organizations lists accounts', async () => {
    const { organizations: client } = clients(await start());
    const { Accounts } = await client.send(new organizations.ListAccountsCommand({}));
    expect(Accounts).toEqual([{ Id: HOME, JoinedTimestamp: AT }]);
  });

  test('EMR pages by Marker', async () => {
    const { emr: client } = clients(await start());
    const pages: unknown[] = [];
    for await (const { Clusters } of emr.paginateListClusters({ client }, {})) {
      pages.push(Clusters?.map(({ Id }) => Id));
    }
    expect(pages).toEqual([['j-1', 'j-2'], ['j-3']]);
  });

  test('Batch takes its input from the body, or from the path', async () => {
    const { batch: client } = clients(await start());
    const names = { computeEnvironments: ['one', 'two'] };
    const { computeEnvironments } = await client.send(new batch.DescribeComputeEnvironmentsCommand(names));
    expect(computeEnvironments?.map(({ computeEnvironmentName, tags }) => [computeEnvironmentName, tags])).toEqual([
      ['one', { team: 'ä & "b"' }],
      ['two', { team: 'ä & "b"' }],
    ]);
    const resourceArn = 'arn:aws:batch:us-east-1:111111111111:job-queue/a b';
    const { tags } = await client.send(new batch.ListTagsForResourceCommand({ resourceArn }));
    expect(tags).toEqual({ resourceArn });
  });

  test('Image Builder takes its input from the query', async () => {
    const { imagebuilder: client } = clients(await start());
    const imageRecipeArn = 'arn:aws:imagebuilder:us-east-1:111111111111:image-recipe/a/1.0.0';
    const { imageRecipe } = await client.send(new imagebuilder.GetImageRecipeCommand({ imageRecipeArn }));
    expect(imageRecipe).toEqual({ arn: imageRecipeArn, version: '1.0.0' });
  });
});

/** One call to each family. */
const CALLS = [
  [
    'SSM',
    'ssm:GetParameter',
    (aws: RunningSandbox) => clients(aws).ssm.send(new ssm.GetParameterCommand({ Name: 'a' })),
  ],
  [
    'Batch',
    'batch:DescribeComputeEnvironments',
    (aws: RunningSandbox) => clients(aws).batch.send(new batch.DescribeComputeEnvironmentsCommand({})),
  ],
] as const;

describe.each(CALLS)('bad luck with %s', (name, action, call) => {
  const operation = action.split(':')[1] as string;

  test('a denied permission is named', async () => {
    const aws = await start();
    aws.control.deny({ account: HOME, action });
    expect(await failure(call(aws))).toMatchObject({
      code: 'AccessDeniedException',
      status: name === 'SSM' ? 400 : 403,
      message: expect.stringContaining(`is not authorized to perform: ${action}`),
    });
  });

  test('a throttled call is refused in its own words', async () => {
    const aws = await start();
    aws.control.addFault({ kind: 'throttle', operation });
    const code = name === 'SSM' ? 'ThrottlingException' : 'TooManyRequestsException';
    expect(await failure(call(aws))).toMatchObject({ code, status: name === 'SSM' ? 400 : 429 });
  });

  test('any error can be put on a call', async () => {
    const aws = await start();
    aws.control.addFault({ kind: 'error', operation, code: 'InternalServerError', message: 'oh', status: 500 });
    expect(await failure(call(aws))).toEqual({ code: 'InternalServerError', status: 500, message: 'oh' });
  });

  test('an answer can be cut in the middle', async () => {
    const aws = await start();
    aws.control.addFault({ kind: 'truncate', operation });
    expect((await failure(call(aws))).code).toBe('SyntaxError');
  });

  test('the call log shows service and operation', async () => {
    const aws = await start();
    await call(aws);
    expect(aws.control.calls()).toEqual([
      expect.objectContaining({ service: action.split(':')[0], operation, account: HOME, status: 200 }),
    ]);
  });
});

test('an access key that nobody has is refused', async () => {
  const aws = await start();
  const credentials = { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' };
  const stranger = client(aws, batch.BatchClient, { credentials });
  const refused = await failure(stranger.send(new batch.DescribeComputeEnvironmentsCommand({})));
  expect(refused).toMatchObject({ code: 'UnrecognizedClientException', status: 403 });
});

test('an empty answer has its lists, and none of the items', async () => {
  const aws = await start();
  aws.control.addFault({ kind: 'empty', operation: 'ListClusters' });
  const { Clusters } = await clients(aws).emr.send(new emr.ListClustersCommand({}));
  expect(Clusters).toEqual([]);
});

test.each([
  [
    'NextToken',
    async (aws: RunningSandbox) => {
      const { ssm: client } = clients(aws);
      const { NextToken } = await client.send(new ssm.DescribeParametersCommand({}));
      const second = await client.send(new ssm.DescribeParametersCommand({ NextToken }));
      return [NextToken, second.NextToken];
    },
  ],
  [
    'Marker',
    async (aws: RunningSandbox) => {
      const { emr: client } = clients(aws);
      const { Marker } = await client.send(new emr.ListClustersCommand({}));
      const second = await client.send(new emr.ListClustersCommand({ Marker }));
      return [Marker, second.Marker];
    },
  ],
])('a repeated %s, on the page that was asked for', async (_name, ask) => {
  const aws = await start();
  aws.control.addFault({ kind: 'repeatToken', operation: '*', page: 2 });
  const [first, second] = await ask(aws);
  expect(second).toBe(first);
  expect(first).toBeDefined();
});

test('an operation that is not played is named, and not tried again', async () => {
  const aws = await start();
  const { ssm: json, batch: rest } = clients(aws);
  const unknown = [
    await failure(json.send(new ssm.GetParameterHistoryCommand({ Name: 'a' }))),
    await failure(rest.send(new batch.ListJobsCommand({}))),
  ];
  expect(unknown).toEqual([
    {
      code: 'UnknownOperationException',
      status: 400,
      message: 'The action GetParameterHistory is not played by this sandbox',
    },
    { code: 'UnknownOperationException', status: 404, message: 'The action ListJobs is not played by this sandbox' },
  ]);
});

test('an input of the wrong shape is refused', async () => {
  const aws = await start();
  const { ssm: client } = clients(aws);
  expect(await failure(client.send(new ssm.GetParameterCommand({ Name: undefined })))).toMatchObject({
    code: 'ValidationException',
    message: expect.stringContaining("'name'"),
  });
});
