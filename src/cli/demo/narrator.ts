/** Turns the instances' logs and the mailbox into a few lines for people. */

import { OWNERS } from '../../../sandbox/demo/accounts.ts';
import { deletable } from '../../../sandbox/demo/deletableKinds.ts';
import { noticesIn } from '../../../sandbox/demo/notices.ts';
import type { SeededResource } from '../../../sandbox/demo/truth.ts';
import type { SunkMessage } from '../../../sandbox/mail/message.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import { keyOfAudit, type LoggedAudit, type LoggedPass, type Received } from './journal.ts';
import type { Stage } from './stage.ts';
import type { Tone } from './terminal.ts';
import { groupInWords, inShort, namespaceInWords } from './words.ts';

const POLL_MS = 200;
/** Events of one kind within this time become one line. */
const QUIET_MS = 900;
const LONGEST_MS = 4_000;

interface Group {
  readonly first: Received<LoggedAudit>;
  readonly resources: SeededResource[];
  readonly since: number;
  last: number;
}

interface Style {
  readonly tone: Tone;
  readonly label: string;
  readonly says: (entry: Received<LoggedAudit>) => string;
}

const because = ({ entry }: Received<LoggedAudit>) => (entry.reason ? `: ${inShort(entry.reason)}` : '');

/** Events that get a line; the others are only for the audit log. */
const STYLES: Partial<Record<AuditEntry['event'], Style>> = {
  marked: { tone: 'warn', label: 'marked', says: because },
  unmarked: { tone: 'good', label: 'unmarked', says: because },
  deferred: { tone: 'warn', label: 'deferred', says: because },
  refused: { tone: 'warn', label: 'refused', says: because },
  deleted: { tone: 'bad', label: 'deleted', says: ({ instance }) => ` (instance ${instance})` },
  accepted: { tone: 'bad', label: 'deleted', says: ({ instance }) => ` (instance ${instance})` },
};

const DOING = { mark: 'marking', notify: 'notifying the owners of', delete: 'deleting' } as const;

export class Narrator {
  readonly #stage: Stage;
  readonly #groups = new Map<string, Group>();
  readonly #shown = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #audits = 0;
  #passes = 0;
  #others = 0;
  #mails = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    stage.catchUp = this.catchUp;
    this.#timer = setInterval(() => this.#look(), POLL_MS);
  }

  /** Prints all pending lines at once. */
  readonly catchUp = (): void => {
    this.#look();
    this.#flush(true);
  };

  end(): void {
    clearInterval(this.#timer);
    this.catchUp();
  }

  #look(): void {
    const { journal, mail } = this.#stage.world;
    for (const heard of journal.audits.slice(this.#audits)) this.#group(heard);
    for (const { entry } of journal.passes.slice(this.#passes)) this.#pass(entry);
    for (const { entry } of journal.others.slice(this.#others)) this.#other(entry);
    const mails = mail.messages();
    for (const message of mails.slice(this.#mails)) this.#stage.say('people', 'mailed', mailedWords(message));
    this.#audits = journal.audits.length;
    this.#passes = journal.passes.length;
    this.#others = journal.others.length;
    this.#mails = mails.length;
    this.#flush(false);
  }

  #group(heard: Received<LoggedAudit>): void {
    const { event, actor } = heard.entry;
    const style = STYLES[event];
    const key = keyOfAudit(heard.entry);
    const resource = this.#stage.resource(key);
    // An opt-out removes the mark too: its line comes from the opt-out itself.
    if (!style || !resource || (event === 'unmarked' && actor !== 'holystone')) return;
    if (style.label === 'deleted' && !this.#first(`deleted ${key}`)) return;
    // A repeatedly deferred resource gets one line.
    if (event === 'deferred' && !this.#first(`deferred ${key}`)) return;
    const name = [style.label, resource.type, style.says(heard)].join(' ');
    const group = this.#groups.get(name) ?? { first: heard, resources: [], since: Date.now(), last: 0 };
    group.resources.push(resource);
    group.last = Date.now();
    this.#groups.set(name, group);
  }

  #flush(all: boolean): void {
    const now = Date.now();
    for (const [name, { first, resources, since, last }] of this.#groups) {
      if (!all && now - last < QUIET_MS && now - since < LONGEST_MS) continue;
      this.#groups.delete(name);
      const { tone, label, says } = STYLES[first.entry.event] as Style;
      const done = label === 'deleted' && resources.every(({ type }) => deletable(type).stops) ? 'stopped' : label;
      this.#stage.say(tone, done, `${groupInWords(resources)}${says(first)}`);
    }
  }

  /** Withheld passes, each cause once. */
  #pass({ outcome, problem, namespace, action }: LoggedPass): void {
    if (outcome === 'complete' || outcome === 'unfinished' || problem === undefined) return;
    // For a pass that could not judge some resources, the deferred resources have their own lines.
    if (action === 'delete' && outcome === 'incomplete') return;
    if (!this.#first(`${namespace} ${action} ${outcome}`)) return;
    const label = { incomplete: 'withheld', blocked: 'blocked', paced: 'paced', failed: 'failed' }[outcome];
    this.#stage.say('warn', label, `${DOING[action]} ${namespaceInWords(namespace)}: ${inShort(problem)}`);
  }

  #other({ msg, ...fields }: { readonly msg: string; readonly [field: string]: unknown }): void {
    if (msg !== 'a notice was not sent' || !this.#first(`mail ${String(fields.owner)}`)) return;
    this.#stage.say(
      'warn',
      'mail refused',
      `${String(fields.owner)}: ${String(fields.why)}. Holystone keeps their resources.`,
    );
  }

  #first(what: string): boolean {
    if (this.#shown.has(what)) return false;
    this.#shown.add(what);
    return true;
  }
}

/** One line about a mail, with the numbers of its subject and its text. */
export function mailedWords(message: SunkMessage): string {
  // Groups of one name may be in several accounts and regions, and each is one resource.
  const notices = new Map(
    noticesIn(message).map((notice) => [`${notice.accountName} ${notice.region} ${notice.id}`, notice]),
  );
  const first = Math.min(...[...notices.values()].map(({ shownAt }) => shownAt));
  const [to = ''] = message.recipients;
  const what = pluralize(notices.size, 'resource');
  const date = Number.isFinite(first) ? new Date(first).toISOString().slice(11, 19) : '?';
  const whose = to === OWNERS.fallback ? ' (no owner)' : '';
  return `${to}: ${what}${savingIn(message.text)}, to be deleted from ${date} UTC on${whose}`;
}

/** In the words of the mail: ` (saves $2.00 a month)`; empty when deleting saves nothing. */
function savingIn(text: string): string {
  const [, words] =
    /\b(?:Deleting|Stopping)(?: or stopping)? \w+ (saves (?!nothing)\S.*?), at list prices/.exec(
      text.replace(/\s+/g, ' '),
    ) ?? [];
  return words === undefined ? '' : ` (${words})`;
}
