/**
 * What `holystone iam-policy` prints, held against the calls that AWS saw of a daemon that lists, reads all evidence of
 * everything there is, keeps and deletes.
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Command } from 'commander';
import type { CallRecord, Place } from '../../../sandbox/aws/index.ts';
import { rightsCommand } from '../../../src/cli/rights.ts';
import { systemClock } from '../../../src/core/common/clock.ts';
import { QUARANTINE_TAG } from '../../../src/core/mark/quarantine.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import type { PolicyDocument, Statement } from '../../../src/handlers/aws/policy/documents.ts';
import type { Policies } from '../../../src/handlers/aws/policy/policies.ts';
import { aws } from '../../../src/handlers/aws/provider.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { AWS_TYPES, type AwsType } from '../../support/awsTypes.ts';
import {
  ACCOUNT,
  CONFIGURATIONS,
  DAY,
  GROUPS,
  HERE,
  IMAGES,
  namespaceOf,
  OTHER_ACCOUNT,
  SNAPSHOTS,
  TEMPLATES,
  THERE,
  VOLUMES,
  World,
} from '../../support/awsWorld.ts';
import { EVERYTHING } from '../../support/graph/everything.ts';
import type { Ground } from '../../support/graph/surveyed.ts';
import { ANSWERED } from '../../support/mentioning/answered.ts';
import { textsOf } from '../../support/mentioning/texts.ts';

/** Each stops what another type deletes; both in one place would undo each other, and are refused. */
const { runningDbCluster: _halts, runningDbInstance: _stops, runningWarehouse: _pauses, ...WHOLE } = EVERYTHING;
const FIRST = [IMAGES, GROUPS, CONFIGURATIONS, TEMPLATES, VOLUMES, SNAPSHOTS];
const ALL = [
  ...FIRST,
  ...AWS_TYPES.filter((type) => type in WHOLE)
    .map(namespaceOf)
    .filter((one) => !FIRST.includes(one)),
];
/** Of these only time shows whether somebody uses them. */
const WATCHED = aws.handlers
  .filter(({ resourceType }) => resourceType in WHOLE)
  .filter(({ dated, firstSeenIsUse }) => dated === 'byFirstSeen' || firstSeenIsUse !== undefined)
  .map(({ resourceType }) => namespaceOf(resourceType as AwsType));
const ACCOUNTS = { [ACCOUNT]: 'test', [OTHER_ACCOUNT]: 'other' } as const;

/** "No permissions are required to perform this operation": API_GetCallerIdentity. */
const FOR_EVERYBODY = new Set(['sts:GetCallerIdentity']);

/** What a security group allows is evidence about endpoints and instances, and would be missing once the groups are deleted. */
const DELETED_IN_ORDER = ALL.toSorted(
  (a, b) => Number(/:(?:instance|vpcendpoint)$/.test(b)) - Number(/:(?:instance|vpcendpoint)$/.test(a)),
);

/** What the types of Cloud Control need beside our own calls. */
const CONTROLLED = aws.handlers
  .flatMap(({ evidence }) => evidence)
  .filter(({ group, permissions }) => group === 'cloudControl' || permissions.includes('cloudformation:GetResource'))
  .flatMap(({ permissions }) => permissions);

let world: World;
let calls: readonly CallRecord[];
let policies: Policies;

beforeAll(async () => {
  world = await World.start();
  await live();
  policies = await printed();
}, 900_000);
afterAll(() => world?.stop());

