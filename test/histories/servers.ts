/** A primary, its replica and three Sentinels, each behind a gate; every one of them, and every client, comes through it. */
import { type Caller, Gate } from '../support/gate.ts';
import { type RedisServer, startSentinels, type Watched } from '../support/redisTopologies.ts';
import { until } from '../support/until.ts';

export const INSTANCES = ['one', 'two'] as const;
export type Instance = (typeof INSTANCES)[number];

const PASSWORD = 'histories';
const others = (caller: Caller) => caller === 'replica' || caller === 'sentinel';

export class Servers {
  readonly #gates: Map<number, Gate>;
  readonly #watched: Watched;

  private constructor(gates: Map<number, Gate>, watched: Watched) {
    this.#gates = gates;
    this.#watched = watched;
  }

  static async start(): Promise<Servers> {
    const gates = new Map<number, Gate>();
    const through = async (port: number) => {
      const gate = await Gate.before(port);
      gates.set(port, gate);
      return gate.port;
    };
    const servers = new Servers(gates, await startSentinels(through));
    const { primary, replica } = servers.#watched;
    await Promise.all([primary, replica].map(admit));
    return servers;
  }

  urlFor(instance: Instance): string {
    return this.#watched.url.replace('://', `://${instance}:${PASSWORD}@`);
  }

  /** The server that the Sentinels call primary has a replica that follows it. */
  async settled(): Promise<void> {
    await until('a replica follows the primary', async () => {
      const primary = await this.#primary();
      const said = await primary?.ask((client) => client.info('replication')).catch(() => '');
      return /role:master/.test(said ?? '') && /state=online/.test(said ?? '');
    });
    for (const server of this.#both) await admit(server);
  }

  /** The replica gets no more data, and Sentinels do not see that. */
  async cutReplication(): Promise<void> {
    this.#gateOf(await this.#known()).closeFor((caller) => caller === 'replica');
  }

  /** Clients still reach the primary; the replica and the Sentinels do not. @param fully clients do not hear of the Sentinels either */
  async cutPrimary(fully: boolean): Promise<void> {
    const primary = await this.#known();
    this.#gateOf(primary).closeFor(others);
    for (const [port, gate] of this.#gates) {
      if (fully && !this.#both.some((server) => server.port === port)) gate.closeFor((caller) => caller === 'client');
    }
  }

  /** One instance reaches no server. */
  cutInstance(instance: Instance): void {
    for (const { port } of this.#both) this.#gates.get(port)?.closeFor((caller) => caller === instance);
  }

  openAll(): void {
    for (const gate of this.#gates.values()) gate.open();
  }

  /** The primary dies; answers when the Sentinels have named the other one. The dead one comes back as its replica. */
  async killPrimary(): Promise<void> {
    const dead = await this.#known();
    await dead.halt('SIGKILL');
    await this.promotedAfter(dead, () => this.openAll());
    const primary = await this.#known();
    const { port } = this.#gateOf(dead);
    await dead.run({
      replicaof: `127.0.0.1 ${this.#gateOf(primary).port}`,
      'replica-announce-ip': '127.0.0.1',
      'replica-announce-port': String(port),
    });
  }

  async primaryNow(): Promise<RedisServer> {
    return this.#known();
  }

  /** @param meanwhile while the Sentinels decide: a replica that nobody can reach is not promoted */
  async promotedAfter(before: RedisServer, meanwhile: () => void = () => undefined): Promise<void> {
    meanwhile();
    await until('the Sentinels name another primary', async () => {
      const now = await this.#primary();
      return now !== undefined && now !== before;
    });
  }

  async stop(): Promise<void> {
    await this.#watched.stop();
    await Promise.all([...this.#gates.values()].map((gate) => gate.stop()));
  }

  get #both(): readonly RedisServer[] {
    return [this.#watched.primary, this.#watched.replica];
  }

  #gateOf({ port }: RedisServer): Gate {
    const gate = this.#gates.get(port);
    if (!gate) throw new Error(`no gate stands before ${port}`);
    return gate;
  }

  async #primary(): Promise<RedisServer | undefined> {
    const port = await this.#watched.primaryPort().catch(() => undefined);
    return this.#both.find((server) => this.#gates.get(server.port)?.port === port);
  }

  async #known(): Promise<RedisServer> {
    let primary: RedisServer | undefined;
    await until('the Sentinels agree on a primary', async () => {
      primary = await this.#primary();
      return primary !== undefined;
    });
    return primary as RedisServer;
  }
}

/** Each instance has a user of its own, so that a gate knows who calls. A server forgets users when it ends. */
async function admit(server: RedisServer): Promise<void> {
  for (const name of INSTANCES) {
    await server.ask((client) => client.call('ACL', 'SETUSER', name, 'on', `>${PASSWORD}`, '~*', '&*', '+@all'));
  }
}
