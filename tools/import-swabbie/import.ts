// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the native file
/** Converts Swabbie's configuration to a native file, with a comment at every change of meaning. */

import { loadConfiguration } from '../../src/config/load/loader.ts';
import { ConfigurationError, type ConfigurationProblem, formatProblem } from '../../src/core/common/errors.ts';
import type { Handler } from '../../src/handlers/contract/handler.ts';
import { type Item, inline, item, type Line, line, list, mapping, row } from '../import/commented.ts';
import { render } from '../import/render.ts';
import { type Cleanup, cleanupOf } from './cleanup.ts';
import { readSwabbie } from './document.ts';
import type { PlanOnly } from './exclusion.ts';
import { type Account, accountsOf, readProviders } from './places.ts';
import { windowOf } from './schedule.ts';
import type { Source } from './source.ts';
import { reportBeside, reportUnread } from './unread.ts';
import { endOf, headOf } from './words.ts';

export interface Imported {
  /** The native file. */
  readonly text: string;
  /** Settings without a counterpart, with their place in Swabbie's file. */
  readonly lost: readonly ConfigurationProblem[];
  /** Keys other than `swabbie:`: other parts of Spinnaker, which are not read. */
  readonly beside: readonly string[];
  readonly entries: number;
  /** Entries that must not delete, because they could delete more than Swabbie did. */
  readonly planOnly: number;
  /** Environment variables that the file needs and that have no default. */
  readonly variables: readonly string[];
}

/**
 * Imports a text of Swabbie.
 * @param file its name in messages and in the comment at the top
 * @throws ConfigurationError if the text is not YAML, not Swabbie's, or would not have started Swabbie either
 */
export function importSwabbie(text: string, file: string, handlers: readonly Handler[]): Imported {
  const { swabbie, beside, notes, variables } = readSwabbie(text, file);
  const reasons: string[] = [];
  const planOnly: PlanOnly = (where, why) => {
    where.lost(`plan only: ${why}`);
    reasons.push(`${where.place}: ${why}`);
  };
  reportUnread(swabbie, 'swabbie');
  const others = reportBeside(beside);
  const window = readWindow(swabbie, planOnly);
  checkSwitches(swabbie, planOnly);
  const providers = readProviders(swabbie);
  const disabledDays = swabbie.get('resource').get('disabled').get('days').get('count').count();
  const common = {
    unusedFor: swabbie.get('outOfUseThresholdDays'),
    disabledDays: disabledDays ?? { native: '30', value: 30, variable: false },
  };
  const cleanup = cleanupOf(providers, common, reasons);
  const lines = [
    ...processLines(swabbie, window),
    line('accounts', list(...accountItems(accountsOf(providers))), ACCOUNTS),
    line('cleanup', list(...cleanupItems(cleanup)), ...(cleanup.items.length === 0 ? [NOTHING] : [])),
  ];
  notes.throwProblems();
  const lost = notes.all();
  const head = headOf(file, variables.names());
  const native = render(mapping(...lines), head, endOf(lost, cleanup.unknown, others));
  check(native, variables.standIns(), handlers);
  return {
    text: native,
    lost,
    beside: others,
    entries: cleanup.items.length,
    planOnly: cleanup.planOnly,
    variables: variables.names(),
  };
}

const ACCOUNTS =
  'Swabbie asked Clouddriver for the ids and regions of accounts. Add `id: "123456789012"` (12 digits) to each: without ' +
  'it nothing is ever deleted there. Also the roles, and take out regions that an account does not have.';
const NOTHING =
  "Nothing of Swabbie's could be written. A file needs an entry, so here is one that keeps everything; replace it.";
const STAND_IN: Account = {
  name: { native: 'replace-me', key: 'replace-me' },
  locations: [{ native: 'us-east-1', key: 'us-east-1' }],
};

function readWindow(swabbie: Source, planOnly: PlanOnly): Line | undefined {
  const schedule = swabbie.get('schedule');
  reportUnread(schedule, 'schedule');
  return windowOf(schedule, planOnly);
}

/** `swabbie.work.enabled: true` switched Swabbie off: its meaning is the opposite of its name. */
function checkSwitches(swabbie: Source, planOnly: PlanOnly): void {
  const enabled = swabbie.get('enabled');
  const flag = enabled.flag(false);
  if (flag && (!flag.on || flag.variable)) planOnly(enabled, 'Swabbie was switched off, or by a variable');
  reportUnread(swabbie.get('work'), 'work');
  const work = swabbie.get('work').get('enabled');
  const off = work.flag(true);
  if (off && (off.on || off.variable)) planOnly(work, 'this key, when true, switched Swabbie off');
}

function processLines(swabbie: Source, window: Line | undefined): readonly Line[] {
  const dryRun = swabbie.get('dryRun').flag(true);
  const was = dryRun && !dryRun.on ? 'Swabbie said false.' : 'Swabbie said true, or nothing, which is the same.';
  return [
    line('dryRun', true, `The first switch. ${was} An imported file begins with a dry run; look at its plan first.`),
    line('redis', inline({ url: '${REDIS_URL:-redis://localhost:6379}' }), ...NEEDED),
    ...(window ? [window] : []),
  ];
}

const NEEDED = [
  'A Redis of its own. To go live with notices it also takes:',
  '  mail: { smtp: "${SMTP_URL}", from: holystone@example.com }',
  '  http: { public: { url: "https://holystone.example.com" } }      # where opt-out links lead',
  '  optOut: { keys: [{ id: k1, secret: "${HOLYSTONE_LINK_KEY}" }] }  # the key that signs them',
  '  owner: { domains: [example.com] }      # whom a tag may name; Swabbie notified every address: `domains: any`',
];

function accountItems(accounts: readonly Account[]): readonly Item[] {
  return (accounts.length === 0 ? [STAND_IN] : accounts).map(({ name, locations }) =>
    item(
      mapping(
        line('name', name.native),
        line('provider', 'aws'),
        line('locations', row(...locations.map((location) => location.native))),
      ),
    ),
  );
}

function cleanupItems({ items }: Cleanup): readonly Item[] {
  if (items.length > 0) return items;
  const when = list(item(inline({ rule: 'unused' })));
  return [item(mapping(line('type', 'image'), line('live', false), line('when', when), line('only', row())))];
}

/** The written file must load: a failure is our mistake, not the file's. */
function check(text: string, env: Readonly<Record<string, string>>, handlers: readonly Handler[]): void {
  try {
    loadConfiguration({ text, file: 'imported' }, { env, handlers });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [first] = error.problems;
    throw new Error(`the imported file would not validate: ${first ? formatProblem(first) : ''}`, { cause: error });
  }
}
