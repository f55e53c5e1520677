import type { Digest } from '../core/digest.ts';
import { DAY_MS } from '../core/duration.ts';
import { StoreError } from '../core/errors.ts';
import type { Outbox, OutboxItem } from '../core/ports.ts';
import type { Refusal, WaitingNotice } from '../core/waitingNotice.ts';
import type { StateDeps } from './deps.ts';
import { OUTBOX_INDEX, outboxKeys } from './keys.ts';
import { loadScript } from './script.ts';

const PUT = loadScript('putOutbox', ['outbox']);
const PREPARE = loadScript('prepareOutbox', ['outbox']);
const REFUSE = loadScript('refuseOutbox', ['outbox']);
const SETTLE = loadScript('settleOutbox', ['outbox']);
const FORGET = loadScript('forgetOwner', ['index']);

const CHUNK = 500;
const ITEM = 'item:';
/** Longer than any time between two messages to one owner. */
const EMPTY_TTL_MS = 90 * DAY_MS;

/**
 * One HASH per owner, and an index of owners that may have something in theirs. The two are in different slots: an
 * owner enters the index after the item is in, and leaves it only if nothing was put in since the outbox was empty.
 */
export class RedisOutbox implements Outbox {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async put(owner: string, items: readonly OutboxItem[]): Promise<void> {
    if (items.length === 0) return;
    for (let i = 0; i < items.length; i += CHUNK) {
      await this.#write(PUT, `putting into the outbox of ${owner}`, owner, items.slice(i, i + CHUNK).map(fieldOf));
    }
    await this.#deps.connection.command(`listing ${owner}`, (client) => client.zincrby(OUTBOX_INDEX.index, 1, owner));
  }

  async owners(): Promise<readonly WaitingNotice[]> {
    const doing = 'listing the owners with something to be told';
    const owners = await this.#deps.connection.command(doing, (client) => client.zrange(OUTBOX_INDEX.index, '0', '-1'));
    const states = await this.#deps.connection.command(doing, (client) =>
      Promise.all(owners.map((owner) => this.#stateOf(client, owner))),
    );
    return states.filter((state) => state !== undefined);
  }

  async read(owner: string): ReturnType<Outbox['read']> {
    const { outbox } = outboxKeys(owner);
    const doing = `reading the outbox of ${owner}`;
    const fields = await this.#deps.connection.command(doing, (client) => client.hgetall(outbox));
    try {
      const items = Object.keys(fields).filter((field) => field.startsWith(ITEM));
      const { prepared, refused } = fields;
      return {
        items: items.map(itemOf),
        ...(prepared === undefined ? {} : { prepared: JSON.parse(prepared) as Digest }),
        ...(refused === undefined ? {} : { refused: JSON.parse(refused) as Refusal }),
      };
    } catch (cause) {
      throw new StoreError(`${doing}: it is unreadable`, { cause });
    }
  }

  async prepare(owner: string, digest: Digest): Promise<void> {
    await this.#write(PREPARE, `storing the message to ${owner}`, owner, [JSON.stringify(digest)]);
  }

  async refuse(owner: string, refusal: Refusal): Promise<void> {
    await this.#write(REFUSE, `noting the refused message to ${owner}`, owner, [JSON.stringify(refusal)]);
  }

  async settle(owner: string, items: readonly OutboxItem[], sentAt?: number): Promise<void> {
    const doing = `settling the message to ${owner}`;
    const version = await this.#deps.connection.command(doing, (client) => client.zscore(OUTBOX_INDEX.index, owner));
    const left = await this.#write(SETTLE, doing, owner, [sentAt ?? '', EMPTY_TTL_MS, ...items.map(fieldOf)]);
    if (left !== '0' || version === null) return;
    const { index, op } = OUTBOX_INDEX;
    await this.#deps.scripts.write(FORGET, { doing, keys: { index }, op, args: [owner, String(version)] });
  }

  /** `undefined`: nothing waits. */
  async #stateOf(client: StateDeps['connection']['client'], owner: string): Promise<WaitingNotice | undefined> {
    const { outbox } = outboxKeys(owner);
    const [fields, [lastSentAt, refused]] = await Promise.all([
      client.hkeys(outbox),
      client.hmget(outbox, 'lastSentAt', 'refused'),
    ]);
    const items = fields.filter((field) => field.startsWith(ITEM)).map(itemOf);
    if (items.length === 0 && !fields.includes('prepared')) return undefined;
    return {
      owner,
      resources: items.length,
      namespaces: [...new Set(items.map(({ namespace }) => namespace))].sort(),
      ...(lastSentAt ? { lastSentAt: Number(lastSentAt) } : {}),
      ...(refused ? { refused: JSON.parse(refused) as Refusal } : {}),
    };
  }

  #write(script: typeof PUT, doing: string, owner: string, args: readonly (string | number)[]): Promise<unknown> {
    const { outbox, op } = outboxKeys(owner);
    return this.#deps.scripts.write(script, { doing, keys: { outbox }, op, args });
  }
}

/** JSON of the three parts, in this order: the same item is the same field. */
function fieldOf({ namespace, id, generation }: OutboxItem): string {
  return ITEM + JSON.stringify([namespace, id, generation]);
}

function itemOf(field: string): OutboxItem {
  const [namespace, id, generation] = JSON.parse(field.slice(ITEM.length)) as [OutboxItem['namespace'], string, string];
  return { namespace, id, generation };
}
