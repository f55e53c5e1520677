/** Users of security groups without a network interface: stopped applications and fleets, and mere filters. */
import type { AppBlockBuilder, Fleet, ImageBuilder } from '@aws-sdk/client-appstream';
import type { Application } from '@aws-sdk/client-emr-serverless';
import type { InfrastructureConfiguration } from '@aws-sdk/client-imagebuilder';
import type { ApplicationDetail } from '@aws-sdk/client-kinesis-analytics-v2';
import type { GetServiceNetworkVpcAssociationResponse } from '@aws-sdk/client-vpc-lattice';
import { plainKind } from '../collections/kind.ts';

export const appBlockBuilders = plainKind<'appBlockBuilder', Partial<AppBlockBuilder>, Partial<AppBlockBuilder>>(
  'appBlockBuilder',
  {
    make: (given, { ids }) => ({ State: 'STOPPED', ...given, Name: given.Name ?? ids.next('builder') }),
    keyOf: ({ Name }) => Name,
  },
);

export const streamingFleets = plainKind<'streamingFleet', Partial<Fleet>, Partial<Fleet>>('streamingFleet', {
  make: (given, { ids }) => ({ State: 'STOPPED', ...given, Name: given.Name ?? ids.next('fleet') }),
  keyOf: ({ Name }) => Name,
});

export const streamingImageBuilders = plainKind<'streamingImageBuilder', Partial<ImageBuilder>, Partial<ImageBuilder>>(
  'streamingImageBuilder',
  {
    make: (given, { ids }) => ({ State: 'STOPPED', ...given, Name: given.Name ?? ids.next('builder') }),
    keyOf: ({ Name }) => Name,
  },
);

export const emrApplications = plainKind<'emrApplication', Partial<Application>, Partial<Application>>(
  'emrApplication',
  {
    make: (given, { ids }) => ({
      state: 'STOPPED',
      ...given,
      applicationId: given.applicationId ?? ids.next('application'),
    }),
    keyOf: ({ applicationId }) => applicationId,
  },
);

export const flinkApplications = plainKind<'flinkApplication', Partial<ApplicationDetail>, Partial<ApplicationDetail>>(
  'flinkApplication',
  {
    make: (given, { ids }) => ({
      ApplicationStatus: 'READY',
      ...given,
      ApplicationName: given.ApplicationName ?? ids.next('application'),
    }),
    keyOf: ({ ApplicationName }) => ApplicationName,
  },
);

export const infrastructures = plainKind<
  'infrastructure',
  Partial<InfrastructureConfiguration>,
  InfrastructureConfiguration
>('infrastructure', {
  make(given, { account, region, ids }) {
    const name = given.name ?? ids.next('infrastructure');
    const arn = `arn:aws:imagebuilder:${region}:${account.id}:infrastructure-configuration/${name}`;
    return { arn, ...given, name };
  },
  keyOf: ({ arn }) => arn,
});

export const serviceNetworkVpcs = plainKind<
  'serviceNetworkVpc',
  Partial<GetServiceNetworkVpcAssociationResponse>,
  GetServiceNetworkVpcAssociationResponse
>('serviceNetworkVpc', {
  make: (given, { ids }) => ({ status: 'ACTIVE', ...given, id: given.id ?? ids.next('snva') }),
  keyOf: ({ id }) => id,
});
