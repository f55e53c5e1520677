/** The resources of a person's messages, in parts: no request reads more than one part, however long the list is. */
import { UnreadableError } from '../../../core/common/errors.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { ITEMS_PER_PART, type NotifiedItem } from '../../../core/notice/sentMessage.ts';
import type { MessageClaims } from '../../../core/owner/optOutToken.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { readableMark } from '../../app/readableMark.ts';
import { SharedReads } from '../../app/sharedReads.ts';
import { mapConcurrent } from './mapConcurrent.ts';

type Deps = Pick<PublicDeps, 'marks' | 'messages' | 'workConfigurations'>;

/** Part of a list that may be long. */
export interface Stretch<Item> {
  readonly items: readonly Item[];
  /** Start of the next part; absent: this was the last. */
  readonly next?: number;
}

/** The person waits for the reply: this many decisions are stored within seconds. */
const MOST_ITEMS = 2 * ITEMS_PER_PART;
/** Limit of reads, also when no read finds a resource. */
const MOST_PARTS = 20;

/**
 * Calls `read` for the resources of this message, from a part on; the soonest deletion first. Rejects with
 * `StoreError`.
 */
export async function stretchOf<Item>(
  { messages }: Pick<Deps, 'messages'>,
  { messageId }: MessageClaims,
  from: number,
  read: (part: readonly NotifiedItem[]) => Promise<readonly Item[]>,
): Promise<Stretch<Item>> {
  const items: Item[] = [];
  let at = from;
  for (; at < from + MOST_PARTS && items.length + ITEMS_PER_PART <= MOST_ITEMS; at++) {
    const part = await messages.notified(messageId, at);
    if (!part) return { items };
    items.push(...(await read(part)));
  }
  return (await messages.notified(messageId, at)) ? { items, next: at } : { items };
}

/** Does the store still know this message, and its reader as the owner? Rejects with `StoreError`. */
export async function isOnRecord({ messages }: Deps, { messageId, owner }: MessageClaims): Promise<boolean> {
  return (await messages.get(messageId))?.owner === owner;
}

/**
 * The marks of the resources that the message names, whether or not their notices are on record: the message may have
 * arrived although the server's reply was lost, or although it bounced for another recipient. Rejects with
 * `StoreError`.
 */
export function marksNamed(deps: Deps, claims: MessageClaims, from: number): Promise<Stretch<Mark>> {
  const { messageId, owner } = claims;
  return shared(named, deps, `${messageId} ${owner} ${from}`, () =>
    stretchOf(deps, claims, from, async (part) => (await marksOf(deps, part)).toSorted(soonestFirst)),
  );
}

/** Each type of the resources that a part of the message names; one that is not configured any more is like the usual one. */
export async function typesNamed(
  deps: Deps,
  claims: MessageClaims,
  from: number,
): Promise<readonly Pick<WorkConfiguration, 'keepKey'>[]> {
  const { items } = await stretchOf(deps, claims, from, async (part) => part);
  const configured = new Map(deps.workConfigurations().map((one) => [one.namespace, one]));
  return [...new Set(items.map(({ namespace }) => namespace))].map((namespace) => configured.get(namespace) ?? {});
}

async function marksOf({ marks }: Deps, part: readonly NotifiedItem[]): Promise<readonly Mark[]> {
  const found: Mark[] = [];
  for (const namespace of new Set(part.map((item) => item.namespace))) {
    const ids = part.filter((item) => item.namespace === namespace).map(({ id }) => id);
    found.push(...(await readableMarks(marks, namespace, ids)));
  }
  return found;
}

/** An unreadable mark hides no other. */
async function readableMarks(
  marks: Deps['marks'],
  namespace: Namespace,
  ids: readonly string[],
): Promise<readonly Mark[]> {
  try {
    return await marks.getMany(namespace, ids);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const found = await mapConcurrent(ids, (id) => readableMark(marks, namespace, id));
    return found.filter((mark) => mark !== undefined);
  }
}

function soonestFirst(a: Mark, b: Mark): number {
  return a.projectedDeletionAt - b.projectedDeletionAt || (a.id < b.id ? -1 : 1);
}

/** Where a list of all namespaces continues: after a mark of a namespace, or at the next namespace. */
export interface Place {
  readonly namespace: Namespace;
  readonly cursor?: string;
}

/** The resources that need this person's decision now, one page at a time. */
export interface MarksPage {
  readonly marks: readonly Mark[];
  readonly next?: Place;
}

/** Rows per page; the marks read for a page are limited too, and each read costs as much as 20 marks. */
const ROWS = 200;
const LOOKED_AT = 20_000;
const READ_COST = 20;

/** From a place on, namespace by namespace; within a page the soonest first. Rejects with `StoreError`. */
export function marksAsked(deps: Deps, owner: string, from: Place | undefined): Promise<MarksPage> {
  return shared(ofOwners, deps, JSON.stringify([owner, from]), () => findAsked(deps, owner, from));
}

async function findAsked(
  { marks, workConfigurations }: Deps,
  owner: string,
  from: Place | undefined,
): Promise<MarksPage> {
  const found = new Map<string, Mark>();
  const answer = (next?: Place) => ({ marks: [...found.values()].sort(soonestFirst), ...(next ? { next } : {}) });
  let looked = 0;
  const namespaces = workConfigurations().map(({ namespace }) => namespace);
  const start = from ? Math.max(0, namespaces.indexOf(from.namespace)) : 0;
  for (const namespace of namespaces.slice(start)) {
    let cursor = namespace === from?.namespace ? from.cursor : undefined;
    do {
      if (found.size >= ROWS || looked >= LOOKED_AT) return answer({ namespace, ...(cursor ? { cursor } : {}) });
      const page = await marks.page(namespace, cursor, ROWS - found.size);
      for (const mark of page.marks) if (mark.owner === owner) found.set(`${namespace} ${mark.id}`, mark);
      looked += READ_COST + page.marks.length;
      cursor = page.next;
    } while (cursor !== undefined);
  }
  return answer();
}

type Searches<T> = WeakMap<Deps['marks'], SharedReads<T>>;
const named: Searches<Stretch<Mark>> = new WeakMap();
const ofOwners: Searches<MarksPage> = new WeakMap();

/** Many requests about one thing share one read at a time. */
function shared<T>(searches: Searches<T>, { marks }: Deps, name: string, search: () => Promise<T>): Promise<T> {
  const reads = searches.get(marks) ?? new SharedReads<T>();
  searches.set(marks, reads);
  return reads.read(name, search);
}
