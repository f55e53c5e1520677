import { DAY_MS } from '../../core/common/duration.ts';
import { StoreError } from '../../core/common/errors.ts';
import {
  type KnownNotice,
  type NoticeFilter,
  type NoticePage,
  noticeStateOf,
  REPEAT_EVERY_MS,
  type RepeatClaim,
  type SentNotice,
  type SentNotices,
} from '../../core/notice/sentNotices.ts';
import type { StateDeps } from './deps.ts';
import { messageKeys, NOTICES_INDEX, noticeKeys, outboxKeys, ownerNoticesKeys } from './keys.ts';
import { loadScript } from './script.ts';

const CLAIM = loadScript('claimRepeat', ['claim']);

/** As long as a message is kept at least. */
const KEPT_MS = 90 * DAY_MS;
const MOST = 10_000;
const MOST_OF_OWNER = 500;
const AT_ONCE = 100;
/** A filter may match few: after this many messages a page ends, and the next request continues there. */
const SCANNED_PER_PAGE = 1_000;
const DIGITS = 16;

/** One STRING per message, and two ZSETs that name the newest: of all owners, and of each. */
export class RedisSentNotices implements SentNotices {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async add(notice: SentNotice): Promise<void> {
    const { messageId, owner, at } = notice;
    const { sent } = noticeKeys(messageId);
    await this.#deps.connection.command(`listing the message ${messageId}`, async (client) => {
      const before = await client.get(sent);
      const earlier = before === null ? undefined : memberOf(JSON.parse(before) as SentNotice);
      const enter = (index: string, most: number) => [
        ...(earlier === undefined ? [] : [client.zrem(index, earlier)]),
        client.zadd(index, 0, memberOf(notice)),
        client.zremrangebyrank(index, 0, -most - 1),
        client.zremrangebylex(index, '-', `(${digits(at - KEPT_MS)}`),
        client.pexpire(index, KEPT_MS),
      ];
      await Promise.all([
        client.set(sent, JSON.stringify(notice), 'PX', KEPT_MS),
        ...enter(NOTICES_INDEX, MOST),
        ...enter(ownerNoticesKeys(owner).index, MOST_OF_OWNER),
      ]);
    });
  }

  async get(messageId: string): Promise<KnownNotice | undefined> {
    const [notice] = await this.#read([messageId]);
    return notice;
  }

  async page(filter: NoticeFilter, cursor: string | undefined, limit: number): Promise<NoticePage> {
    const { owner, since = 0, before } = filter;
    const index = owner === undefined ? NOTICES_INDEX : ownerNoticesKeys(owner).index;
    const notices: KnownNotice[] = [];
    let from = cursor ?? (before === undefined ? undefined : digits(before));
    for (let scanned = 0; scanned < SCANNED_PER_PAGE; ) {
      const newest = from === undefined ? '+' : `(${from}`;
      const members = await this.#deps.connection.command('listing messages', (client) =>
        client.zrevrangebylex(index, newest, `[${digits(since)}`, 'LIMIT', 0, AT_ONCE),
      );
      const found = await this.#read(members.map(idOf));
      for (const [i, member] of members.entries()) {
        from = member;
        scanned++;
        const notice = found[i];
        // A member that is not of the last answer is of an earlier one.
        if (notice === undefined || memberOf(notice) !== member || !isAsked(notice, filter)) continue;
        notices.push(notice);
        if (notices.length === limit)
          return members.length < AT_ONCE && i + 1 === members.length ? { notices } : { notices, next: member };
      }
      if (members.length < AT_ONCE) return { notices };
    }
    return from === undefined ? { notices } : { notices, next: from };
  }

  async lastOf(owners: readonly string[]): Promise<ReadonlyMap<string, KnownNotice>> {
    const members = await this.#deps.connection.command('reading the last messages of owners', (client) =>
      Promise.all(owners.map((owner) => client.zrange(ownerNoticesKeys(owner).index, '-1', '-1'))),
    );
    const notices = await this.#read(members.flat().map(idOf));
    return new Map(notices.flatMap((notice) => (notice === undefined ? [] : [[notice.owner, notice] as const])));
  }

  async opened(messageId: string, at: number): Promise<void> {
    await this.#deps.connection.command(`noting that the message ${messageId} was opened`, (client) =>
      client.set(noticeKeys(messageId).opened, Math.floor(at), 'PX', KEPT_MS, 'NX'),
    );
  }

  async claimRepeat(owner: string, { actor, at }: RepeatClaim): Promise<RepeatClaim | undefined> {
    const claimed = String(
      await this.#deps.scripts.write(CLAIM, {
        operation: `claiming a message again to ${owner}`,
        keys: { claim: ownerNoticesKeys(owner).claim },
        op: outboxKeys(owner).op,
        args: [Math.floor(at), REPEAT_EVERY_MS, actor],
      }),
    );
    const bar = claimed.indexOf('|');
    return claimed === '' ? undefined : { at: Number(claimed.slice(0, bar)), actor: claimed.slice(bar + 1) };
  }

  /** In the order of the ids; `undefined` for a message that is no longer known. */
  async #read(ids: readonly string[]): Promise<readonly (KnownNotice | undefined)[]> {
    const operation = 'reading messages';
    const stored = await this.#deps.connection.command(operation, (client) =>
      Promise.all(
        ids.map((id) => {
          const { sent, opened } = noticeKeys(id);
          return Promise.all([client.mget(sent, opened), client.hget(messageKeys(id).message, 'bounce')]);
        }),
      ),
    );
    try {
      return stored.map(([[sent, opened], bounce]) => {
        if (!sent) return undefined;
        const known = { ...(bounce ? { bounce: JSON.parse(bounce) } : {}), ...(opened ? { openedAt: +opened } : {}) };
        return { ...(JSON.parse(sent) as SentNotice), ...known };
      });
    } catch (cause) {
      throw new StoreError(`${operation}: one is unreadable`, { cause });
    }
  }
}

function isAsked(notice: KnownNotice, { state }: NoticeFilter): boolean {
  return state === undefined || state === noticeStateOf(notice);
}

function memberOf({ at, messageId }: SentNotice): string {
  return `${digits(at)} ${messageId}`;
}

function idOf(member: string): string {
  return member.slice(DIGITS + 1);
}

/** In the order of the instants. */
function digits(ms: number): string {
  return String(Math.max(0, Math.floor(ms))).padStart(DIGITS, '0');
}
