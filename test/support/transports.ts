/** Each transport in the place of the one that counts: how it is configured, what arrived by it, how it refuses. */
import { listen } from '../../src/composition/listen.ts';
import { Releasers } from '../../src/composition/releasers.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { Readiness } from '../../src/telemetry/readiness.ts';
import type { World } from './awsWorld.ts';
import { startWebhook, status, type WebhookServer } from './webhookServer.ts';

export const TRANSPORTS = ['smtp', 'slack', 'teams', 'webhook'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** A message as its reader has it; of several posts with one id, all that they say. */
export interface Arrived {
  readonly messageId: string;
  /** Whom it is for. */
  readonly recipient: string;
  /** All of it, the attached list too. */
  readonly said: string;
}

const KEY = ', key: { id: k1, secret: "0123456789abcdef0123456789abcdef" }';

/** One transport that counts, in a world of its own. */
export class Line {
  readonly #world: World;
  readonly #hook: WebhookServer;
  readonly #releasers: Releasers;

  readonly name: TransportName;

  private constructor(world: World, hook: WebhookServer, name: TransportName) {
    this.#world = world;
    this.#hook = hook;
    this.name = name;
    this.#releasers = new Releasers(world.log);
  }

  static async start(world: World, name: TransportName): Promise<Line> {
    return new Line(world, await startWebhook(), name);
  }

  /** For the configuration's top level. */
  get top(): string {
    if (this.name === 'smtp') return '';
    const key = this.name === 'webhook' ? KEY : '';
    const entry = `{ type: ${this.name}, name: hook, url: "${this.#hook.url}", links: true${key} }`;
    return `notify: { required: hook, transports: [${entry}] }`;
  }

  /** Of those that it took, in the order of arrival. A mail server that only gets copies is not asked. */
  arrived(): readonly Arrived[] {
    const mails = this.#world.messages().map(({ messageId, recipients, text, attachments }) => {
      return {
        messageId,
        recipient: recipients[0] ?? '',
        said: [text, ...attachments.map((one) => one.content)].join(),
      };
    });
    const posts = this.#hook.received.map(({ headers, body }) => {
      const recipient = /[\w.]+@example\.com/.exec(body.replace(/<[^>]*@example\.com>/g, ''))?.[0] ?? '';
      return { messageId: String(headers['holystone-message-id']), recipient, said: body };
    });
    const byId = new Map<string, Arrived>();
    for (const one of this.name === 'smtp' ? mails : posts) {
      const before = byId.get(one.messageId);
      byId.set(one.messageId, before ? { ...before, said: before.said + one.said } : one);
    }
    return [...byId.values()];
  }

  /** How many mails or posts there were, with every repetition. */
  get count(): number {
    return this.name === 'smtp' ? this.#world.messages().length : this.#hook.received.length;
  }

  /** It refuses the next message, for good. */
  refuseOnce(): void {
    const fault = { kind: 'refuse', code: 550, text: 'no such user' } as const;
    if (this.name === 'smtp') this.#world.mail.faults.add({ step: 'recipient', fault, times: 1 });
    else this.#hook.answers.push(status(403, {}, 'no such user'));
  }

  /** The links of the last message: of one resource each, and of all of it. */
  links(): { readonly each: readonly string[]; readonly all: string; readonly preferences: string } {
    const said = this.arrived().at(-1)?.said ?? '';
    const paths = [...said.matchAll(/https:\/\/holystone\.example\.com(\/[\w./?=-]+)/g)].map(([, path = '']) => path);
    const [all = ''] = paths.filter((path) => path.startsWith('/m/'));
    const [preferences = ''] = paths.filter((path) => path.startsWith('/preferences'));
    return { each: [...new Set(paths.filter((path) => path.startsWith('/o/')))], all, preferences };
  }

  /** The daemon's listeners over the world as it is wired now. */
  async open(): Promise<{ readonly public: string; readonly operator: string }> {
    const { configuration, log, wired } = this.#world;
    const free = { port: 0, bind: '127.0.0.1' };
    const { public: open, operator } = configuration.http;
    return listen({
      configuration: {
        ...configuration,
        http: { ...configuration.http, public: { ...open, ...free }, operator: { ...operator, ...free } },
      },
      log,
      wired,
      readiness: new Readiness(),
      metrics: createMetrics(),
      releasers: this.#releasers,
      reload: async () => ({ kind: 'replaced', changed: [], needsRestart: [] }),
      signal: new AbortController().signal,
    });
  }

  /** What a button of a page does. */
  async press(path: string, form: Record<string, string>): Promise<{ readonly status: number; readonly page: string }> {
    const site = await this.open();
    const answer = await fetch(`${site.public}${path}`, { method: 'POST', body: new URLSearchParams(form) });
    return { status: answer.status, page: await answer.text() };
  }

  async close(): Promise<void> {
    await this.#releasers.release();
    await this.#hook.close();
  }
}

/** The store with another `apply`. */
export function withApply<T extends { apply: unknown }>(store: T, apply: T['apply']): T {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'apply') return apply;
      const value = target[name as keyof T];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
