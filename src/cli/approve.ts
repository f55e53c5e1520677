import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { approve } from '../lifecycle/index.ts';
import { RedisConnection } from '../state/connection.ts';
import { redisState } from '../state/redisState.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type CliContext, EXIT, UsageError, writeLine } from './context.ts';
import { CONFIG_OPTION, findNamespace, load } from './load.ts';
import { answersWithin } from './reach.ts';

const REDIS_MS = 5_000;

interface ApproveOptions {
  readonly config: string;
  readonly pass: string;
  readonly as?: string;
}

export function registerApprove(program: Command, context: CliContext): void {
  program
    .command('approve')
    .description('Let a blocked pass do exactly what it was stopped for. Void if the set changes.')
    .argument('<namespace>', 'as in aws:test:us-east-1:image')
    .requiredOption('-p, --pass <id>', 'the id of the blocked pass, from its log line or the page of marks')
    .option(...CONFIG_OPTION)
    .option('--as <name>', 'who approves, for the audit log (default: the user at this machine)')
    .addHelpText('after', '\nExamples:\n  $ holystone approve aws:test:us-east-1:image --pass 3f0c…')
    .action((namespace: string, options: ApproveOptions) => approveCommand(namespace, options, context));
}

async function approveCommand(text: string, options: ApproveOptions, context: CliContext): Promise<void> {
  const configuration = load(options.config, context);
  const { namespace } = findNamespace(configuration, text);
  const { redis, redact } = configuration;
  if (redis.url === 'embedded')
    throw new UsageError('approve needs the Redis that the daemon uses; redis.url is "embedded"');
  const log = createLogger({ level: 'info', redact, destination: { write: (line) => context.stderr.write(line) } });
  const connection = new RedisConnection({ url: redis.url, log });
  try {
    if (!(await answersWithin(connection, REDIS_MS, context.signal))) {
      throw new Error(`Redis at ${connection.address} does not answer; check redis.url and that it is up`);
    }
    const { passes } = redisState(connection, { log });
    const actor = options.as ?? userInfo().username;
    const answer = await approve({ passes, clock: context.clock }, { namespace, passId: options.pass, actor });
    if (answer.kind !== 'approved') {
      writeLine(context.stderr, `holystone: ${answer.why}`);
      context.exitCode = answer.kind === 'notFound' ? EXIT.usage : EXIT.failed;
      return;
    }
    writeLine(
      context.stdout,
      `approved: ${answer.size} changes in ${namespace}, as ${actor}; the next pass makes them`,
    );
  } finally {
    await connection.close();
  }
}
