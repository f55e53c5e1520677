/** Each transport as the required one: its configuration, its arrived messages, its refusals. */
import { listen } from '../../src/composition/listen.ts';
import { Releasers } from '../../src/composition/releasers.ts';
import { RunningConfiguration } from '../../src/composition/runningConfiguration.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { Readiness } from '../../src/telemetry/readiness.ts';
import type { World } from './awsWorld.ts';
import { startWebhook, status, type WebhookServer } from './webhookServer.ts';

export const TRANSPORTS = ['smtp', 'slack', 'teams', 'webhook'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** A message as its reader sees it; several posts with one id are joined. */
export interface Arrived {
  readonly messageId: string;
  /** The reader. */
  readonly recipient: string;
  /** The whole text, with the attached list. */
  readonly said: string;
}

const KEY = ', key: { id: k1, secret: "0123456789abcdef0123456789abcdef" }';

/** One required transport, in its own world. */
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

  /** For the top level of the configuration. */
  get top(): string {
    if (this.name === 'smtp') return '';
    const key = this.name === 'webhook' ? KEY : '';
    const entry = `{ type: ${this.name}, name: hook, url: "${this.#hook.url}", links: true${key} }`;
    return `notify: { required: hook, transports: [${entry}] }`;
  }

  /** The accepted messages, in the order of arrival. Ignores a mail server that only gets copies. */
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

  /** The number of mails or posts, with every repetition. */
  get count(): number {
    return this.name === 'smtp' ? this.#world.messages().length : this.#hook.received.length;
  }

  /** Refuses the next message, permanently. */
  refuseOnce(): void {
    const fault = { kind: 'refuse', code: 550, text: 'no such user' } as const;
    if (this.name === 'smtp') this.#world.mail.faults.add({ step: 'recipient', fault, times: 1 });
    else this.#hook.answers.push(status(403, {}, 'no such user'));
  }

  /** The links of the last message: one per resource, and those for all of it. */
  links(): { readonly each: readonly string[]; readonly all: string; readonly preferences: string } {
    const said = this.arrived().at(-1)?.said ?? '';
    const paths = [...said.matchAll(/https:\/\/holystone\.example\.com(\/[\w./?=-]+)/g)].map(([, path = '']) => path);
    const [all = ''] = paths.filter((path) => path.startsWith('/m/'));
    const [preferences = ''] = paths.filter((path) => path.startsWith('/preferences'));
    return { each: [...new Set(paths.filter((path) => path.startsWith('/o/')))], all, preferences };
  }

  /** The daemon's listeners over the world's present wiring. */
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
      running: new RunningConfiguration(configuration, () => configuration, log),
      wired,
      readiness: new Readiness(),
      metrics: createMetrics({ version: '0.0.0' }),
      releasers: this.#releasers,
      reload: async () => ({ kind: 'replaced', changed: [], needsRestart: [] }),
      signal: new AbortController().signal,
    });
  }

  /** Sends the form of a page's button. */
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
