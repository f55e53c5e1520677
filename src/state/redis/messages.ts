import { DAY_MS } from '../../core/common/duration.ts';
import { StoreError } from '../../core/common/errors.ts';
import { inSteps } from '../../core/common/steps.ts';
import {
  ITEMS_PER_PART,
  type Messages,
  type NotifiedItem,
  type OpenedMessage,
  type SentMessage,
} from '../../core/notice/sentMessage.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { messageKeys } from './keys.ts';
import { loadScript } from './script.ts';

const OPEN = loadScript('openMessage', ['message']);
const BOUNCE = loadScript('bounceMessage', ['message']);

/** Minimum time: mail servers give up after five days; people complain later. */
const KEPT_MS = 90 * DAY_MS;

/** One HASH per message: `message`, the resources in it as `told:0`, `told:1`, …, and `bounce` once it came back. */
export class RedisMessages implements Messages {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async open({ messageId, owner, items, keptForMs = 0 }: OpenedMessage): Promise<void> {
    const { message, op } = messageKeys(messageId);
    const namespaces = new Set<Namespace>();
    const parts: string[] = [];
    for await (const some of inSteps(items, ITEMS_PER_PART)) {
      for (const { namespace } of some) namespaces.add(namespace);
      parts.push(JSON.stringify(some.map(({ namespace, id }) => [namespace, id])));
    }
    const keptMs = Math.max(KEPT_MS, Math.ceil(keptForMs));
    const args = [JSON.stringify({ messageId, owner, namespaces: [...namespaces] }), keptMs, ...parts];
    await this.#deps.scripts.write(OPEN, {
      operation: `recording the message ${messageId}`,
      keys: { message },
      op,
      args,
    });
  }

  async notified(messageId: string, part: number): Promise<readonly NotifiedItem[] | undefined> {
    const operation = `reading the contents of the message ${messageId}`;
    const key = messageKeys(messageId).message;
    const items = await this.#deps.connection.command(operation, (client) => client.hget(key, `told:${part}`));
    if (items === null) return undefined;
    try {
      return (JSON.parse(items) as [Namespace, string][]).map(([namespace, id]) => ({ namespace, id }));
    } catch (cause) {
      throw new StoreError(`${operation}: it is unreadable`, { cause });
    }
  }

  async get(messageId: string): Promise<SentMessage | undefined> {
    const operation = `reading the message ${messageId}`;
    const key = messageKeys(messageId).message;
    const [message, bounce] = await this.#deps.connection.command(operation, (client) =>
      client.hmget(key, 'message', 'bounce'),
    );
    if (message === null || message === undefined) return undefined;
    try {
      return { ...JSON.parse(message), ...(bounce ? { bounce: JSON.parse(bounce) } : {}) } as SentMessage;
    } catch (cause) {
      throw new StoreError(`${operation}: it is unreadable`, { cause });
    }
  }

  async bounce(messageId: string, bounce: NonNullable<SentMessage['bounce']>): Promise<boolean> {
    const { message, op } = messageKeys(messageId);
    const operation = `recording the bounce of the message ${messageId}`;
    const args = [JSON.stringify(bounce)];
    return (await this.#deps.scripts.write(BOUNCE, { operation, keys: { message }, op, args })) === 'stored';
  }
}
