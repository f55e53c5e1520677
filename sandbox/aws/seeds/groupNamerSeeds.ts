/** Resources of other services that name security groups for resources that they start later. */
import type { Fleet, Project } from '@aws-sdk/client-codebuild';
import type { Studio } from '@aws-sdk/client-emr';
import type { Target } from '@aws-sdk/client-eventbridge';
import type { Connection, DevEndpoint } from '@aws-sdk/client-glue';
import type { GetScheduleOutput } from '@aws-sdk/client-scheduler';
import type { DescribeStateMachineOutput } from '@aws-sdk/client-sfn';
import { type Kind, plainKind, shownInside } from '../collections/kind.ts';
import { asDate, type Seed } from '../collections/seed.ts';

export const glueConnections = plainKind<'glueConnection', Seed<Connection>, Connection>('glueConnection', {
  make: (given, { ids }) => ({
    ConnectionType: 'JDBC',
    ...(given as Partial<Connection>),
    Name: given.Name ?? ids.next('connection'),
  }),
  keyOf: ({ Name }) => Name,
});

export const glueDevEndpoints = plainKind<'glueDevEndpoint', Seed<DevEndpoint>, DevEndpoint>('glueDevEndpoint', {
  make: (given, { ids }) => ({
    Status: 'READY',
    ...(given as Partial<DevEndpoint>),
    EndpointName: given.EndpointName ?? ids.next('endpoint'),
  }),
  keyOf: ({ EndpointName }) => EndpointName,
});

export const codeBuildProjects = plainKind<'codeBuildProject', Seed<Project>, Project>('codeBuildProject', {
  make(given, { account, region, ids }) {
    const name = given.name ?? ids.next('project');
    const arn = `arn:aws:codebuild:${region}:${account.id}:project/${name}`;
    return { arn, ...(given as Partial<Project>), name };
  },
  keyOf: ({ name }) => name,
});

export const codeBuildFleets = plainKind<'codeBuildFleet', Seed<Fleet>, Fleet>('codeBuildFleet', {
  make(given, { account, region, ids }) {
    const name = given.name ?? ids.next('fleet');
    return {
      ...(given as Partial<Fleet>),
      name,
      arn: given.arn ?? `arn:aws:codebuild:${region}:${account.id}:fleet/${name}`,
    };
  },
  keyOf: ({ arn }) => arn,
});

export const emrStudios = plainKind<'emrStudio', Seed<Studio>, Studio>('emrStudio', {
  make: (given, { ids }) => ({
    Name: 'studio',
    ...(given as Partial<Studio>),
    StudioId: given.StudioId ?? ids.next('es'),
  }),
  keyOf: ({ StudioId }) => StudioId,
});

/** A rule with its targets; the bus exists as soon as it has a rule. */
export interface EventRule {
  readonly bus: string;
  readonly name: string;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly targets: readonly Target[];
}

export const eventRules = plainKind<'eventRule', Partial<EventRule>, EventRule>('eventRule', {
  make: (given, { ids }) => ({
    bus: 'default',
    state: 'ENABLED',
    targets: [],
    ...given,
    name: given.name ?? ids.next('rule'),
  }),
  keyOf: ruleKey,
});

export function ruleKey({ bus, name }: Pick<EventRule, 'bus' | 'name'>): string {
  return `${bus} ${name}`;
}

export const schedules = plainKind<'schedule', Seed<GetScheduleOutput>, GetScheduleOutput>('schedule', {
  make: (given, { ids }) => ({
    GroupName: 'default',
    State: 'ENABLED',
    ...(given as Partial<GetScheduleOutput>),
    Name: given.Name ?? ids.next('schedule'),
  }),
  keyOf: ({ GroupName, Name }) => scheduleKey(GroupName, Name),
});

export function scheduleKey(group = 'default', name = ''): string {
  return `${group}/${name}`;
}

interface StateMachineSeed extends Seed<DescribeStateMachineOutput> {
  /** The definition of each version, the first one first. */
  readonly versions?: readonly string[];
  /** Encrypted with a key that the caller may not use. */
  readonly isLocked?: true;
}

export interface StateMachineRow extends Pick<StateMachineSeed, 'isLocked'> {
  readonly machine: DescribeStateMachineOutput;
  readonly versions: readonly string[];
}

export const stateMachines: Kind<'stateMachine', StateMachineSeed, StateMachineRow, DescribeStateMachineOutput> = {
  name: 'stateMachine',
  make({ versions = [], isLocked, ...given }, { account, region, ids, now }) {
    const name = given.name ?? ids.next('machine');
    const machine = {
      status: 'ACTIVE',
      definition: '{"StartAt":"End","States":{"End":{"Type":"Succeed"}}}',
      roleArn: `arn:aws:iam::${account.id}:role/machine`,
      type: 'STANDARD',
      ...given,
      creationDate: asDate(given.creationDate, now),
      name,
      stateMachineArn: `arn:aws:states:${region}:${account.id}:stateMachine:${name}`,
    } as DescribeStateMachineOutput;
    return { machine, versions, ...(isLocked && { isLocked }) };
  },
  keyOf: ({ machine }) => machine.stateMachineArn,
  ...shownInside<StateMachineRow, 'machine'>('machine'),
};
