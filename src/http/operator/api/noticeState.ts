/** One message that was sent, with its resources as they are today; one part of a long message at a time. */
import { UnreadableError } from '../../../core/common/errors.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { ITEMS_PER_PART, type NotifiedItem, type SentMessage } from '../../../core/notice/sentMessage.ts';
import type { KnownNotice } from '../../../core/notice/sentNotices.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { readableMark } from '../../app/readableMark.ts';

/** Divides {@link ITEMS_PER_PART}. */
const ROWS_PER_PAGE = 100;
/** A history is a read of up to 10,000 entries: the resources of further namespaces have no last event here. */
const MOST_HISTORIES = 3;

/** A resource of the message. */
export interface NoticeRow extends NotifiedItem {
  /** Absent: it is not marked any more, or its mark is unreadable. */
  readonly mark?: Mark;
  /** Of a resource without a mark: its last event. */
  readonly last?: AuditEntry;
}

/** A sent message with one part of its resources, as they are now. */
export interface NoticeState {
  readonly message: SentMessage;
  /** Absent: the list of sent messages has it no more, only the message itself is still known. */
  readonly notice: KnownNotice | undefined;
  readonly rows: readonly NoticeRow[];
  /** The row with which the next part begins; absent: this is the last one. */
  readonly next?: number;
}

type Deps = Pick<OperatorDeps, 'messages' | 'sentNotices' | 'marks' | 'audit'>;

/** @param from a row, counted from 0 @returns `undefined`: no such message. Rejects with `StoreError` */
export async function readNotice(deps: Deps, messageId: string, from: number): Promise<NoticeState | undefined> {
  const [message, notice] = await Promise.all([deps.messages.get(messageId), deps.sentNotices.get(messageId)]);
  if (!message) return undefined;
  const first = from - (from % ROWS_PER_PAGE);
  const part = (await deps.messages.notified(messageId, Math.floor(first / ITEMS_PER_PART))) ?? [];
  const at = first % ITEMS_PER_PART;
  const items = part.slice(at, at + ROWS_PER_PAGE);
  const after = first + ROWS_PER_PAGE;
  const isLastOfPart = at + ROWS_PER_PAGE >= part.length;
  const isMore = isLastOfPart
    ? part.length === ITEMS_PER_PART && (await deps.messages.notified(messageId, after / ITEMS_PER_PART)) !== undefined
    : true;
  const rows = await withStates(deps, items);
  return { message, notice, rows, ...(isMore ? { next: after } : {}) };
}

async function withStates(deps: Deps, items: readonly NotifiedItem[]): Promise<readonly NoticeRow[]> {
  const states = new Map<string, Pick<NoticeRow, 'mark' | 'last'>>();
  let histories = 0;
  for (const namespace of new Set(items.map((item) => item.namespace))) {
    const ids = items.filter((item) => item.namespace === namespace).map(({ id }) => id);
    for (const mark of await readableMarks(deps, namespace, ids)) states.set(keyOf(mark), { mark });
    const unmarked = ids.filter((id) => !states.has(keyOf({ namespace, id })));
    if (unmarked.length === 0 || histories++ >= MOST_HISTORIES) continue;
    for (const [id, entries] of await deps.audit.histories(namespace, unmarked)) {
      const last = entries.at(-1);
      if (last) states.set(keyOf({ namespace, id }), { last });
    }
  }
  return items.map(({ namespace, id }) => ({ namespace, id, ...states.get(keyOf({ namespace, id })) }));
}

/** An unreadable mark hides no other. */
async function readableMarks({ marks }: Deps, namespace: Namespace, ids: readonly string[]): Promise<readonly Mark[]> {
  try {
    return await marks.getMany(namespace, ids);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const found = await Promise.all(ids.map((id) => readableMark(marks, namespace, id)));
    return found.filter((mark) => mark !== undefined);
  }
}

function keyOf({ namespace, id }: NotifiedItem): string {
  return `${namespace} ${id}`;
}
