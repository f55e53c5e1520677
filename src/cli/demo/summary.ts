/** The scene at the beginning and the judgement at the end, for people. */

import { DEMO_ACCOUNTS, DEMO_REGIONS } from '../../../sandbox/demo/accounts.ts';
import type { KeptBecause } from '../../../sandbox/demo/truth.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import type { DemoResult } from './result.ts';
import type { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';
import { countOf } from './words.ts';

/** The addresses to open, before the first event. */
export function sayScene(terminal: Terminal, stage: Stage): void {
  const { mail, operatorPages } = stage.world;
  if (stage.resources({}).length > 0) sayAws(terminal, stage);
  terminal.fact('Overview', operatorPages.url);
  terminal.fact('Mailbox', mail.pageUrl);
  terminal.line();
}

function sayAws(terminal: Terminal, stage: Stage): void {
  const types = new Set(stage.resources({}).map(({ type }) => type));
  const what = [...types].map((type) => countOf(stage.resources({ type }).length, type)).join(', ');
  const accounts = DEMO_ACCOUNTS.map(({ name }) => name).join(' and ');
  terminal.fact('AWS', `a sandbox: ${accounts} in ${DEMO_REGIONS.join(' and ')}, ${what}`);
}

const SHOWN = 20;

/** The counts, then each broken rule. */
export function sayJudgement(terminal: Terminal, stage: Stage, result: DemoResult): void {
  const { summary, violations, unmet, problem, deleted } = result;
  const kept = stage.resources({}).length - deleted;
  terminal.line();
  terminal.heading('Result');
  terminal.fact('marked', String(summary.marked));
  terminal.fact(
    'notified',
    `${pluralize(summary.notified, 'resource')}, in ${pluralize(stage.world.mail.messages().length, 'mail')}`,
  );
  terminal.fact('opted out', String(summary.optedOut));
  terminal.fact('unmarked', String(summary.unmarked));
  terminal.fact('deleted', String(deleted));
  if (stage.resources({}).length > 0) terminal.fact('kept', `${kept}: ${whyKept(stage, kept)}`);
  terminal.fact(
    'violations',
    `${violations.length} safety violations, ${result.how ?? 'checked independently against the sandbox and its AWS call log'}`,
  );
  for (const { rule, what } of violations.slice(0, SHOWN)) terminal.say('bad', rule, what);
  if (violations.length > SHOWN) terminal.line(`  … and ${violations.length - SHOWN} more`);
  if (problem !== undefined) terminal.say('bad', 'not finished', problem);
  for (const what of unmet.slice(0, SHOWN)) terminal.say('bad', 'unexpected', what);
  if (unmet.length > SHOWN) terminal.line(`  … and ${unmet.length - SHOWN} more`);
}

const KEPT_WORDS: Readonly<Record<KeptBecause, string>> = {
  inUse: 'in use',
  newest: 'newest of their family',
  noRule: 'without a rule that nominates them',
  protected: 'young, protected or managed by another tool',
};

/** According to the truth of the seed. */
function whyKept(stage: Stage, kept: number): string {
  const causes = stage.resources({}).flatMap(({ truth }) => (truth.kind === 'mustKeep' ? [truth.because] : []));
  const counted = Object.entries(KEPT_WORDS).flatMap(([cause, words]) => {
    const count = causes.filter((one) => one === cause).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return kept === causes.length ? counted.join(', ') : `${counted.join(', ')}; the rest kept by an owner or deferred`;
}
