/** After the cycle: resources with an hour to go, so that a person can open a mail, press its button and look. */
import { OWNERS } from '../../../sandbox/demo/accounts.ts';
import { type Notice, noticesIn } from '../../../sandbox/demo/notices.ts';
import { seedWaiting, WAITING_PLACE } from '../../../sandbox/demo/waitingSeed.ts';
import type { SunkMessage } from '../../../sandbox/mail/message.ts';
import { keyOfAudit } from './journal.ts';
import type { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';
import { until } from './until.ts';
import { countOf, placeOf } from './words.ts';

/** Much longer than a survey and a mail take. */
const MAILED_MS = 60_000;

/** The mail that a person is invited to open, and its first notice. */
interface Invitation {
  readonly message: SunkMessage;
  readonly notice: Notice;
}

/** Resolves when the invitation stands, or when no mail came. */
export async function inviteToTry(stage: Stage, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const { sandbox, mail, operatorPages } = stage.world;
  const seeded = seedWaiting(sandbox.control, Date.now());
  stage.add(seeded);
  const ids = new Set(seeded.map(({ id }) => id));
  const owners = new Set(seeded.map(({ owner }) => owner));
  const invitations = () => mail.messages().flatMap((message) => invitationIn(message, ids));
  await until(() => (invitations().length >= owners.size ? true : undefined), signal, MAILED_MS);
  stage.catchUp();
  const found = invitations().find(({ message }) => message.recipients.includes(OWNERS.web));
  if (!found) return stage.say('bad', 'no mail', `nobody was notified about ${countOf(seeded.length, 'volume')}`);
  const { message, notice } = found;
  const time = new Date(notice.shownAt).toISOString().slice(11, 16);
  terminal.line();
  terminal.heading(`Now you: ${countOf(seeded.length, 'volume')} in ${placeOf(WAITING_PLACE)} wait until ${time} UTC`);
  terminal.line('The pages stay open until Ctrl-C, which leaves nothing running.');
  terminal.fact('1 open', `${mail.pageUrl}messages/${message.number}`);
  terminal.fact('2 press', '"Keep it" in this mail, and say for how long');
  terminal.fact('3 see it', `${operatorPages.url}/kept?by=${OWNERS.web}`);
}

function invitationIn(message: SunkMessage, ids: ReadonlySet<string>): readonly Invitation[] {
  const notice = noticesIn(message).find(({ id }) => ids.has(id));
  return notice === undefined ? [] : [{ message, notice }];
}

const OUTCOMES = { optedOut: 'kept', optOutUndone: 'undone' } as const;

/** Prints each decision that a person makes on the pages, until the signal. */
export async function narrateDecisions(stage: Stage, signal: AbortSignal): Promise<void> {
  const { journal, operatorPages } = stage.world;
  for (let next = journal.audits.length; ; next++) {
    const { entry } = (await until(() => journal.audits[next], signal)) as (typeof journal.audits)[number];
    const { event, actor, id = '' } = entry;
    const resource = stage.resource(keyOfAudit(entry));
    if (!(event === 'optedOut' || event === 'optOutUndone') || !resource) continue;
    const page = `${operatorPages.url}/resources/${entry.namespace}/${id}`;
    const what = `${resource.name} in ${placeOf(resource)}, by ${actor}`;
    stage.say('people', OUTCOMES[event], `${what}: ${page}`);
  }
}
