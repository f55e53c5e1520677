/**
 * What else happens in a demo, for mistakes that nothing in it would bring to light. A correct Holystone stands all of
 * it: each act is also played with nothing sabotaged, or with the other layers of the same law taken away.
 */

import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DescribeImagesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { DEV, PROD } from '../../sandbox/demo/accounts.ts';
import { keepForEver } from '../../src/cli/demo/followLink.ts';
import type { LoggedAudit, LoggedPass, Received } from '../../src/cli/demo/journal.ts';
import type { Stage } from '../../src/cli/demo/stage.ts';
import { until } from '../../src/cli/demo/until.ts';
import { systemClock } from '../../src/core/common/clock.ts';
import type { Logger } from '../../src/core/common/logger.ts';
import type { ControlChange } from '../../src/core/policy/fleet.ts';
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { NO_SEAL } from '../../src/core/resource/seal.ts';
import { changeControl } from '../../src/lifecycle/index.ts';
import { RedisConnection } from '../../src/state/redis/connection.ts';
import { RedisControl } from '../../src/state/redis/control.ts';
import { RedisInstances } from '../../src/state/redis/instances.ts';
import { namespaceKeys } from '../../src/state/redis/keys.ts';
import { ScriptRunner } from '../../src/state/redis/script.ts';
import { ageInstances } from '../support/redis.ts';

export interface Scene {
  readonly stage: Stage;
  /** Of the instances. */
  readonly redisUrl: string;
  /** Where the instances write definitions. */
  readonly definitions: string;
  /** Adds facts that the oracle, which reads only the call log and the mailbox, cannot see. */
  readonly found: (rule: string, what: string) => void;
}

export type Act = (scene: Scene) => Promise<void>;

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

async function withRedis<T>(url: string, use: (connection: RedisConnection) => Promise<T>): Promise<T> {
  const connection = new RedisConnection({ url, log: silent });
  try {
    await connection.whenReady();
    return await use(connection);
  } finally {
    await connection.close();
  }
}

/** A listing of groups leaves out all of them for a while, marked ones too; reads by name show them. */
const listingIsEmpty: Act = async ({ stage }) => {
  const { account, region } = (await stage.take({ account: DEV.id, region: 'us-east-1', type: 'autoScalingGroup' }))
    .resource;
  const { control } = stage.world.sandbox;
  const namespace = 'aws:acme-dev:us-east-1:autoscalinggroup';
  // A question by name begins with `AutoScalingGroupNames`.
  const listing = { operation: 'DescribeAutoScalingGroups', account, region, containing: '{"IncludeInstances"' };
  const fault = control.addFault({ kind: 'empty', ...listing });
  const from = Date.now();
  const isSurveyed = ({ entry }: Received<LoggedPass>) =>
    entry.namespace === namespace && entry.action === 'mark' && Date.parse(entry.startedAt) > from;
  await until(() => stage.world.journal.passes.find(isSurveyed), stage.signal);
  control.removeFault(fault);
};

/** After a complete survey AWS answers for a while that no account has any instance. */
const instancesVanish: Act = async ({ stage }) => {
  const { journal, sandbox } = stage.world;
  const namespace = 'aws:acme-prod:eu-west-1:image';
  const surveys = (outcome: string) =>
    journal.passes.filter(
      ({ entry }) => entry.namespace === namespace && entry.action === 'mark' && entry.outcome === outcome,
    ).length;
  await until(() => (surveys('complete') > 0 ? true : undefined), stage.signal);
  const [complete, blocked] = [surveys('complete'), surveys('blocked')];
  const fault = sandbox.control.addFault({ kind: 'empty', operation: 'DescribeInstances', region: 'eu-west-1' });
  // The survey under way may have asked before.
  await until(
    () => (surveys('blocked') > blocked || surveys('complete') > complete + 1 ? true : undefined),
    stage.signal,
  );
  sandbox.control.removeFault(fault);
};

/** One that was killed is not waited for. */
const PATIENCE_MS = 10_000;

/** An operator's command, and the instances' answer to it. */
async function command(redisUrl: string, change: ControlChange): Promise<void> {
  await ageInstances({ port: Number(new URL(redisUrl).port) });
  await withRedis(redisUrl, (connection) => {
    const control = new RedisControl({
      connection,
      scripts: new ScriptRunner(connection),
      log: silent,
      seal: NO_SEAL,
      recorded: () => undefined,
    });
    const instances = new RedisInstances({
      connection,
      scripts: new ScriptRunner(connection),
      log: silent,
      seal: NO_SEAL,
      recorded: () => undefined,
    });
    return changeControl({ clock: systemClock, control, instances }, { change, actor: 'operator' }, PATIENCE_MS);
  });
}

