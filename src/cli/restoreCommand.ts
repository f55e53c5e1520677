/** The action of `restore`; the help of the command loads nothing of it. */
import { openDefinitions } from '../composition/definitions.ts';
import type { Configuration } from '../config/load/configuration.ts';
import type { DefinitionStore, Generation, WrittenName } from '../core/resource/definition.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import type { RestoreStep, Restoring } from '../core/resource/restoring.ts';
import { restoreRefusal } from '../core/resource/sealedDefinition.ts';
import { visible } from '../core/text/visible.ts';
import { SharedClientPool } from '../handlers/contract/clientPool.ts';
import { handlerOf } from '../handlers/contract/types.ts';
import { handlers } from '../handlers/index.ts';
import { planRestore, type RestoreDeps, restore } from '../lifecycle/index.ts';
import { LocalCallPacer } from '../state/redis/localCallPacer.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type CliContext, EXIT, UsageError, writeError, writeLine } from './context.ts';
import { findNamespace, load } from './load.ts';
import { minute } from './text/minutes.ts';
import { logTo } from './text/terminalLog.ts';
import { actorOf, withState } from './withState.ts';

/** `restore` takes these, with an id or without one. */
export interface RestoreOptions {
  readonly config: string;
  /** 16 hex digits: the generation of one definition, where the id has several. */
  readonly generation?: string;
  /** A definition without a keyed checksum is accepted. */
  readonly unsigned: boolean;
  /** False: the command prints the steps and sends no change. */
  readonly yes: boolean;
  /** The actor in the audit log; absent = the name of the operating system's user. */
  readonly as?: string;
  readonly format: 'json' | 'table';
}

/** @param id absent: the stored definitions are listed @throws UsageError for an unknown namespace */
export async function restoreCommand(
  text: string,
  id: string | undefined,
  options: RestoreOptions,
  context: CliContext,
): Promise<void> {
  const configuration = await load(options.config, context);
  const { namespace } = findNamespace(configuration, text);
  const definitions = openDefinitions(configuration);
  try {
    if (id === undefined) return await listAll(definitions.store, namespace, options, context);
    const chosen = choose(await readAll(definitions.store, namespace, id, context), id, namespace, options, context);
    const why = restoreRefusal(chosen, options.unsigned);
    const restoring: Restoring =
      why === undefined
        ? await restoreOne(configuration, chosen, options, context)
        : { kind: 'refused', why, steps: [] };
    const { format, yes } = options;
    const shown =
      format === 'json' ? [JSON.stringify({ namespace, id, ...restoring })] : restoringLines(id, restoring, yes);
    for (const line of shown) writeLine(context.stdout, line);
    if ('why' in restoring) context.exitCode = EXIT.withheld;
  } finally {
    definitions.close();
  }
}

async function listAll(
  store: DefinitionStore,
  namespace: Namespace,
  { format }: RestoreOptions,
  { stdout }: CliContext,
): Promise<void> {
  const all: WrittenName[] = [];
  for await (const page of store.list(namespace)) all.push(...page);
  all.sort((a, b) => b.day.localeCompare(a.day) || a.id.localeCompare(b.id));
  if (format === 'json') return writeLine(stdout, JSON.stringify({ namespace, definitions: all }));
  if (all.length === 0) writeLine(stdout, `No saved definitions for ${namespace}.`);
  for (const { day, generation, id } of all) writeLine(stdout, `${day}  ${generation}  ${visible(id)}`);
}

async function readAll(
  store: DefinitionStore,
  namespace: Namespace,
  id: string,
  { stderr }: CliContext,
): Promise<readonly Generation[]> {
  const { generations, corrupt } = await store.read(namespace, id);
  for (const { where, why } of corrupt) writeError(stderr, `warning: ${where} is unusable: ${why}`);
  if (generations.length > 0) return generations;
  const sentence = corrupt.length > 0 ? 'the saved definitions are unusable' : 'no saved definition';
  throw new Error(
    `${sentence} for ${visible(id)} in ${namespace}; ids are case-sensitive, and \`definitions\` in the configuration names the store`,
  );
}

