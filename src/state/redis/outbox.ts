import { createHash } from 'node:crypto';
import { DAY_MS } from '../../core/common/duration.ts';
import { StoreError } from '../../core/common/errors.ts';
import { inSteps, mapInSteps, turn } from '../../core/common/steps.ts';
import type { Digest, DigestRow } from '../../core/notice/digest.ts';
import type { Refusal, WaitingNotice } from '../../core/notice/waitingNotice.ts';
import type { Outbox, OutboxItem } from '../../core/ports/ports.ts';
import type { StateDeps } from './deps.ts';
import { OUTBOX_INDEX, outboxKeys } from './keys.ts';
import { loadScript } from './script.ts';
import { openJson, sealJson } from './sealedJson.ts';

const PUT = loadScript('putOutbox', ['outbox']);
const PREPARE = loadScript('prepareOutbox', ['outbox']);
const REFUSE = loadScript('refuseOutbox', ['outbox']);
const REMOVE = loadScript('removeFromOutbox', ['outbox']);
const SETTLE = loadScript('settleOutbox', ['outbox']);
const FORGET = loadScript('forgetOwner', ['index']);

const CHUNK = 500;
const ITEM = 'item:';
/** Longer than any time between two messages to one owner. */
const EMPTY_TTL_MS = 90 * DAY_MS;

