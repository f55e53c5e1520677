/** Sources of evidence read answers in memory: the real source, the real client, and no request. */

import { type OperationSchema, operationSchema } from '../../../sandbox/aws/wire/schema.ts';
import type { Clock } from '../../../src/core/common/clock.ts';
import { PartialReadError, ReadError } from '../../../src/core/common/errors.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import type { Call } from '../../../src/handlers/aws/calls/call.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import type { EvidenceSource, Io, Scope } from '../../../src/handlers/contract/handler.ts';
import { answerOf, type Said, type Variant } from './answers.ts';

const ID = '111111111111';
const REGION = 'us-east-1';
const account: Account = { name: 'here', provider: 'aws', id: ID, settings: {}, locations: [REGION] };

/** The one place of all answers that says something. */
export interface SaidIn extends Said {
  readonly call: Call;
}

interface Command {
  readonly schema: unknown;
}
interface AnyClient {
  send(command: Command): Promise<unknown>;
  destroy(): void;
  readonly [method: string]: unknown;
}

/** The schema of each call, and a pool whose clients answer by it. */
export class Answers {
  readonly #others = new Map<string, unknown>();
  readonly #operations = new Map<Call, { readonly service: string; readonly operation: OperationSchema }>();
  readonly #clients = new Map<string, AnyClient>();
  #answer: (service: string, schema: unknown) => unknown = () => undefined;
  /** The operations that were asked for since the last {@link reads}. */
  #asked = new Set<string>();

  /** Loads the SDK's client of every service: their schemas are the only place where AWS's models are. */
  static async load(): Promise<Answers> {
    const answers = new Answers();
    const clients = new Map<unknown, AnyClient>();
    for (const call of ALL_CALLS) {
      const Client = (await call.load()) as unknown as new (settings: object) => AnyClient;
      const client = clients.get(Client) ?? new Client({ region: REGION });
      clients.set(Client, client);
      let schema: unknown;
      client.send = async (command) => {
        schema = command.schema;
      };
      await (client[call.method] as (input: object) => Promise<unknown>).call(client, {});
      const operation = operationSchema(schema);
      if (!operation) throw new Error(`the SDK has no schema of ${call.api}`);
      answers.#operations.set(call, { service: serviceOf(client), operation });
    }
    for (const client of clients.values()) client.destroy();
    return answers;
  }

  of(call: Call): { readonly service: string; readonly operation: OperationSchema } {
    const known = this.#operations.get(call);
    if (!known) throw new Error(`no table has ${call.api}`);
    return known;
  }

  /** What a source finds where this is said and all else is about other resources; `undefined`: it never asked. */
  async reads(...given: Parameters<Answers['tried']>): Promise<readonly Finding[] | undefined> {
    const { found } = await this.tried(...given);
    const { call } = given[4];
    return this.#asked.has(keyOf(this.of(call))) ? found : undefined;
  }

  /** The same, with the failure of a read that was not complete. */
  async tried(
    source: EvidenceSource,
    parameters: unknown,
    candidate: Resource,
    variant: Variant,
    said: SaidIn,
  ): Promise<{ readonly found: readonly Finding[]; readonly failed?: string }> {
    const scope: Scope = {
      namespace: namespaceOf({ provider: 'aws', account: account.name, location: REGION, resourceType: 'image' }),
      account,
      location: REGION,
      accounts: [account],
      parameters,
      rules: ['unused'],
    };
    this.#asked = new Set();
    const [place] = source.places(scope);
    if (!place) return { found: [] };
    const candidates = source.per === 'resource' ? [candidate] : [];
    try {
      return { found: await source.read(place, scope, candidates, this.#io(variant, said)) };
    } catch (error) {
      if (error instanceof PartialReadError) return { found: error.found, failed: error.message };
      if (error instanceof ReadError) return { found: [], failed: error.message };
      throw error;
    }
  }

  /** A source remembers in a pool of its own; the SDK's clients are made once. */
  #io(variant: Variant, said: SaidIn): Io {
    const pool = new Map<string, { destroy(): void }>();
    this.#answer = (service, schema) => this.#answered(variant, said, service, schema);
    return {
      signal: new AbortController().signal,
      log: { debug() {}, info() {}, warn() {}, error() {} } as unknown as Io['log'],
      clock: CLOCK,
      pacer: { take: async () => {}, run: async (_: unknown, run: () => unknown) => run() } as unknown as Io['pacer'],
      clients: {
        get: <T extends { destroy(): void }>(key: string, make: () => T): T => {
          const known = pool.get(key) ?? this.#clients.get(key) ?? make();
          if (isClient(known) && !this.#clients.has(key)) {
            const service = serviceOf(known);
            known.send = async (command) => this.#answer(service, command.schema);
            this.#clients.set(key, known);
          } else pool.set(key, known);
          return known as T;
        },
      },
    };
  }

  #answered(variant: Variant, said: SaidIn, service: string, schema: unknown): unknown {
    const operation = operationSchema(schema);
    if (!operation) throw new Error('a command without schema');
    const key = keyOf({ service, operation });
    this.#asked.add(key);
    if (operation.name === 'GetCallerIdentity') return { Account: ID, Arn: `arn:aws:iam::${ID}:root` };
    if (keyOf(this.of(said.call)) === key) return answerOf(operation.output, variant, said);
    const known = this.#others.get(`${key} ${variant}`) ?? answerOf(operation.output, variant);
    this.#others.set(`${key} ${variant}`, known);
    return known;
  }

  destroy(): void {
    for (const client of this.#clients.values()) client.destroy();
  }
}

function isClient(made: object): made is AnyClient {
  return 'send' in made && 'config' in made;
}

/** As AWS's models call the service, in small letters. */
function serviceOf({ config }: AnyClient): string {
  const { serviceId } = config as { readonly serviceId: string };
  return serviceId.toLowerCase().replaceAll(' ', '-');
}

const CLOCK: Clock = { now: () => Date.UTC(2026, 0, 1) };

function keyOf({ service, operation }: { readonly service: string; readonly operation: OperationSchema }): string {
  return `${service} ${operation.name}`;
}
