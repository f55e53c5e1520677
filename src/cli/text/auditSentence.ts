/** An audit entry as a sentence for people: actor, action, resource and reason. Pure. */
import { changedParts } from '../../core/policy/control.ts';
import type { AuditEvent } from '../../core/resource/audit.ts';
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

/** The actor's action; `*` is the resource. */
const DEEDS: Readonly<Record<AuditEvent, string>> = {
  marked: 'marked *',
  refreshed: 'refreshed the mark of *',
  recalculated: 'brought forward the date of *',
  unmarked: 'removed the mark of *',
  noticed: 'notified the owner of *',
  reminded: 'reminded the owner of *',
  sentAgain: 'sent a message again',
  permitted: 'permitted a request for *',
  deleted: 'deleted *',
  accepted: 'requested the deletion of *, which the cloud accepted',
  quarantined: 'put * into quarantine',
  released: 'released * from quarantine',
  gone: 'found that * is gone',
  deferred: 'defers *',
  refused: 'requested the deletion of *, which the cloud refused',
  optedOut: 'keeps *',
  optOutUndone: 'no longer keeps *',
  expedited: 'asked to delete * early',
  expediteRefused: 'asked to delete * early, which was not possible',
  expediteUndone: 'no longer asks to delete * early',
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

/** @example `olga changed the control of the fleet: kill switch off → kill switch on (wrong account)` */
export function auditSentence(entry: LoggedAudit): string {
  const { event, actor, id, namespace, reason, before, after, unconfirmed } = entry;
  const what = id === undefined ? String(namespace) : `${String(id)} in ${String(namespace)}`;
  const deed = Object.hasOwn(DEEDS, String(event)) ? DEEDS[event as AuditEvent] : `${String(event)} *`;
  const said = `${String(actor)} ${deed.replace('*', () => what)}`;
  const open = unconfirmed === true ? '; Redis has not confirmed it' : '';
  const why = reason === undefined ? '' : withMinutes(String(reason));
  if (event !== 'control') return `${said}${why === '' ? '' : `: ${why}`}${open}`;
  return `${said}: ${changedParts(String(before ?? ''), String(after ?? ''))}${why === '' ? '' : ` (${why})`}${open}`;
}