/** Everything there is, surveyed; some of it kept, taken back, and the rest deleted. */
async function live(): Promise<void> {
  const externalReferences = join(world.dir, 'references.json');
  const ground: Ground = {
    sandbox: world.sandbox,
    externalReferences,
    clear: () => undefined,
    write: (references) =>
      writeFile(
        externalReferences,
        JSON.stringify({ generatedAt: new Date(Math.max(Date.now(), world.clock.now())), references }),
      ),
  };
  world.sandbox.control.setSnapshotsTakeMs(0);
  const entries = Object.values(WHOLE).map((each) => {
    const entry = each.entry(ground);
    const first =
      /type: (cache|dbCluster|dbInstance|fileSystem|image|instance|table|volume|warehouse|windowsFileSystem)\b/.test(
        entry,
      )
        ? ', quarantine: 1d'
        : /type: logGroup\b/.test(entry)
          ? ', quarantine: 1d, exportTo: { bucket: acme-log-archive }'
          : '';
    const type = /type: (\w+)/.exec(entry)?.[1] ?? '';
    const { unlistedUsers, finalBecause, evidence } = handlerOf(handlers, type);
    // Whatever launches from everything includes clusters, which nobody declares.
    const asksClusters = evidence.some(({ name }) => name === 'undeclaredClusters');
    const off = asksClusters ? 'off: [undeclaredClusters], ' : '';
    const whole = entry.includes('evidence: {')
      ? entry.replace('evidence: {', `evidence: { ${off}`)
      : `${entry}, evidence: { ${off} }`;
    const accepted = [unlistedUsers && 'acceptIncomplete', finalBecause && 'acceptFinal'].filter(Boolean);
    const accepting = accepted.map((key) => `, ${key}: { until: 2099-12-31, reason: a test }`).join('');
    return `{ accounts: [test], live: true, ${whole}${first}${accepting} }`;
  });
  await world.reset({
    cleanup: `[${entries.join(', ')}]`,
    defaults:
      'unusedFor: off, retention: 2d, unownedRetention: 2d, tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  world.clock.advance(Date.now() - 100 * DAY - world.clock.now());
  const after = world.sandbox.control.calls().at(-1)?.seq ?? 0;
  for (const each of Object.values(WHOLE)) await each.build(ground, 1000);
  world.sandbox.control.addBucket(HERE, 'acme-log-archive');
  for (const place of [HERE, THERE]) addDescribed(place);
  world.sandbox.control.addTargetGroups(THERE, [{}]);
  for (const namespace of WATCHED) await world.pass('mark', namespace);
  await world.watched(100, ...WATCHED);
  for (const namespace of ALL) {
    // AWS has the machine's clock here, which goes on meanwhile, perhaps past a midnight: its metrics must not be of the future.
    world.clock.advance(Math.max(0, Date.now() - world.clock.now()));
    expect((await world.pass('mark', namespace)).counts.candidate).toBeGreaterThan(2);
    await keepAndLetGo(namespace);
  }
  await world.notify(...ALL);
  world.clock.advance(7 * DAY);
  // Assets of CDK stay while a stack is under review.
  const { control } = world.sandbox;
  const reviewed = control.state(HERE).stacks.filter(({ StackStatus }) => StackStatus === 'REVIEW_IN_PROGRESS');
  for (const { StackName = '' } of reviewed) control.remove(HERE, 'stack', StackName);
  // As old as it is by now it would say nothing any more.
  await ground.write([{ id: 'ami-00000000000000001', by: 'terraform prod/web' }]);
  endExports();
  // Instances end before the security groups go whose rules are their evidence.
  expect(await world.pass('delete', namespaceOf('instance'))).toMatchObject({
    counts: { quarantined: expect.anything() },
  });
  world.clock.advance(DAY + 60_000);
  await ground.write([{ id: 'ami-00000000000000001', by: 'terraform prod/web' }]);
  for (const namespace of [namespaceOf('instance'), ...DELETED_IN_ORDER]) {
    expect(await world.pass('delete', namespace)).toMatchObject({ outcome: 'complete', counts: { refused: 0 } });
  }
  world.clock.advance(DAY + 60_000);
  await ground.write([{ id: 'ami-00000000000000001', by: 'terraform prod/web' }]);
  // A stopped database that somebody keeps by then is started again.
  const stopped = control
    .state(HERE)
    .dbInstances.find(({ TagList = [] }) => TagList.some(({ Key }) => Key === QUARANTINE_TAG));
  const TagList = [...(stopped?.TagList ?? []), { Key: 'holystone:keep', Value: 'always' }];
  control.update(HERE, 'dbInstance', stopped?.DBInstanceIdentifier ?? '', { TagList });
  await world.pass('mark', namespaceOf('dbInstance'));
  endExports();
  const saved = (
    ['cache', 'dbCluster', 'dbInstance', 'fileSystem', 'logGroup', 'table', 'warehouse', 'windowsFileSystem'] as const
  ).map((type) => namespaceOf(type));
  for (const namespace of [IMAGES, VOLUMES, ...saved]) {
    expect(await world.pass('delete', namespace)).toMatchObject({ outcome: 'complete', counts: { refused: 0 } });
  }
  // A deletion that was accepted is done when a read says so, and only then the Recycle Bin is asked.
  world.clock.advance(60_000);
  await world.pass('delete', VOLUMES);
  calls = world.sandbox.control.calls({ after });
}

/** One at a time, and AWS has the machine's clock here, at which each has just begun. */
function endExports(): void {
  const { control } = world.sandbox;
  for (const { taskId = '' } of control.state(HERE).exportTasks)
    control.update(HERE, 'exportTask', taskId, { status: { code: 'COMPLETED' } });
}

/** What a call describes only where a listing has it. */
function addDescribed(place: Place): void {
  const { control } = world.sandbox;
  // It stays, so that the listing of what groups allow does not end empty, which stops a pass.
  const allowed = { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '192.0.2.77/32' }] };
  control.addSecurityGroups(place, [{ GroupName: 'default', IpPermissions: [allowed] }]);
  control.addHyperPodClusters(place, [{}]);
  control.addModelPackages(place, [{}]);
  control.addStudioImages(place, [{}]);
  const answer = (operation: string, item: object) => control.addAnswers(place, [{ operation, item }]);
  const revision = `arn:aws:ecs:${place.region}:${place.account}:service-revision/shop/resting/1`;
  control.addEcsServices(place, [
    { cluster: 'shop', serviceName: 'resting', currentServiceRevisions: [{ arn: revision }], launchType: 'EC2' },
  ]);
  answer('DescribeServiceRevisions', { serviceRevisionArn: revision, containerImages: [] });
  answer('ListScheduledQueries', { scheduledQueryArn: 'q' });
  answer('GetScheduledQuery', { scheduledQueryArn: 'q' });
  for (const [, add] of Object.values(textsOf(world.sandbox, place))) add('nothing');
  for (const [, answers] of ANSWERED) for (const [operation, item] of answers) answer(operation, item);
}

