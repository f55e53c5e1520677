/** The tables of calls, against the calls of handlers and kits, and against the SDK. */
import { expect, test } from '@jest/globals';
import { operationSchema, type TokenMembers, tokenMembers } from '../../../sandbox/aws/wire/schema.ts';
import { type Call, callsByName, type Effect } from '../../../src/handlers/aws/calls/call.ts';
import { ALL_CALLS, CALLS } from '../../../src/handlers/aws/calls/index.ts';
import * as TABLES from '../../../src/handlers/aws/calls/tables.ts';
import { aws } from '../../../src/handlers/aws/provider.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { KITS } from '../../kits/index.ts';

const calls = [...CALLS.values()];
/** These restore, and write the marks of another tool too. */
const marking = calls.filter(({ marks }) => marks).map(({ api }) => api);

/** The calls that handlers ask for, by purpose: a role gets it for that, whatever effect the table of a call states. */
const asked = {
  deletes: permissionsOf(({ permissions }) => permissions.delete),
  quarantines: permissionsOf(({ quarantine }) => quarantine?.permissions),
  protects: permissionsOf(({ permissions, quarantine }) => [
    ...(permissions.protect ?? []),
    ...(permissions.marks ?? []),
    ...(quarantine?.undo ?? []),
  ]),
  restores: permissionsOf(({ permissions }) => permissions.restore),
};

/** With these a type ends that only stops, and they quarantine another one: both need a permit. */
const STOPPING = ['ecs:UpdateService', 'rds:StopDBInstance'];
/** These undo with some inputs what they do with others. */
const UNDOING = calls.filter(({ undoesWith }) => undoesWith).map(({ api }) => api);

/** Of whom lets it export events, AWS asks for the right to write there; no call of ours needs it. */
const ASKED_BY_AWS = ['s3:PutObject'];

test.each(['deletes', 'quarantines', 'protects'] as const)(
  'handlers ask for exactly the calls of which a table says that it %s',
  (effect) => {
    const otherwise = { deletes: STOPPING, quarantines: [], protects: UNDOING }[effect];
    const others = new Set([...permissionsNeeded('reads'), ...marking, ...otherwise, ...ASKED_BY_AWS]);
    expect(permissionsNeeded(effect)).toEqual(asked[effect].filter((permission) => !others.has(permission)));
  },
);

test('handlers ask for every call that restores, and a restore asks beside these only for reads, tags and quarantines undone', () => {
  expect(asked.restores).toEqual(expect.arrayContaining([...permissionsNeeded('restores')]));
  const known = [...permissionsNeeded('restores'), ...permissionsNeeded('reads'), ...asked.protects];
  expect(asked.restores.filter((api) => !known.includes(api))).toEqual([]);
});

test('the kits name every call that deletes', () => {
  const named = KITS.map(({ deleting }) => deleting.call).filter((call) => !STOPPING.includes(call));
  expect(namesOf('deletes')).toEqual([...new Set(named)].toSorted());
  expect(namesOf('quarantines')).toEqual(expect.arrayContaining(STOPPING));
});

/** These need no permit. */
const PROTECTING =
  /:[A-Za-z]+(Tags|Tagging|TagsToResource|TagsFromResource)$|^(dynamodb|ecs|elasticfilesystem|fsx|logs):(Tag|Untag)Resource$|^ec2:EnableImage$|^rds:StartDBInstance$/;

test('a call that protects writes or removes tags, or enables or starts again what Holystone disabled or stopped', () => {
  expect(namesOf('protects').filter((api) => !PROTECTING.test(api))).toEqual([]);
});

test.each<[api: string, input: object, undoes: boolean]>([
  ['ecs:UpdateService', { desiredCount: 0 }, false],
  ['ecs:UpdateService', {}, false],
  ['ecs:UpdateService', { desiredCount: -1 }, false],
  ['ecs:UpdateService', { desiredCount: Number.NaN }, false],
  ['ecs:UpdateService', { desiredCount: 2 }, true],
  ['ecs:UpdateService', { desiredCount: 2, taskDefinition: 'web:9' }, false],
  ['application-autoscaling:RegisterScalableTarget', { SuspendedState: suspended(true) }, false],
  ['application-autoscaling:RegisterScalableTarget', { SuspendedState: {} }, false],
  ['application-autoscaling:RegisterScalableTarget', {}, false],
  ['application-autoscaling:RegisterScalableTarget', { SuspendedState: { ScheduledScalingSuspended: true } }, false],
  ['application-autoscaling:RegisterScalableTarget', { SuspendedState: suspended(false) }, true],
  ['application-autoscaling:RegisterScalableTarget', { SuspendedState: suspended(false), MaxCapacity: 0 }, false],
])('%s with %j undoes what it does otherwise: %s', (api, input, undoes) => {
  expect(CALLS.get(api)?.undoesWith?.(input)).toBe(undoes);
});