/** Before anything is due, and after an owner was notified. */
const somebodyIsNotified = ({ world, signal }: Stage) =>
  until(() => world.journal.audits.find(({ entry }) => entry.event === 'noticed'), signal);

/** As soon as an image may be deleted, an operator stops everything. */
const everythingIsStopped: Act = async ({ stage, redisUrl }) => {
  const { journal } = stage.world;
  const isImage = ({ entry }: Received<LoggedAudit>) => entry.event === 'permitted' && /:image$/.test(entry.namespace);
  await until(() => journal.audits.find(isImage), stage.signal);
  await command(redisUrl, { killed: true });
  stage.did({ kind: 'stopped', at: Date.now() });
};

/** An operator stops everything, and Redis forgets that. */
const stopIsForgotten: Act = async ({ stage, redisUrl }) => {
  await somebodyIsNotified(stage);
  await command(redisUrl, { killed: true });
  stage.did({ kind: 'stopped', at: Date.now() });
  await withRedis(redisUrl, (connection) => connection.command('emptying Redis', (client) => client.flushall()));
  stage.did({ kind: 'emptied', at: Date.now() });
};

const AGAIN_MS = 2_000;
const FLEET_PER_DAY = 3;

/** An operator lets only a few go on one day. */
const fleetIsLimited: Act = async ({ stage, redisUrl }) => {
  await somebodyIsNotified(stage);
  await command(redisUrl, { deletesPerDay: FLEET_PER_DAY });
  stage.did({ kind: 'limited', at: Date.now(), perDay: FLEET_PER_DAY });
};

/** As soon as there were deletions, an operator makes Redis quicker. */
const settingsAreLax: Act = async ({ stage, redisUrl }) => {
  const { journal } = stage.world;
  await until(() => journal.audits.find(({ entry }) => entry.event === 'permitted'), stage.signal);
  await withRedis(redisUrl, (connection) =>
    connection.command('changing the settings', (client) => client.config('SET', 'appendfsync', 'everysec')),
  );
  stage.did({ kind: 'held', at: Date.now(), why: 'Redis may lose what it stores' });
};

/** As soon as there were deletions, an instance joins that runs with a configuration of its own. */
const anotherIsDifferent: Act = async ({ stage, redisUrl }) => {
  const { journal } = stage.world;
  await until(() => journal.audits.find(({ entry }) => entry.event === 'permitted'), stage.signal);
  const stranger = { id: 'stranger', name: 'stranger', configuration: 'of its own', obeys: Number.MAX_SAFE_INTEGER };
  await withRedis(redisUrl, async (connection) => {
    const instances = new RedisInstances({
      connection,
      scripts: new ScriptRunner(connection),
      log: silent,
      seal: NO_SEAL,
      recorded: () => undefined,
    });
    await instances.announce(stranger);
    stage.did({ kind: 'held', at: Date.now(), why: 'another instance runs with another configuration' });
    for (;;) {
      await delay(AGAIN_MS, undefined, { signal: stage.signal });
      await instances.announce(stranger);
    }
  });
};

