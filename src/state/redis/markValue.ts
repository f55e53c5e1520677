/**
 * A mark as stored, short because there may be a million:
 * `generation|revision|state|identity|owner|noticeGeneration|noticeRecipient|noticeValidUntil|dueAt|json|checksum`.
 * Scripts read the fields before the JSON and never the JSON, which stays byte for byte as this module wrote it. No
 * value is stored twice: `=` stands for the id at the start of the identity, and for the mark's own generation and
 * owner in the notice. The checksum also covers the format, the namespace and the id, so that a value of another format
 * or from another place is no mark. It has no key and finds only accidents: the keyed checksum at the end of the JSON
 * (sealedMark.ts) finds a forgery.
 */
import { UnreadableError } from '../../core/common/errors.ts';
import { MARK_STATES, type Mark, type MarkState } from '../../core/mark/mark.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { NO_SEAL, type Seal } from '../../core/resource/seal.ts';
import { decodeBody, encodeBody } from './markBody.ts';
import { checksum, decodeField, decodeId, decodeNumber, encodeField, encodeId } from './markFields.ts';
import { openMark, sealMark } from './sealedMark.ts';

/** Raise it whenever the stored form changes. */
const FORMAT = 2;
const FIELDS_BEFORE_JSON = 9;
const WRONG_CHECKSUM =
  'has a wrong keyed checksum: it was altered or copied, or signed with a key that is not in signing.keys';

/** The form at the top of this file. With the default `seal` it has no keyed checksum. */
export function encodeMark(mark: Mark, seal: Seal = NO_SEAL): string {
  const { namespace, id, generation, owner, notice } = mark;
  const fields = [
    mark.state,
    encodeField(mark.identity, id),
    owner === undefined ? '' : encodeField(owner),
    notice === undefined ? '' : encodeField(notice.generation, generation),
    notice === undefined ? '' : encodeField(notice.recipient, owner),
    notice === undefined ? '' : notice.validUntil,
    mark.projectedDeletionAt,
  ];
  const head = `${versionOf(mark)}${fields.join('|')}|`;
  const value = head + sealMark(seal, mark, head, encodeBody(mark));
  return `${value}|${checksum(FORMAT, namespace, id, value)}`;
}

/** The stored value must still begin with this text for a compare-and-set. */
export function versionOf({ generation, revision }: Mark): string {
  return `${encodeId(generation)}|${revision}|`;
}

/** The identity as the mark of the id stores it, for scripts to compare. */
export function identityField(id: string, identity: string): string {
  return encodeField(identity, id);
}

/**
 * Reads a stored value; `UnreadableError` when it is no mark or its keyed checksum is wrong: no decision may rest on an
 * unreadable mark. A mark without the keyed checksum that it should have is `unproven`.
 */
export function decodeMark(namespace: Namespace, id: string, value: string, seal: Seal = NO_SEAL): Mark {
  const problem = (what: string) => `the stored mark of ${JSON.stringify(id)} in ${namespace} ${what}`;
  const end = value.lastIndexOf('|');
  const fields: string[] = [];
  let start = 0;
  for (let next = value.indexOf('|'); next >= 0 && next < end && fields.length < FIELDS_BEFORE_JSON; ) {
    fields.push(value.slice(start, next));
    start = next + 1;
    next = value.indexOf('|', start);
  }
  if (fields.length < FIELDS_BEFORE_JSON) throw new UnreadableError(problem('is unreadable'));
  const isWhole = checksum(FORMAT, namespace, id, value.slice(0, end)) === Number(value.slice(end + 1));
  if (!isWhole) throw new UnreadableError(problem('contradicts itself'));
  const { json, check } = openMark(seal, { namespace, id }, value.slice(0, start), value.slice(start, end));
  if (check === 'invalid') throw new UnreadableError(problem(WRONG_CHECKSUM));
  try {
    const mark = markOf(namespace, id, fields, json);
    return check === 'unsigned' ? { ...mark, unproven: true } : mark;
  } catch (cause) {
    throw new UnreadableError(problem('is unreadable'), { cause });
  }
}

function markOf(namespace: Namespace, id: string, fields: readonly string[], json: string): Mark {
  const [version = '', revision = '', state = '', identity = '', owner = '', ...rest] = fields;
  const [noticeGeneration = '', recipient = '', validUntil = '', dueAt = ''] = rest;
  if (!isState(state)) throw new SyntaxError(`the state ${state}`);
  const projectedDeletionAt = decodeNumber(dueAt);
  const body = decodeBody(json, { id, projectedDeletionAt });
  const mark: { -readonly [K in keyof Mark]: Mark[K] } = {
    namespace,
    id,
    identity: decodeField(identity, id),
    generation: decodeId(version),
    revision: decodeNumber(revision),
    state,
    resource: body.resource,
    reasons: body.reasons,
    ownerVia: body.ownerVia,
    markedAt: body.markedAt,
    projectedDeletionAt,
    attempts: body.attempts,
  };
  if (body.because !== undefined) mark.because = body.because;
  if (owner !== '') mark.owner = decodeField(owner);
  if (body.unproven !== undefined) mark.unproven = body.unproven;
  if (body.entry !== undefined) mark.entry = body.entry;
  if (body.unowned !== undefined) mark.unowned = body.unowned;
  if (body.disclaimedBy !== undefined) mark.disclaimedBy = body.disclaimedBy;
  if (body.refusals !== undefined) mark.refusals = body.refusals;
  if (body.nextAttemptAt !== undefined) mark.nextAttemptAt = body.nextAttemptAt;
  if (body.problem !== undefined) mark.problem = body.problem;
  if (body.intent !== undefined) mark.intent = body.intent;
  if (body.quarantine !== undefined) mark.quarantine = body.quarantine;
  if (body.waitsFor !== undefined) mark.waitsFor = body.waitsFor;
  if (body.inUse !== undefined) mark.inUse = body.inUse;
  if (body.notice !== undefined) {
    const { messageId, acceptedAt, shownAt, remindedBy, deletionAt, linksUntil } = body.notice;
    mark.notice = {
      messageId,
      recipient: decodeField(recipient, mark.owner),
      acceptedAt,
      shownAt,
      generation: decodeField(noticeGeneration, mark.generation),
      validUntil: decodeNumber(validUntil),
      ...(remindedBy === undefined ? {} : { remindedBy }),
      ...(deletionAt === undefined ? {} : { deletionAt }),
      ...(linksUntil === undefined ? {} : { linksUntil }),
    };
  } else if (noticeGeneration + recipient + validUntil !== '') throw new SyntaxError('a notice without its message');
  return mark;
}

function isState(text: string): text is MarkState {
  return (MARK_STATES as readonly string[]).includes(text);
}

/** `undefined` for an unreadable value: Redis stores an opt-out before its mark is read, and the caller must reply. */
export function readableMark(namespace: Namespace, id: string, value: string, seal: Seal = NO_SEAL): Mark | undefined {
  try {
    return decodeMark(namespace, id, value, seal);
  } catch {
    return undefined;
  }
}