/** An opt-out on the resource itself, and its end. */
async function keepAndLetGo(namespace: Namespace): Promise<void> {
  const { optOuts } = world.wired.deps;
  const [{ id } = { id: '' }] = await world.marks(namespace);
  const [actor, at, target] = ['ann@example.com', world.clock.now(), { kind: 'id', value: id }] as const;
  await optOuts.optOut(namespace, { target, until: 'forever', actor, at });
  await world.protect(namespace);
  await optOuts.undo(namespace, target, { at, namespace, id, event: 'optOutUndone', actor });
  await world.protect(namespace);
}

async function printed(): Promise<Policies> {
  const file = join(world.dir, 'holystone.yaml');
  await writeFile(file, world.text);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const program = new Command();
  rightsCommand('iam-policy')(program, { env: process.env, stdout, stderr, clock: systemClock, signal, exitCode: 0 });
  await program.parseAsync(['iam-policy', '--config', file], { from: 'user' });
  stdout.end();
  return JSON.parse(await textOf(stdout));
}

/** IAM may have another prefix than the signature of a call. */
const PREFIXES: Readonly<Record<string, string>> = { cloudcontrolapi: 'cloudformation', monitoring: 'cloudwatch' };
const PERMISSIONS = new Map(
  ALL_CALLS.flatMap(({ api, permission }) => (permission ? [[api, permission] as const] : [])),
);

