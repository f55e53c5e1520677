import { Argument, type Command } from 'commander';
import { previewLinks } from '../composition/links.ts';
import type { Configuration } from '../config/load/configuration.ts';
import type { Digest } from '../core/notice/digest.ts';
import { MOST_ADDRESSES, ownerOf } from '../core/owner/owners.ts';
import { parseAddress } from '../core/text/address.ts';
import type { RenderOptions } from '../notify/mail/renderDigest.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, UsageError, writeError } from './context.ts';
import { formatOptionOf } from './format.ts';
import { load } from './load.ts';
import { withState } from './withState.ts';

interface MailOptions {
  readonly config: string;
  readonly owner: string;
  readonly format: 'html' | 'text' | 'eml';
  readonly sample?: true;
}

/** `mail` prints the pending message of an owner; it sends nothing and records nothing. */
export function registerMail(program: Command, context: CliContext): void {
  program
    .command('mail')
    .addArgument(new Argument('[what]', 'the action; there is only one').choices(['preview']).default('preview'))
    .requiredOption('--owner <address>', 'the owner of the message')
    .option(...CONFIG_OPTION)
    .addOption(formatOptionOf(['text', 'html', 'eml']))
    .option('--sample', 'use example resources instead of pending notices; needs no Redis')
    .addHelpText(
      'after',
      '\nThe links in it do not work: only the owner gets links that work.\n\nExamples:\n' +
        '  $ holystone mail --owner ann@example.com\n' +
        '  $ holystone mail preview --owner ann@example.com --sample --output html > mail.html',
    )
    .action((_what: string, options: MailOptions) => preview(options, context));
}

/** One address, or several with commas between; `undefined` if one is none, or they are too many. */
function ownerIn(text: string): string | undefined {
  const read = text.split(',').map(parseAddress);
  return ownerOf(read.filter((address) => address !== undefined).length === read.length ? (read as string[]) : []);
}

async function preview(options: MailOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const owner = ownerIn(options.owner);
  if (owner === undefined)
    throw new UsageError(
      `--owner "${options.owner}" is not an e-mail address, nor a list of at most ${MOST_ADDRESSES}`,
    );
  const digest = await digestFor(owner, options, configuration, context);
  if (digest === undefined) {
    writeError(context.stderr, `No notice is pending for ${owner}; --sample prints an example message.`);
    return;
  }
  const { from = 'holystone@holystone.invalid', language = 'en', intro, contact } = configuration.mail ?? {};
  context.stdout.write(await rendered(digest, options.format, { from, language, intro, contact }));
}

async function rendered(digest: Digest, format: MailOptions['format'], options: RenderOptions): Promise<string> {
  if (format === 'eml') {
    const { emlOf } = await import('../notify/mail/smtpEml.ts');
    return emlOf(digest, options);
  }
  const { renderDigest } = await import('../notify/mail/renderDigest.ts');
  return (await renderDigest(digest, options))[format];
}

async function digestFor(
  owner: string,
  { sample }: MailOptions,
  configuration: Configuration,
  context: CliContext,
): Promise<Digest | undefined> {
  const links = previewLinks(configuration);
  const { clock } = context;
  if (sample) {
    const { sampleDigest } = await import('./mailSample.ts');
    return sampleDigest(links, owner, clock.now());
  }
  const { previewDigest } = await import('../lifecycle/index.ts');
  return withState('mail', configuration, context, ({ marks, outbox, control }) =>
    previewDigest({ marks, outbox, control, clock, links }, configuration.workConfigurations, owner),
  );
}
