/** An audit entry as a sentence for people: actor, action, resource and reason. Pure. */
import { changedParts } from '../../core/policy/control.ts';
import type { AuditEvent } from '../../core/resource/audit.ts';
import type { End } from '../../core/resource/ends.ts';
import { type Namespace, parseNamespace } from '../../core/resource/namespace.ts';
import { endWords } from '../../core/text/endWords.ts';
import { withMinutes } from './minutes.ts';

/** The fields of a logged entry that the sentence uses; a log may be of another version. */
export interface LoggedAudit {
  readonly event?: unknown;
  readonly actor?: unknown;
  readonly id?: unknown;
  readonly namespace?: unknown;
  readonly reason?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly unconfirmed?: unknown;
}

/** The actor's action; `*` is the resource, and braces have the words for its end. */
const DEEDS: Readonly<Record<AuditEvent, string>> = {
  marked: 'marked *',
  refreshed: 'refreshed the mark of *',
  recalculated: 'brought forward the date of *',
  unmarked: 'removed the mark of *',
  noticed: 'notified the owner of *',
  reminded: 'reminded the owner of *',
  sentAgain: 'sent a message again',
  permitted: 'permitted a request for *',
  deleted: '{done} *',
  accepted: 'requested the {noun} of *, which the cloud accepted',
  quarantined: 'put * into quarantine',
  released: 'released * from quarantine',
  gone: 'found that * is gone',
  deferred: 'defers *',
  refused: 'requested the {noun} of *, which the cloud refused',
  optedOut: 'keeps *',
  optOutUndone: 'no longer keeps *',
  expedited: 'asked to {verb} * early',
  expediteRefused: 'asked to {verb} * early, which was not possible',
  expediteUndone: 'no longer asks to {verb} * early',
  disclaimed: 'said that * belongs to another owner',
  disclaimRefused: 'said that * belongs to another owner, which changed nothing',
  disclaimUndone: 'no longer says that * belongs to another owner',
  waivedEvidence: 'surveyed * without some of its evidence',
  protected: 'wrote the keep tag of *',
  markedElsewhere: 'wrote the mark tag of *',
  unmarkedElsewhere: 'removed the mark tag of *',
  restoring: 'began to restore *',
  restored: 'restored *',
  notRestored: 'could not restore *',
  approved: 'approved a blocked pass of *',
  control: 'changed the control of the fleet',
  signedIn: 'signed in',
  signInRefused: 'tried to sign in and was refused',
  signedOut: 'signed out',
  changeRefused: 'tried a change and was refused',
};

/** What happens to the resources of a namespace: absent in a command that loads no provider. */
export type EndOf = (namespace: Namespace) => End;

/** @example `olga changed the control of the fleet: kill switch off → kill switch on (wrong account)` */
export function auditSentence(entry: LoggedAudit, endOf: EndOf = () => 'deletes'): string {
  const place = parseNamespace(String(entry.namespace));
  const { verb, done, noun } = endWords[place === undefined ? 'deletes' : endOf(place)];
  const { event, actor, id, namespace, reason, before, after, unconfirmed } = entry;
  const what = id === undefined ? String(namespace) : `${String(id)} in ${String(namespace)}`;
  const deed = Object.hasOwn(DEEDS, String(event)) ? DEEDS[event as AuditEvent] : `${String(event)} *`;
  const ended = deed.replace('{verb}', verb).replace('{done}', done).replace('{noun}', noun);
  const sentence = `${String(actor)} ${ended.replace('*', () => what)}`;
  const open = unconfirmed === true ? '; Redis has not confirmed it' : '';
  const why = reason === undefined ? '' : withMinutes(String(reason));
  if (event !== 'control') return `${sentence}${why === '' ? '' : `: ${why}`}${open}`;
  return `${sentence}: ${changedParts(String(before ?? ''), String(after ?? ''))}${why === '' ? '' : ` (${why})`}${open}`;
}
