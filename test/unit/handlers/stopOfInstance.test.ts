/** When an instance stopped, as far as AWS says it: https://github.com/cloud-custodian/cloud-custodian/issues/2725 and 6924. */
import { expect, test } from '@jest/globals';
import { toInstance } from '../../../src/handlers/aws/resources/instance.ts';

const LAUNCH = new Date('2026-01-10T08:00:00Z');
const stopOf = (
  StateTransitionReason: string,
  LaunchTime: Date | undefined = LAUNCH,
  Name: 'stopped' | 'running' = 'stopped',
) => toInstance({ InstanceId: 'i-1', State: { Name }, StateTransitionReason, LaunchTime })?.lastUsedAt?.toISOString();

test.each([
  ['User initiated (2026-01-15 10:12:13 GMT)', '2026-01-15T10:12:13.000Z'],
  ['User initiated (2026-01-15 10:12:13 UTC)', '2026-01-15T10:12:13.000Z'],
])('%s: %s', (reason, stop) => {
  expect(stopOf(reason)).toBe(stop);
});

test.each([
  // The clock of the start says that this is of an earlier stop.
  'User initiated (2026-01-02 10:12:13 GMT)',
  '',
  'User initiated',
  'User initiated ()',
  'User initiated (2026-13-45 10:12:13 GMT)',
  'User initiated (2026-01-15 10:12:13 CET)',
  'Server.ScheduledStop: Stopped due to a scheduled retirement (2026-01-15 10:12:13 GMT)',
  'Service initiated (2026-01-15 10:12:13 GMT)',
  'Client.InstanceInitiatedShutdown: Instance initiated shutdown',
  'Server.InternalError',
])('no date of a stop: "%s"', (reason) => {
  expect(stopOf(reason)).toBeUndefined();
});

test('a running one has none, and each run has a stop of its own', () => {
  expect(stopOf('User initiated (2026-01-15 10:12:13 GMT)', LAUNCH, 'running')).toBeUndefined();
  const revision = (LaunchTime: Date) =>
    toInstance({ InstanceId: 'i-1', State: { Name: 'stopped' }, LaunchTime })?.revision;
  expect(revision(LAUNCH)).not.toBe(revision(new Date('2026-02-10T08:00:00Z')));
});

test('what AWS does not say keeps: its checks, its hibernation, its root volume', () => {
  expect(toInstance({ InstanceId: 'i-1' })).toMatchObject({ id: 'i-1' });
  const { sourceDestCheck, hibernation, hasRoot } =
    toInstance({ InstanceId: 'i-1', SourceDestCheck: true, NetworkInterfaces: [{}] }) ?? {};
  expect([sourceDestCheck, hibernation, hasRoot]).toEqual([undefined, undefined, undefined]);
});

test('a volume that was attached to a stopped one is a sign of its use, dated or not', () => {
  const attached = (AttachTime: Date, StateTransitionReason = 'User initiated (2026-01-15 10:12:13 GMT)') => {
    const BlockDeviceMappings = [{ Ebs: { AttachTime: LAUNCH } }, { Ebs: { AttachTime } }];
    const given = {
      State: { Name: 'stopped' as const },
      StateTransitionReason,
      LaunchTime: LAUNCH,
      BlockDeviceMappings,
    };
    const { lastUsedAt, revision } = toInstance({ InstanceId: 'i-1', ...given }) ?? {};
    return [lastUsedAt?.toISOString(), revision];
  };
  const [since, before] = [new Date('2026-02-20T08:00:00Z'), new Date('2026-01-02T08:00:00Z')];
  expect(attached(since)[0]).toBe(since.toISOString());
  expect(attached(before)[0]).toBe('2026-01-15T10:12:13.000Z');
  expect(attached(since, '')[0]).toBeUndefined();
  expect(attached(since, '')[1]).not.toBe(attached(before, '')[1]);
});
