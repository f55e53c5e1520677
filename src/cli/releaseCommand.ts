/** The actions of `release`; the help of the command loads nothing of them. */
import type { Configuration } from '../config/load/configuration.ts';
import { pluralize } from '../core/common/pluralize.ts';
import { QUARANTINE_TAG } from '../core/mark/quarantine.ts';
import { strandedBecause } from '../core/policy/stranded.ts';
import { type Namespace, parseNamespace, partsOf } from '../core/resource/namespace.ts';
import type { Resource } from '../core/resource/resource.ts';
import { visible } from '../core/text/visible.ts';
import { SharedClientPool } from '../handlers/contract/clientPool.ts';
import type { Handler } from '../handlers/contract/handler.ts';
import { handlers } from '../handlers/index.ts';
import {
  listQuarantined,
  openThere,
  type ReleaseDeps,
  releaseResources,
  type Where,
  whereOf,
} from '../lifecycle/index.ts';
import type { RedisConnection } from '../state/redis/connection.ts';
import { LocalCallPacer } from '../state/redis/localCallPacer.ts';
import type { RedisState } from '../state/redis/redisState.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type CliContext, EXIT, UsageError, writeLine } from './context.ts';
import { load } from './load.ts';
import { acquire } from './namespaceLease.ts';
import { releasedLines } from './releaseLines.ts';
import { actorOf, withState } from './withState.ts';

/** `release` takes these, with a namespace or without one. */
export interface ReleaseOptions {
  readonly config: string;
  /** False: the command lists the resources in quarantine and changes nothing. */
  readonly yes: boolean;
  /** The actor in the audit log; absent = the name of the operating system's user. */
  readonly as?: string;
  readonly format: 'json' | 'table';
}

const FINISHED = 'Holystone releases resources that are kept, and deletes the others when their quarantine ends';

/** Lists the record in Redis; sends no request to the cloud. */
export async function listAll(options: ReleaseOptions, context: CliContext): Promise<void> {
  if (options.yes) throw new UsageError('name the namespace: holystone release NAMESPACE --yes');
  const configuration = await load(options.config, context);
  const all = await withState('release', configuration, context, async ({ quarantines }) => {
    const known = (await quarantines.namespaces()).toSorted();
    const ids = await Promise.all(known.map((namespace) => quarantines.ids(namespace)));
    return known.map((namespace, index) => ({
      namespace,
      ids: (ids[index] ?? []).toSorted(),
      why: strandedBecause(configuration, namespace) ?? null,
    }));
  });
  const found = all.filter(({ ids }) => ids.length > 0);
  if (options.format === 'json') return writeLine(context.stdout, JSON.stringify({ quarantined: found }));
  if (found.length === 0) writeLine(context.stdout, 'No resource is in quarantine, as far as Redis knows.');
  for (const { namespace, ids, why } of found) {
    writeLine(context.stdout, `${namespace}: ${pluralize(ids.length, 'resource')}; ${visible(why ?? FINISHED)}`);
    for (const id of ids) writeLine(context.stdout, `  ${visible(id)}`);
  }
}

/** Resources with our tag in the cloud, whether the record names them or not. */
export async function releaseThere(
  text: string,
  ids: readonly string[],
  options: ReleaseOptions,
  context: CliContext,
): Promise<void> {
  const configuration = await load(options.config, context);
  const namespace = parseNamespace(text);
  if (!namespace) {
    throw new UsageError(`"${text}" is not a namespace; write provider:account:location:type`);
  }
  const handler = quarantiningHandler(namespace);
  const { redact, work } = configuration;
  const log = createLogger({ level: 'warn', redact, destination: context.stderr });
  const clients = new SharedClientPool();
  const pacer = new LocalCallPacer({ share: work.callRateShare });
  try {
    await withState('release', configuration, context, async (state, connection) => {
      const where = await placeOf(configuration, namespace, handler, state);
      const { clock } = context;
      const deps: ReleaseDeps = { ...state, clock, log, clients, pacer, handlerOf: () => handler };
      const opened = openThere(deps, where, context.signal);
      const found = chosen(await listQuarantined(opened), ids);
      const refusal = refusalOf(configuration, namespace);
      const mayRelease = options.yes && refusal === undefined && found.length > 0;
      const out = mayRelease ? await underLock(connection) : [];
      const released = { namespace, found, out, refusal };
      for (const line of releasedLines(released, options)) writeLine(context.stdout, line);
      if (options.yes && out.length < found.length) context.exitCode = EXIT.withheld;

      async function underLock(on: RedisConnection): Promise<readonly string[]> {
        const { RedisNamespaceLock } = await import('../queue/lock.ts');
        const lease = await acquire(new RedisNamespaceLock(on), namespace as Namespace, context.signal);
        if (!lease)
          throw new Error(
            `another process has had the lock of ${namespace} for minutes: nothing was released, try again`,
          );
        try {
          const order = {
            namespace: where.namespace,
            actor: actorOf(options),
            reason: 'released by an operator',
            isUse: true,
          };
          return await releaseResources(deps, opened, found, order, lease);
        } finally {
          await lease.release();
        }
      }
    });
  } finally {
    clients.close();
  }
}

function quarantiningHandler(namespace: Namespace): Handler {
  const { provider, resourceType } = partsOf(namespace);
  const having = handlers.filter(({ quarantine }) => quarantine !== undefined);
  const handler = having.find((one) => one.provider === provider && one.resourceType.toLowerCase() === resourceType);
  if (handler) return handler;
  const names = having.map((one) => one.resourceType).join(', ');
  throw new UsageError(`the type "${resourceType}" has no quarantine; these have one: ${names}`);
}

async function placeOf(
  configuration: Configuration,
  namespace: Namespace,
  handler: Handler,
  { quarantines }: RedisState,
): Promise<Where> {
  const wc = configuration.workConfigurations.find((one) => one.namespace === namespace);
  const where = wc ?? whereOf(configuration, namespace, await quarantines.location(namespace), handler);
  if (where) return where;
  const known = configuration.accounts.map(({ name }) => name).join(', ');
  const { account } = partsOf(namespace);
  throw new UsageError(
    `the account "${account}" is not in ${configuration.file}, which has ${known}: declare it again, as it was`,
  );
}

/** Dry run writes nothing, also for an operator. */
function refusalOf({ dryRun, workConfigurations }: Configuration, namespace: Namespace): string | undefined {
  const wc = workConfigurations.find((one) => one.namespace === namespace);
  if (wc) return wc.live ? undefined : (wc.notLiveBecause ?? 'it is not live');
  return dryRun ? 'dryRun is on' : undefined;
}

function chosen(found: readonly Resource[], ids: readonly string[]): readonly Resource[] {
  const strange = ids.filter((id) => !found.some((resource) => resource.id === id));
  if (strange.length > 0) {
    throw new UsageError(
      `not in quarantine (no tag ${QUARANTINE_TAG}, or the resource does not exist): ${strange.join(', ')}`,
    );
  }
  return ids.length === 0 ? found : found.filter(({ id }) => ids.includes(id));
}