/** The permission of a call: some services have others than the names of their operations. */
function nameOf({ service, operation }: CallRecord): string {
  const api = `${PREFIXES[service] ?? service}:${operation}`;
  return PERMISSIONS.get(api) ?? api;
}

/** By account and role: `test reader`. */
const documents = (): readonly (readonly [string, PolicyDocument])[] =>
  policies.accounts.flatMap(({ account, reader, deleter }) => [
    [`${account} reader`, reader.policy] as const,
    ...(deleter ? [[`${account} deleter`, deleter.policy] as const] : []),
  ]);
const callsIn = (identity: string) =>
  calls.filter(({ account, role }) => `${ACCOUNTS[account as keyof typeof ACCOUNTS]} ${role ?? 'daemon'}` === identity);
const allowing = ({ Statement }: PolicyDocument) => Statement.filter(({ Effect }) => Effect === 'Allow');
const isIn = ({ Condition }: Statement, region: string) => {
  const regions = Condition?.StringEquals?.['aws:RequestedRegion'];
  return regions === undefined || regions.includes(region);
};

test('Holystone calls only allowed actions, and AWS denies none', () => {
  expect(documents().map(([identity]) => identity)).toEqual(['other reader', 'test reader', 'test deleter']);
  for (const [identity, document] of documents()) {
    const missing = callsIn(identity).filter(
      (call) =>
        !FOR_EVERYBODY.has(nameOf(call)) &&
        !allowing(document).some((each) => each.Action.includes(nameOf(call)) && isIn(each, call.region)),
    );
    expect([identity, [...new Set(missing.map(nameOf))]]).toEqual([identity, []]);
  }
});

test('the policies allow only actions that a call needed', () => {
  for (const [identity, document] of documents()) {
    const called = new Set(callsIn(identity).map(nameOf));
    // "To perform a conditional delete with an ETag value you must have s3:DeleteObject and s3:GetObject": S3's guide.
    if (called.has('s3:DeleteObject')) called.add('s3:GetObject');
    // CloudWatch Logs asks whether its caller may write to the bucket, and writes itself.
    if (called.has('logs:CreateExportTask')) called.add('s3:PutObject');
    // AWS calls the handlers of a type in the caller's name: handlers/cloudControl.test.ts.
    if (called.has('cloudformation:ListResources')) for (const right of CONTROLLED) called.add(right);
    const idle = allowing(document).flatMap(({ Action }) => Action.filter((action) => !called.has(action)));
    expect([identity, idle]).toEqual([identity, []]);
  }
});

test("the daemon's own identity only assumes the allowed roles", () => {
  const own = calls.filter(({ role }) => role === undefined);
  expect([...new Set(own.map(nameOf))]).toEqual(['sts:AssumeRole']);
  const roles = new Set(own.map(({ input }) => input.RoleArn));
  expect(roles).toEqual(new Set(policies.daemon?.Statement.flatMap(({ Resource }) => Resource)));
});

test('every call in the log is by a known identity', () => {
  const identities = new Set(documents().map(([identity]) => identity));
  const others = calls.filter(({ account, role }) => {
    const identity = `${ACCOUNTS[account as keyof typeof ACCOUNTS]} ${role}`;
    return role !== undefined && !identities.has(identity);
  });
  expect(others).toEqual([]);
  expect(new Set(calls.map(({ account }) => account))).toEqual(new Set([HERE.account, THERE.account]));
});

test('the deleter alone deleted, and each type at least once', () => {
  const deleted = calls.filter(
    ({ operation, dryRun }) => /^De(lete|register)(Image|AutoScaling|Launch)/.test(operation) && !dryRun,
  );
  expect(new Set(deleted.map(({ role }) => role))).toEqual(new Set(['deleter']));
  expect(new Set(deleted.map(({ operation }) => operation))).toEqual(
    new Set([
      'DeregisterImage',
      'DeleteAutoScalingGroup',
      'DeleteLaunchConfiguration',
      'DeleteLaunchTemplate',
      'DeleteLaunchTemplateVersions',
    ]),
  );
});