/** Again and again an operator wants everything gone at once. */
const datesAreMovedIn: Act = async ({ stage }) => {
  await somebodyIsNotified(stage);
  const { journal, operatorPages } = stage.world;
  for (;;) {
    for (const namespace of new Set(journal.audits.map(({ entry }) => entry.namespace))) {
      if (namespace === 'fleet') continue;
      await fetch(`${operatorPages.url}/api/v1/namespaces/${encodeURIComponent(namespace)}/recalculate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seconds: 1, count: 1_000 }),
        signal: stage.signal,
        // While an instance is down, no request of it may be answered.
      }).catch(() => undefined);
    }
    await delay(AGAIN_MS, undefined, { signal: stage.signal });
  }
};

/** Once an opted-out resource carries its tag – or could long have – Redis loses everything. */
const redisIsEmptied: Act = async ({ stage, redisUrl }) => {
  const { interventions, world } = stage;
  await until(() => interventions.find(({ kind }) => kind === 'optedOut'), stage.signal);
  await until(() => world.journal.audits.find(({ entry }) => entry.event === 'protected'), stage.signal);
  await withRedis(redisUrl, (connection) => connection.command('emptying Redis', (client) => client.flushall()));
  stage.did({ kind: 'emptied', at: Date.now() });
};

/** AWS refuses to deregister the images of one place. */
const imagesAreRefused: Act = async ({ stage }) => {
  stage.world.sandbox.control.deny({ account: PROD.id, region: 'eu-west-1', action: 'ec2:DeregisterImage' });
};

const LATE_MS = 15_000;

/**
 * AWS shows a group that was deleted for a little longer. It ends before anything else is deleted where that is surveyed
 * every few seconds: what is still listed would be marked anew.
 */
const readsAreLate: Act = async ({ stage }) => {
  const { journal, sandbox } = stage.world;
  sandbox.control.setConsistency({ delayMs: LATE_MS });
  const isFrequent = ({ entry }: Received<LoggedAudit>) =>
    entry.event === 'permitted' && !/:autoscalinggroup$|:us-east-1:image$/.test(entry.namespace);
  await until(() => journal.audits.find(isFrequent), stage.signal);
  sandbox.control.setConsistency({});
};

/** The last of a batch is opted out once the first is permitted: all of them have passed the check by then. */
const optedOutAfterTheCheck: Act = async ({ stage }) => {
  const { journal, sandbox } = stage.world;
  const place = { account: DEV.id, region: 'eu-west-1' };
  const isPermitted = ({ entry }: Received<LoggedAudit>) =>
    entry.event === 'permitted' && entry.namespace === 'aws:acme-dev:eu-west-1:image';
  const first = await until(() => journal.audits.find(isPermitted)?.entry.id, stage.signal);
  const batch = sandbox.control
    .calls({ operation: 'DescribeImages', ...place })
    .map(({ input }) => (Array.isArray(input.ImageIds) ? input.ImageIds.map(String) : []))
    .findLast((ids) => ids.includes(first ?? ''));
  const last = batch
    ?.map((id) => stage.notified({ ...place, id }).at(-1))
    .findLast((notified) => notified && stage.claim(notified.key));
  if (!last) return;
  const askedAt = Date.now();
  const answer = await keepForEver(last.notice.keepUrl, { reason: 'not this one' }, stage.signal);
  if (answer.kind === 'refused') return;
  stage.did({ kind: 'optedOut', key: last.key, askedAt, confirmedAt: Date.now(), answer: answer.kind });
};

/** In the middle of a batch another instance has the lock, and goes to work. */
const lockIsTaken: Act = async ({ stage, redisUrl }) => {
  const { journal, sandbox, seeded } = stage.world;
  const namespace = 'aws:acme-prod:eu-west-1:image';
  await until(
    () => journal.audits.filter(({ entry }) => entry.namespace === namespace && entry.event === 'deleted')[2],
    stage.signal,
  );
  const { lock } = namespaceKeys(namespace as Namespace);
  await withRedis(redisUrl, (connection) =>
    connection.command('taking the lock', (client) => client.set(lock, 'somebody else', 'PX', 20_000)),
  );
  // A request that was under way is let end.
  await delay(1_000);
  const client = new EC2Client({ endpoint: sandbox.url, region: 'eu-west-1', credentials: seeded.accessKey });
  await client.send(new DescribeImagesCommand({ Owners: ['self'] }));
  client.destroy();
};

const MAIL_MS = 60_000;

/** A dry run is watched until there is mail, or could long be. */
const mailIsAwaited: Act = async ({ stage }) => {
  await until(() => stage.world.mail.messages()[0], stage.signal, MAIL_MS);
};

const LOOK_MS = 250;

/** Law 12, which neither call log nor mailbox can show: each deleted definition is stored. */
const definitionsAreRead: Act = async ({ stage, definitions, found }) => {
  for (;;) {
    const written = readdirSync(definitions, { recursive: true, encoding: 'utf8' });
    for (const { operation, status, input, account, region } of stage.world.sandbox.control.calls()) {
      if (operation !== 'DeregisterImage' || status !== 200) continue;
      const id = String(input.ImageId);
      if (!written.some((file) => file.includes(id)))
        found('undefined', `${id} in ${account}/${region} was not written down`);
    }
    await delay(LOOK_MS, undefined, { signal: stage.signal });
  }
};

export const ACTS: Readonly<Record<string, Act>> = {
  anotherIsDifferent,
  datesAreMovedIn,
  definitionsAreRead,
  everythingIsStopped,
  fleetIsLimited,
  imagesAreRefused,
  instancesVanish,
  listingIsEmpty,
  lockIsTaken,
  mailIsAwaited,
  optedOutAfterTheCheck,
  readsAreLate,
  redisIsEmptied,
  settingsAreLax,
  stopIsForgotten,
};
