/** Two registries under one cleanup policy: one deletes a tag alone, the other only digests with all their tags. */
import { fileURLToPath } from 'node:url';
import { addAccounts } from '../../../sandbox/demo/accounts.ts';
import { noticesIn } from '../../../sandbox/demo/notices.ts';
import { judgeRegistry, tagsIn } from '../../../sandbox/demo/registryOracle.ts';
import {
  GOING_ALONE,
  GOING_WHOLE,
  type Going,
  KEPT_BY_OWNER,
  seedRegistry,
  WEB,
} from '../../../sandbox/demo/registrySeed.ts';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { partsOf } from '../../core/resource/namespace.ts';
import { keepForEver, openKeepPage } from './followLink.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';
import { inShort } from './words.ts';

interface Hub {
  readonly name: string;
  readonly hub: RunningRegistry;
  readonly going: Going;
  readonly before: ReturnType<typeof tagsIn>;
}

let hubs: readonly Hub[] = [];

/** The scene `registry`: one registry deletes single tags, the other only digests with all their tags. */
export const registry: Scene = {
  config: fileURLToPath(new URL('../../../config/demoRegistry.yaml', import.meta.url)),
  async start() {
    const [alone, whole] = [await startRegistry(), await startRegistry({ deletesTags: false, referrers: false })];
    hubs = [start('hub', alone, GOING_ALONE), start('legacy', whole, GOING_WHOLE)];
    const env = Object.fromEntries(
      hubs.flatMap(({ name, hub }) => [
        [`DEMO_${name.toUpperCase()}_URL`, hub.url],
        [`DEMO_${name.toUpperCase()}_HOST`, new URL(hub.url).host],
      ]),
    );
    return { env, close: async () => void (await Promise.all(hubs.map(({ hub }) => hub.close()))) };
  },
  seed: (control) => ({ accessKey: addAccounts(control), resources: [] }),
  prepare: (stage) => () => play(stage),
  async judge(stage) {
    const mails = stage.world.mail.messages();
    const { retentionMs } = stage.pace;
    const found = await Promise.all(hubs.map((one) => judgeRegistry({ ...one, mails, retentionMs })));
    const sum = (of: (one: (typeof found)[number]) => number) => found.reduce((total, one) => total + of(one), 0);
    return {
      violations: found.flatMap(({ violations }) => violations),
      deleted: sum(({ deleted }) => deleted),
      how: `checked independently: ${sum(({ pulled }) => pulled)} manifests and layers pulled, and each deletion compared with the mails`,
    };
  },
  check: () => hubs.flatMap((one) => left(one).map((tag) => `${one.name}/${tag} is not deleted`)),
};

function start(name: string, hub: RunningRegistry, going: Going): Hub {
  seedRegistry(hub.store, Date.now());
  return { name, hub, going, before: tagsIn(hub) };
}

/** Tags that are still to go. */
function left({ hub, going }: Hub): readonly string[] {
  return Object.entries(going).flatMap(([repository, tags]) =>
    tags.filter((tag) => hub.store.repository(repository).tags.has(tag)).map((tag) => `${repository}:${tag}`),
  );
}

async function play(stage: Stage): Promise<void> {
  const { say } = stage;
  say('calm', 'hub', 'a registry that deletes a tag alone; two repositories, the newest two v-tags are kept');
  say('calm', 'legacy', 'the same images in a registry that deletes only digests, with all their tags');
  await keepTag(stage);
  await stage.untilGone(() => hubs.every((one) => left(one).length === 0));
  for (const one of hubs) sayEnd(stage, one);
}

async function keepTag(stage: Stage): Promise<void> {
  const { say, signal, world } = stage;
  const find = () =>
    world.mail
      .messages()
      .flatMap(noticesIn)
      .find(({ accountName, region, id }) => accountName === 'hub' && region === WEB && id === KEPT_BY_OWNER);
  const notice = await until(find, signal);
  if (!notice) return;
  if ((await openKeepPage(notice.keepUrl, signal)) === undefined) return say('bad', 'broken link', notice.keepUrl);
  const askedAt = Date.now();
  const answer = await keepForEver(notice.keepUrl, { reason: 'a customer runs it' }, signal);
  if (answer.kind === 'refused') return say('bad', 'not kept', `the page says "${answer.why}"`);
  const key = `hub/${WEB}/${KEPT_BY_OWNER}`;
  stage.did({ kind: 'optedOut', key, askedAt, confirmedAt: Date.now(), answer: answer.kind });
  say('people', 'opted out', `its owner keeps hub/${WEB}:${KEPT_BY_OWNER}, forever`);
}

/** The deleted tags, and why the other due tags stay. */
function sayEnd({ say, world }: Stage, { name, hub, before }: Hub): void {
  for (const [repository, tags] of before) {
    const now = hub.store.repository(repository).tags;
    const gone = [...tags.keys()].filter((tag) => !now.has(tag));
    say('bad', 'deleted', `${gone.join(', ')} of ${name}/${repository}`);
  }
  const refused = world.journal.audits.filter(
    ({ entry }) => entry.event === 'refused' && partsOf(entry.namespace as never).account === name,
  );
  for (const [id, { entry }] of new Map(refused.map((heard) => [heard.entry.id, heard])))
    say('warn', 'refused', `${id} of ${name}: ${shortReason(entry.reason)}`);
}

/** Without the end that all of them have, and with the first characters of a digest. */
function shortReason(reason = ''): string {
  return inShort(
    reason.replace(/, and (whether )?this registry deletes.*$/, '').replace(/([0-9a-f]{8})[0-9a-f]{56}/g, '$1…'),
  );
}