/** The newest, unless the user names one; the others are printed. */
function choose(
  generations: readonly Generation[],
  id: string,
  namespace: Namespace,
  { generation: wanted }: RestoreOptions,
  { stderr }: CliContext,
): Generation {
  const chosen = wanted === undefined ? generations[0] : generations.find(({ generation }) => generation === wanted);
  const lines = generations.map(lineOf);
  if (!chosen) {
    throw new UsageError([`${visible(id)} in ${namespace} has no generation ${wanted}; it has:`, ...lines].join('\n'));
  }
  if (generations.length > 1 && wanted === undefined) {
    writeError(
      stderr,
      `note: restore uses the newest of ${generations.length} generations; choose another with --generation:`,
    );
    for (const line of lines) writeError(stderr, line);
  }
  return chosen;
}

const CHECKED = { valid: '', unsigned: '  no keyed checksum', invalid: '  wrong keyed checksum' } as const;

function lineOf({ generation, stored, check }: Generation): string {
  return `  ${generation}  ${new Date(stored.at).toISOString()}${CHECKED[check]}`;
}

/** `--yes` restores it, and the audit log goes to stderr. */
function restoreOne(
  configuration: Configuration,
  { stored }: Generation,
  options: RestoreOptions,
  context: CliContext,
): Promise<Restoring> {
  const { redact, work, restore: settings } = configuration;
  const log = createLogger({ level: 'warn', redact, ...logTo(context.stderr) });
  const clients = new SharedClientPool();
  return withState('restore', configuration, context, async ({ audit, optOuts }) => {
    const deps: RestoreDeps = {
      clock: context.clock,
      log,
      clients,
      pacer: new LocalCallPacer({ share: work.callRateShare }),
      handlerOf: (type) => handlerOf(handlers, type),
      audit,
      optOuts,
    };
    const wc = findNamespace(configuration, stored.namespace);
    if (!options.yes) return planRestore(deps, { wc, stored }, context.signal);
    const request = { wc, stored, actor: actorOf(options), keepForMs: settings.keepFor };
    return restore(deps, request, context.signal);
  }).finally(() => clients.close());
}

/** The steps of a restore, or its result, for people. @param yes whether `--yes` was given */
function restoringLines(id: string, restoring: Restoring, yes: boolean): readonly string[] {
  const what = visible(id);
  switch (restoring.kind) {
    case 'ready': {
      const until = restoring.until === undefined ? '' : ` (possible until ${minute(restoring.until.getTime())})`;
      const does = restoring.steps.map(({ says }) => `  ${visible(says)}`);
      const after = stepLines('Then do this yourself:', restoring.afterwards);
      return [`restore would restore ${what}${until}:`, ...does, ...after, 'Nothing changed; --yes applies it.'];
    }
    case 'restored': {
      const now = restoring.id === id ? '' : ` as ${visible(restoring.id)}`;
      const sentence = restoring.requestId === undefined ? `${what} exists${now}` : `${what} was restored${now}`;
      const kept = yes ? ', and Holystone keeps it for now' : '; nothing to do';
      return [`${sentence}${kept}.`, ...stepLines('Do this yourself:', restoring.afterwards)];
    }
    case 'begun': {
      const again = 'run the same command with --yes again once that has ended: Holystone keeps it from then on';
      const kept = restoring.id === undefined || !yes ? again : `Holystone keeps ${visible(restoring.id)} for now`;
      return [`${what} is being restored: ${visible(restoring.says)}; ${kept}.`];
    }
    default: {
      const { kind, why, steps } = restoring;
      const title = {
        byHand: 'must be restored by a person',
        expired: 'can no longer be restored',
        refused: 'was not restored',
      };
      return [`${what} ${title[kind]}: ${visible(why)}`, ...stepLines('By hand:', steps)];
    }
  }
}

function stepLines(title: string, steps: readonly RestoreStep[]): readonly string[] {
  if (steps.length === 0) return [];
  return [title, ...steps.flatMap(({ says, command }) => [`  # ${visible(says)}`, `  ${visible(command)}`])];
}