/**
 * One HASH per owner, and an index of owners that may have items in theirs. The two are in different slots: an owner
 * enters the index after the item is stored, and leaves it only if no item arrived since the outbox was empty.
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
    const operation = 'listing the owners with pending notices';
    const owners = await this.#deps.connection.command(operation, (client) =>
      client.zrange(OUTBOX_INDEX.index, '0', '-1'),
    );
    const stored = await this.#deps.connection.command(operation, (client) =>
      Promise.all(
        owners.map((owner) => {
          const { outbox } = outboxKeys(owner);
          return Promise.all([client.hkeys(outbox), client.hmget(outbox, 'lastSentAt', 'refused')]);
        }),
      ),
    );
    const waiting: WaitingNotice[] = [];
    for (const [index, [fields, sent]] of stored.entries()) {
      const state = await stateOf(owners[index] as string, fields, sent);
      if (state) waiting.push(state);
    }
    return waiting;
  }

  async read(owner: string): ReturnType<Outbox['read']> {
    const { outbox } = outboxKeys(owner);
    const operation = `reading the outbox of ${owner}`;
    const { connection } = this.#deps;
    const [head, refused, parts] = await connection.command(operation, (client) =>
      client.hmget(outbox, 'prepared', 'refused', 'parts'),
    );
    const names = Array.from({ length: Number(parts ?? 0) }, (_, index) => `prepared:${index + 1}`);
    const rest =
      names.length === 0 ? [] : await connection.command(operation, (client) => client.hmget(outbox, ...names));
    const items = new Set<string>();
    let cursor = '0';
    do {
      const [next, flat] = await connection.command(operation, (client) =>
        client.hscan(outbox, cursor, 'MATCH', `${ITEM}*`, 'COUNT', CHUNK),
      );
      for (let i = 0; i < flat.length; i += 2) items.add(flat[i] ?? '');
      cursor = next;
    } while (cursor !== '0');
    try {
      const prepared = head ? await this.#digestOf(owner, head, rest) : undefined;
      return {
        items: await mapInSteps([...items], itemOf),
        ...(prepared ? { prepared } : {}),
        ...(refused ? { refused: JSON.parse(refused) as Refusal } : {}),
      };
    } catch (cause) {
      throw new StoreError(`${operation}: it is unreadable`, { cause });
    }
  }

  async prepare(owner: string, digest: Digest): Promise<void> {
    const rest: string[] = [];
    for await (const rows of inSteps(digest.rows.slice(CHUNK), CHUNK)) {
      rest.push(JSON.stringify([digest.messageId, rows]));
    }
    const head = { ...digest, rows: digest.rows.slice(0, CHUNK), ...(rest.length === 0 ? {} : { rest: hashOf(rest) }) };
    const sealed = sealJson(this.#deps.seal, ['digest', owner], JSON.stringify(head));
    await this.#write(PREPARE, `storing the message to ${owner}`, owner, [sealed, ...rest]);
  }

  /**
   * A message is stored with its first rows; the other rows are in parts that name the message, so that no value gets
   * too long, and the first part covers them by their hash. An older version stores a message whole and leaves the parts
   * of an earlier message: they are ignored. `undefined`: no holder of a signing key stored it, and it is composed anew.
   */
  async #digestOf(owner: string, head: string, texts: readonly (string | null)[]): Promise<Digest | undefined> {
    const { json, check } = openJson(this.#deps.seal, ['digest', owner], head);
    const { rest, ...digest } = JSON.parse(json) as Digest & { readonly rest?: string };
    const parts: string[] = [];
    const rows = [...digest.rows];
    for (const text of texts) {
      await turn();
      if (text === null) throw new RangeError('a part of it is missing');
      const [messageId, more] = JSON.parse(text) as [string, readonly DigestRow[]];
      if (messageId !== digest.messageId) continue;
      rows.push(...more);
      parts.push(text);
    }
    const isWhole = rest === (parts.length === 0 ? undefined : hashOf(parts));
    if (check === 'valid' && isWhole) return { ...digest, rows };
    this.#deps.log.warn({ owner, check }, 'a prepared message is not ours and is composed anew');
    return undefined;
  }

  async refuse(owner: string, refusal: Refusal): Promise<void> {
    await this.#write(REFUSE, `recording the refused message to ${owner}`, owner, [
      JSON.stringify(refusal),
      EMPTY_TTL_MS,
    ]);
  }

  async settle(owner: string, items: readonly OutboxItem[], sentAt?: number): Promise<void> {
    const operation = `settling the message to ${owner}`;
    const version = await this.#deps.connection.command(operation, (client) =>
      client.zscore(OUTBOX_INDEX.index, owner),
    );
    // Sent items go first: a message that stays behind without its items is only sent once more.
    const last = Math.max(0, Math.ceil(items.length / CHUNK) - 1) * CHUNK;
    for (let i = 0; i < last; i += CHUNK) {
      await this.#write(REMOVE, operation, owner, items.slice(i, i + CHUNK).map(fieldOf));
    }
    const args = [sentAt ?? '', EMPTY_TTL_MS, ...items.slice(last).map(fieldOf)];
    const left = await this.#write(SETTLE, operation, owner, args);
    if (left !== '0' || version === null) return;
    const { index, op } = OUTBOX_INDEX;
    await this.#deps.scripts.write(FORGET, { operation, keys: { index }, op, args: [owner, String(version)] });
  }

  #write(script: typeof PUT, operation: string, owner: string, args: readonly (string | number)[]): Promise<unknown> {
    const { outbox, op } = outboxKeys(owner);
    return this.#deps.scripts.write(script, { operation, keys: { outbox }, op, args });
  }
}

/** `undefined`: no item waits. */
async function stateOf(
  owner: string,
  fields: readonly string[],
  [lastSentAt, refused]: readonly (string | null)[],
): Promise<WaitingNotice | undefined> {
  const namespaces = new Set<OutboxItem['namespace']>();
  let resources = 0;
  for await (const some of inSteps(fields, CHUNK)) {
    for (const field of some) {
      if (!field.startsWith(ITEM)) continue;
      namespaces.add(itemOf(field).namespace);
      resources++;
    }
  }
  if (resources === 0 && !fields.includes('prepared')) return undefined;
  return {
    owner,
    resources,
    namespaces: [...namespaces].sort(),
    ...(lastSentAt ? { lastSentAt: Number(lastSentAt) } : {}),
    ...(refused ? { refused: JSON.parse(refused) as Refusal } : {}),
  };
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** JSON of namespace, id and generation, in this order: the same item gives the same field. */
function fieldOf({ namespace, id, generation }: OutboxItem): string {
  return ITEM + JSON.stringify([namespace, id, generation]);
}

function itemOf(field: string): OutboxItem {
  const [namespace, id, generation] = JSON.parse(field.slice(ITEM.length)) as [OutboxItem['namespace'], string, string];
  return { namespace, id, generation };
}