test('only what stops may undo with some of its inputs', () => {
  expect(UNDOING.filter((api) => CALLS.get(api)?.effect !== 'quarantines')).toEqual([]);
});

/** One part, and two others. */
function suspended(DynamicScalingOutSuspended: boolean) {
  return { DynamicScalingInSuspended: true, DynamicScalingOutSuspended, ScheduledScalingSuspended: true };
}

function permissionsOf(of: (handler: Handler) => readonly string[] | undefined): readonly string[] {
  return [...new Set(aws.handlers.flatMap((handler) => of(handler) ?? []))].toSorted();
}

function namesOf(effect: Effect): readonly string[] {
  return calls
    .filter((call) => call.effect === effect)
    .map(({ api }) => api)
    .toSorted();
}

/** The permissions of the calls with an effect. */
function permissionsNeeded(effect: Effect): readonly string[] {
  const all = calls.filter((call) => call.effect === effect).map(({ api, permission = api }) => permission);
  return [...new Set(all)].toSorted();
}

test('a call that only reads is called Describe, Get, Head, List or BatchGet', () => {
  const reads = calls.filter(({ effect }) => effect === 'reads');
  expect(reads.filter(({ operation }) => !/^(BatchGet|Describe|Get|Head|List)[A-Z]/.test(operation))).toEqual([]);
});

/** AWS pages it only for a caller who does not ask by id. */
const BY_ID = ['ec2:DescribeVolumeStatus'];

test('a table names the token of every listing that AWS pages', async () => {
  const wrong: string[] = [];
  for (const call of ALL_CALLS) {
    if (!('list' in call) || BY_ID.includes(call.api)) continue;
    const { sent, answered } = await tokensOf(call);
    const token = 'token' in call ? call.token : undefined;
    const stated = typeof token === 'object' ? token : { sent: token, answered: token };
    if (JSON.stringify(stated) !== JSON.stringify({ sent, answered })) wrong.push(call.api);
  }
  expect(wrong).toEqual([]);
});

test.each(calls.map((call): [string, Call] => [call.api, call]))('%s is a method of the SDK', async (_api, call) => {
  const Client = await call.load();
  expect(Client.prototype).toHaveProperty(call.method, expect.any(Function));
});

test('two services may share a name in IAM, but not a name that may change something in one of them only', () => {
  const [read] = calls.filter(({ effect }) => effect === 'reads') as [Call];
  const shared = { ...read, service: 'elbV2' } as const;
  expect(callsByName([read, shared]).size).toBe(1);
  expect(() => callsByName([read, { ...shared, effect: 'deletes' }])).toThrow(/of elbV2, with another effect or rate/);
});

interface AnyClient {
  send(command: { readonly schema?: unknown }): Promise<void>;
  destroy(): void;
  readonly [method: string]: unknown;
}

/** The members of request and answer with the token of a page, as the SDK's schema has them. */
async function tokensOf(call: Call): Promise<TokenMembers> {
  const Client = (await call.load()) as unknown as new (settings: object) => AnyClient;
  const client = new Client({ region: 'us-east-1' });
  let schema: unknown;
  client.send = async (command) => {
    schema = command.schema;
  };
  await (client[call.method] as (input: object) => Promise<void>)({});
  client.destroy();
  const operation = operationSchema(schema);
  if (!operation) throw new Error(`the SDK has no schema of ${call.api}`);
  return tokenMembers(operation);
}

test('each table stands in the list under the name of its service', () => {
  const named = Object.entries(TABLES).flatMap(([name, table]) =>
    Object.values<Call>(table).map(({ service }) => [name, service]),
  );
  expect(named.filter(([name, service]) => name !== service)).toEqual([]);
});

test('C14 no call asks the Tagging API, which lists deleted resources and lacks new ones: it cannot decide', () => {
  expect(ALL_CALLS.filter(({ service }) => /tagging/i.test(service))).toEqual([]);
  expect(ALL_CALLS.filter(({ api }) => /^(tag|resourcegroupstaggingapi|resource-groups):/.test(api))).toEqual([]);
});
