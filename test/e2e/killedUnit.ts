/** A unit of a registry whose instance is killed with SIGKILL in the middle of its deletions, with one place for all units. */
import { type RegistryRequest, startRegistry } from '../../sandbox/registry/server.ts';
import { messageOf } from '../../src/core/common/errors.ts';
import { type Daemon, PATIENCE_MS } from '../support/daemon.ts';
import { until } from '../support/until.ts';
import { Stage } from './stage.ts';

const DAY_MS = 24 * 3_600_000;
const REPOSITORIES = ['shop/api', 'shop/web'];
const DUE = ['v1', 'v2', 'v3', 'v4'];
/** The request that is under way when its instance is killed. */
const LAST_REQUEST = 3;
/** Surveyed once. */
const CLEANUP =
  '[{ type: tag, live: true, nameRegexDelete: "v.*", keepN: 1, olderThan: 1d, timestampSource: image-created, unusedFor: off, every: { mark: 1h, notify: 3s } }]';

export interface KilledUnit {
  /** `shop/api v1`. */
  readonly due: readonly string[];
  /** The deleting requests, in order. */
  readonly requests: readonly string[];
  /** Statuses of their answers, all different ones. */
  readonly statuses: readonly number[];
  /** The repository whose unit was cut, and the tag that was under way. */
  readonly cut: { readonly repository: string; readonly tag: string };
  /** The requests to the registry about that repository from the kill until its next deletion. */
  readonly askedAgain: readonly string[];
  /** Tags that are left, by repository. */
  readonly left: Readonly<Record<string, readonly string[]>>;
  /** The audit entries of the tag that was under way. */
  readonly said: string | undefined;
}

/** @param closers the releases that must run afterwards */
export async function killUnit(closers: (() => Promise<unknown>)[]): Promise<KilledUnit> {
  const instances: Daemon[] = [];
  try {
    return await perform(closers, instances);
  } catch (error) {
    throw new Error(`${messageOf(error)}${instances.map((instance) => instance.lastWords()).join('\n')}`);
  }
}

async function perform(closers: (() => Promise<unknown>)[], instances: Daemon[]): Promise<KilledUnit> {
  const [stage, hub] = await Promise.all([Stage.start(), startRegistry({ slowMs: 200 })]);
  closers.push(
    () => stage.stop(),
    () => hub.close(),
  );
  for (const repository of REPOSITORIES) {
    const created = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    hub.store.image(repository, 'v9', { created: created(50), salt: 'newest' });
    for (const tag of DUE) hub.store.image(repository, tag, { created: created(100), salt: tag });
  }
  const account = `{ name: hub, provider: registry, id: "${new URL(hub.url).host}", url: "${hub.url}", locations: ["shop/*"], owner: ann@example.com }`;
  const config = stage.config({
    accounts: `[${account}]`,
    cleanup: CLEANUP,
    work: 'tick: "* * * * * *", capacity: 1',
    defaults: 'pace: { batch: 8 }',
  });
  const deletions = () => hub.requests.filter(({ method }) => method === 'DELETE');

  let killedAt = 0;
  let killing: Promise<unknown> | undefined;
  hub.switches.before = () => {
    if (killing || deletions().length < LAST_REQUEST) return;
    killedAt = hub.requests.length;
    killing = victim.kill();
  };
  const victim = stage.serve(config, 'one');
  instances.push(victim);
  await until('a deletion is under way', () => killing !== undefined, 2 * PATIENCE_MS);
  await killing;
  const cut = partsOf(deletions()[LAST_REQUEST - 1] as RegistryRequest);

  const survivor = stage.serveHere(config, 'two');
  instances.push(survivor);
  const isDone = () => REPOSITORIES.every((name) => hub.store.repository(name).tags.size === 1);
  await until('all due tags are gone', isDone, 3 * PATIENCE_MS);
  const ofCut = ({ event, id, namespace }: Record<string, unknown>) =>
    event === 'deleted' && id === cut.tag && String(namespace).includes(encodeURIComponent(cut.repository));
  const line = await survivor.logged('audit', ofCut, PATIENCE_MS);
  await until(
    'the last deletion is on record',
    () => [victim, survivor].flatMap(({ lines }) => lines.filter(({ event }) => event === 'deleted')).length === 8,
    PATIENCE_MS,
  );
  await survivor.stop();

  const parts = deletions().map(partsOf);
  const later = hub.requests.slice(killedAt).filter(({ path }) => path.startsWith(`/v2/${cut.repository}/`));
  const next = later.findIndex(({ method }) => method === 'DELETE');
  return {
    due: REPOSITORIES.flatMap((repository) => DUE.map((tag) => `${repository} ${tag}`)),
    requests: parts.map(({ repository, tag }) => `${repository} ${tag}`),
    statuses: [...new Set(deletions().map(({ status }) => status))],
    cut,
    askedAgain: later.slice(0, next).map(({ method, path }) => `${method} ${path.split('?')[0]}`),
    left: Object.fromEntries(REPOSITORIES.map((name) => [name, [...hub.store.repository(name).tags.keys()]])),
    said: String(line.reason),
  };
}

function partsOf({ path }: Pick<RegistryRequest, 'path'>) {
  const [, repository = '', tag = ''] = /^\/v2\/(.+)\/manifests\/([^/?]+)/.exec(path) ?? [];
  return { repository, tag };
}
