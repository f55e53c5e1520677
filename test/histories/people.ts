/** Owners and operators: each asks one instance over HTTP, and what they asked and were answered is written down. */
import type { Operation } from '../simulation/history/linearizable.ts';
import type { Daemon } from '../support/daemon.ts';
import type { Image, World } from './world.ts';

/** A person does not wait for ever. */
const PATIENCE_MS = 15_000;

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export class People {
  readonly #world: World;
  /** What an instance said last that does not obey; for people. */
  lastRefusal = 'none';

  constructor(world: World) {
    this.#world = world;
  }

  keep(image: Image, daemon: Daemon): Promise<void> {
    return this.#ask(image, 'keep', daemon, 'PUT', { until: 'forever' }, ({ status, body }) =>
      status === 200 ? (body.deletionBegun ? 'begun' : 'stored') : undefined,
    );
  }

  undo(image: Image, daemon: Daemon): Promise<void> {
    return this.#ask(image, 'undo', daemon, 'DELETE', undefined, ({ status, body }) =>
      status === 200 ? 'removed' : status === 404 && body.code === 'unknownId' ? 'none' : undefined,
    );
  }

  /** Stops or resumes every deletion. @returns whether all obey */
  async control(name: 'kill' | 'resume', daemon: Daemon): Promise<boolean> {
    const calledAt = Date.now();
    const reply = await ask(daemon, 'PUT', '/kill-switch', { on: name === 'kill' });
    const isObeyed = reply?.status === 200;
    if (!isObeyed) this.lastRefusal = JSON.stringify(reply ?? 'no answer');
    const { control } = this.#world;
    if (isObeyed) control.push({ name, calledAt, answeredAt: Date.now(), answer: 'obeyed' });
    // Who asks again and again without an answer has asked once.
    else if (control.at(-1)?.name !== name || control.at(-1)?.answer !== undefined) control.push({ name, calledAt });
    return isObeyed;
  }

  /** What is kept, as one instance says. @returns whether it said so */
  async look(images: readonly Image[], daemon: Daemon): Promise<boolean> {
    for (const namespace of new Set(images.map((image) => image.namespace))) {
      const calledAt = Date.now();
      const reply = await ask(daemon, 'GET', `/opt-outs/${namespace}?limit=500`);
      const answeredAt = Date.now();
      if (reply?.status !== 200) return false;
      const items = reply.body.items as readonly { target: { value: string }; inForce: boolean }[];
      const kept = new Set(items.filter(({ inForce }) => inForce).map(({ target }) => target.value));
      for (const { id } of images.filter((image) => image.namespace === namespace)) {
        this.#world.add(id, { name: 'look', calledAt, answeredAt, answer: kept.has(id) ? 'kept' : 'free' });
      }
    }
    return true;
  }

  async #ask(
    { id, namespace }: Image,
    name: string,
    daemon: Daemon,
    method: string,
    body: object | undefined,
    answerOf: (reply: Reply) => string | undefined,
  ): Promise<void> {
    const calledAt = Date.now();
    const reply = await ask(daemon, method, `/opt-outs/${namespace}/${id}`, body);
    const answer = reply && answerOf(reply);
    // Refused before anything was stored: an image that is gone.
    if (reply && answer === undefined && reply.status < 500) return;
    const operation: Operation =
      answer === undefined ? { name, calledAt } : { name, calledAt, answeredAt: Date.now(), answer };
    this.#world.add(id, operation);
  }
}

/** `undefined`: no answer came, and nobody knows what was done. */
async function ask(daemon: Daemon, method: string, path: string, body?: object): Promise<Reply | undefined> {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${daemon.operatorUrl}/api/v1${path}`, { method, signal, ...json });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}
