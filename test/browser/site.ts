/**
 * One daemon with resources that nobody uses, the mail about them in a mailbox, and a browser to read it. It is what the
 * demo runs, as far as owners see it: the same `holystone serve`, sandbox, mailbox and Redis, with dates that stand still
 * long enough for somebody to read and tap; in the demo all is deleted within seconds.
 */
import { IMAGES, Stage } from '../e2e/stage.ts';
import { type Daemon, endAllDaemons, PATIENCE_MS } from '../support/daemon.ts';
import { onFreePort } from '../support/freePort.ts';
import { until } from '../support/until.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { isRenewed } from './pictures.ts';
import { type Look, type Visit, visit } from './visit.ts';

export const OWNER = 'ann@example.com';
export const FALLBACK = 'cloud@example.com';

interface State {
  readonly mark: { readonly state: string; readonly owner: string; readonly projectedDeletionAt: string } | null;
  readonly optOut?: { readonly until: number | 'forever'; readonly actor: string; readonly reason?: string };
}

export class Site {
  readonly stage: Stage;
  readonly daemon: Daemon;
  readonly #browser: RunningBrowser;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #visits = new Set<Visit>();

  private constructor(stage: Stage, daemon: Daemon, browser: RunningBrowser, ids: ReadonlyMap<string, string>) {
    this.stage = stage;
    this.daemon = daemon;
    this.#browser = browser;
    this.#ids = ids;
  }

  /** Answers when the owners of all these images have mail about them. */
  static async start(namesOf: Readonly<Record<string, readonly string[]>>): Promise<Site> {
    // Where there is no browser nothing else is to be started, and none is to outlive a stage that does not start.
    const browser = await startBrowser();
    const stage = await Stage.start().catch(async (error: unknown) => {
      await browser.close();
      throw error;
    });
    const ids = new Map<string, string>();
    for (const [owner, names] of Object.entries(namesOf)) {
      for (const Name of names) ids.set(Name, stage.addImages(1, { Name, tags: { owner } })[0] ?? '');
    }
    const common = 'live: true, when: [{ rule: unused }], retention: 14d';
    // As `init` writes it: the documentation shows one row and one saving for an image and its snapshots.
    const together = isRenewed ? [', withSnapshots: true', `, { type: snapshot, ${common} }`] : ['', ''];
    const cleanup = `[{ type: image, keepNewest: off, ${common}${together[0]} }${together[1]}]`;
    const daemon = await onFreePort(async (port) => {
      const http = `{ public: { port: ${port}, bind: 127.0.0.1, url: "http://127.0.0.1:${port}" }, operator: { port: 0 } }`;
      const started = stage.serve(stage.config({ http, cleanup, defaults: 'unusedFor: off' }));
      await started.listening();
      return started;
    }).catch(async (error: unknown) => {
      await endAllDaemons();
      await Promise.all([browser.close(), stage.stop()]);
      throw error;
    });
    const site = new Site(stage, daemon, browser, ids);
    try {
      for (const notified of ids.values())
        await daemon.logged('audit', ({ event, id }) => event === 'noticed' && id === notified);
      return site;
    } catch (error) {
      await site.stop();
      throw error;
    }
  }

  /** A window of its own. */
  async visit(look: Look = {}): Promise<Visit> {
    const opened = await visit(this.#browser.browser, look);
    this.#visits.add(opened);
    return opened;
  }

  idOf(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`there is no image "${name}"`);
    return id;
  }

  /** The operator's API about it. */
  stateOf(name: string): Promise<State> {
    return this.daemon.api<State>(`/marks/${encodeURIComponent(IMAGES)}/${this.idOf(name)}`);
  }

  untilState(name: string, holds: (state: State) => boolean): Promise<void> {
    // The API lets 600 requests a minute in: it is asked again when something happened, not a hundred times a second.
    let seen = -1;
    const asked = async () => {
      const { length } = this.daemon.lines;
      if (length === seen) return false;
      seen = length;
      return holds(await this.stateOf(name));
    };
    return until(`${name} is as expected`, asked, PATIENCE_MS);
  }

  /** Whether anything may be deleted; answers when the daemon obeys it. */
  async switchService(service: 'in' | 'out'): Promise<void> {
    const body = JSON.stringify({ service });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.daemon.operatorUrl}/api/v1/service`, { method: 'PUT', headers, body });
    if (answer.status !== 200) throw new Error(`service ${service}: ${answer.status} ${await answer.text()}`);
  }

  /** Closes the windows of a test and answers with their errors. */
  async closeVisits(): Promise<readonly string[]> {
    const visits = [...this.#visits];
    this.#visits.clear();
    await Promise.all(visits.map((opened) => opened.close()));
    return visits.flatMap(({ complaints }) => complaints);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#browser.close(), endAllDaemons()]);
    await this.stage.stop();
  }
}
