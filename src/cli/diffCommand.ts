/** The action of `diff`; the help of the command loads nothing of it. */
import type { Configuration } from '../config/load/configuration.ts';
import { messageOf, ReadError } from '../core/common/errors.ts';
import { ruleNamesOf, type WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { visible } from '../core/text/visible.ts';
import { SharedClientPool } from '../handlers/contract/clientPool.ts';
import type { SourceDiff } from '../handlers/contract/sourceDiff.ts';
import { providerOf, providers } from '../handlers/index.ts';
import { LocalCallPacer } from '../state/redis/localCallPacer.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type CliContext, EXIT, UsageError, writeError, writeLine } from './context.ts';
import { loadToRead } from './load.ts';
import { logTo } from './text/terminalLog.ts';

/** `diff` takes these; commander has parsed them. */
export interface DiffOptions {
  readonly config: string;
  /** The account's name in the configuration; absent = each account that has the environment. */
  readonly account?: string;
  /** `diff` exits with 4 where an object is not in source. */
  readonly exitCode?: boolean;
  readonly format: 'json' | 'table';
}

interface Compared extends SourceDiff {
  readonly namespace: string;
}

/**
 * @param environment a location, in every account or in that of `options`
 * @throws UsageError where no entry with a source has it
 */
export async function diff(environment: string, options: DiffOptions, context: CliContext): Promise<void> {
  const configuration = await loadToRead(options.config, context);
  const selected = selectedIn(configuration, environment, options.account);
  const clients = new SharedClientPool();
  const io = {
    clock: context.clock,
    signal: context.signal,
    log: createLogger({ level: 'warn', redact: configuration.redact, ...logTo(context.stderr) }),
    // A person waits for one listing of each kind: all of `callRate` is theirs for a moment.
    pacer: new LocalCallPacer({ share: 1 }),
    clients,
    isWaitedFor: true,
  } as const;
  try {
    const compared: Compared[] = [];
    for (const wc of selected) {
      const { namespace, account, location, accounts, parameters, when } = wc;
      const scope = { namespace, account, location, accounts, parameters, rules: ruleNamesOf(when).flat() };
      const read = providerOf(providers, account.provider).diff;
      if (read) compared.push({ namespace, ...(await orGap(() => read(scope, io))) });
    }
    print(compared, options.format, context);
    context.exitCode = exitCodeFor(compared, options.exitCode ?? false);
  } finally {
    clients.close();
  }
}

function selectedIn(
  { workConfigurations, file }: Configuration,
  environment: string,
  account: string | undefined,
): readonly WorkConfiguration[] {
  const comparable = workConfigurations.filter((wc) => providerOf(providers, wc.account.provider).diff !== undefined);
  const selected = comparable.filter(
    (wc) => wc.location === environment && (account === undefined || wc.account.name === account),
  );
  if (selected.length > 0) return selected;
  const known = [...new Set(comparable.map(({ location }) => location))].slice(0, 10).join(', ');
  const of = account === undefined ? '' : ` in the account ${account}`;
  const there = known === '' ? 'no entry has a source' : `it has ${known}`;
  throw new UsageError(`${file} has no environment "${environment}"${of}; ${there}`);
}

/** A cluster or a source that cannot be read is a gap of the answer, not of the program. */
async function orGap(read: () => Promise<SourceDiff>): Promise<SourceDiff> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { live: 0, notInSource: [], gaps: [messageOf(error)] };
  }
}

function print(compared: readonly Compared[], format: DiffOptions['format'], { stdout, stderr }: CliContext): void {
  if (format === 'json') {
    writeLine(stdout, JSON.stringify({ namespaces: compared }, undefined, 2));
    return;
  }
  for (const { namespace, live, notInSource, gaps } of compared) {
    if (compared.length > 1) writeLine(stdout, `${visible(namespace)}:`);
    for (const { id, keptBecause } of notInSource) {
      writeLine(stdout, visible(`- ${id}${keptBecause === undefined ? '' : `  (kept: ${keptBecause})`}`));
    }
    for (const gap of gaps) writeError(stderr, `not compared: ${gap}`);
    const rest = gaps.length === 0 ? '' : '; some could not be compared';
    writeError(stderr, `${notInSource.length} of ${live} live objects are not in source${rest}`);
  }
}

function exitCodeFor(compared: readonly SourceDiff[], isAsked: boolean): number {
  if (compared.some(({ gaps }) => gaps.length > 0)) return EXIT.withheld;
  return isAsked && compared.some(({ notInSource }) => notInSource.length > 0) ? EXIT.different : EXIT.done;
}
