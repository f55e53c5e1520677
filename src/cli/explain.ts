import type { Command } from 'commander';
import type { OwnerResolution } from '../core/owner/owner.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { endsOf } from '../core/resource/ends.ts';
import { type MonthlyCost, totalOf } from '../core/resource/prices.ts';
import { endWords } from '../core/text/endWords.ts';
import { totalWords } from '../core/text/money.ts';
import { visible } from '../core/text/visible.ts';
import type { CheckedOn } from '../lifecycle/index.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption, type TextFormat } from './format.ts';
import { orInterrupted } from './interrupted.ts';
import { loadToRead } from './load.ts';
import { askedFor, type NamedResource, PLACED, placeOf } from './placed.ts';
import { evidenceLines } from './text/evidenceLines.ts';
import { withMinutes } from './text/minutes.ts';

/** `explain` judges one resource as the daemon would now, and writes nothing; without Redis it judges statelessly. */
export function registerExplain(program: Command, context: CliContext): void {
  program
    .command('explain')
    .argument('<namespace>', PLACED)
    .argument('[id]', 'the id of the resource, case-sensitive')
    .option('--from <file>', 'what a look found out (a file that "holystone look" wrote); asks nobody')
    .option(...CONFIG_OPTION)
    .addOption(formatOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone explain ${EXAMPLE.namespace} ${EXAMPLE.resource}\n  $ holystone explain ${EXAMPLE.resource} --from look.json`,
    )
    .action((first: string, second: string | undefined, options: ExplainOptions) =>
      orInterrupted(context, 'nothing was decided', async () => {
        if (options.from !== undefined) {
          const { explainLook } = await import('./explainLook.ts');
          return explainLook(second ?? first, options.from, options, context);
        }
        await explain(askedFor(first, second), options, context);
      }),
    );
}

interface ExplainOptions extends TextFormat {
  readonly config: string;
  readonly from?: string;
}

async function explain(
  question: NamedResource,
  { config, format }: ExplainOptions,
  context: CliContext,
): Promise<void> {
  const configuration = await loadToRead(config, context);
  const wc = await placeOf(question, configuration, context, {});
  const { id } = question;
  const { openSurvey } = await import('./survey.ts');
  const { check } = await import('../lifecycle/index.ts');
  const survey = await openSurvey(configuration, context);
  try {
    const checked = await check(survey.deps, wc, id, context.signal);
    writeLine(
      context.stdout,
      format === 'json' ? JSON.stringify(checked) : describe(wc, id, checked, context.clock.now()),
    );
    const undecided = checked.kind === 'unknown' || (checked.kind === 'verdict' && checked.verdict.kind === 'unknown');
    if (undecided) context.exitCode = EXIT.withheld;
  } finally {
    await survey.close();
  }
}

function describe(wc: WorkConfiguration, id: string, checked: CheckedOn, now: number): string {
  const subject = `${visible(id)} in ${wc.namespace}`;
  if (checked.kind === 'gone') return `${subject} does not exist.`;
  if (checked.kind === 'unknown') return `${subject} could not be read: ${checked.why}`;
  const { verdict, resource, owner, evidence, unread, refused, held } = checked;
  const steps = verdict.trace.flatMap(({ step, says, reasons }) => {
    const decided = step === verdict.decidedBy ? '→' : ' ';
    return [
      `${decided} ${step.padEnd(10)} ${says}`,
      ...reasons.map((reason) => `      ${withMinutes(visible(reason))}`),
    ];
  });
  const without = verdict.waivedEvidence.map((what) => `  evidence left out: ${visible(what)}`);
  const title = `${subject} (${visible(resource.name)}): ${verdict.kind}`;
  const read = evidenceLines(evidence, now).map((line) => `  read: ${line}`);
  const notRead = unread.filter(({ places }) => places.length > 0).map(({ why }) => `  not read: ${visible(why)}`);
  return [
    title,
    ...verdict.reasons.map((reason) => `  ${withMinutes(visible(reason))}`),
    ...(refused === undefined ? [] : [`  ${endWords[endsOf([wc])].noun} refused: ${visible(refused)}`]),
    ...(held === undefined ? [] : [`  held: ${visible(held)}`]),
    ...ownerLines(owner),
    ...costLine(wc, checked.monthlyCost, now),
    '',
    ...steps,
    ...without,
    ...read,
    ...notRead,
  ].join('\n');
}

function costLine({ prices }: WorkConfiguration, cost: MonthlyCost | undefined, now: number): readonly string[] {
  if (cost?.amount === 0) return ['  has no cost of its own'];
  const words = prices && cost && totalWords(totalOf([cost]), prices.currency);
  if (!words) return [];
  return [`  costs ${words} (list prices of ${prices.date}${now >= prices.staleAt ? ', out of date' : ''})`];
}

function ownerLines({ owner, via, invalid, unsure }: OwnerResolution): readonly string[] {
  return [
    `  owner: ${owner ?? 'none'} (${visible(via)})`,
    ...invalid.map((place) => `  no valid address in: ${visible(place)}`),
    ...(unsure === undefined ? [] : [`  owner uncertain: ${visible(unsure)}`]),
  ];
}
