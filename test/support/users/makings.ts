/** The requests by which things are made, with every member in which they can name a resource of ours. */
import {
  type OperationSchema,
  operationSchema,
  requiredMembers,
  type Schema,
} from '../../../sandbox/aws/wire/schema.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import type { Kind } from '../../../src/handlers/aws/mentions/mention.ts';
import { answerOf, type Path } from './answers.ts';
import { kindsOf } from './kinds.ts';
import { textsIn } from './members.ts';
import { readTable } from './table.ts';

interface Client {
  send(command: { readonly schema: unknown }): Promise<unknown>;
  destroy(): void;
  readonly config: { readonly serviceId: string };
  readonly [method: string]: unknown;
}

/** A request that makes something. */
export interface Making {
  /** As the table of users has it. */
  readonly service: string;
  /** As the tables of calls have it. */
  readonly api: string;
  readonly method: string;
  readonly schema: OperationSchema;
  readonly client: Client;
  /** @returns what happened: `made`, {@link NOT_PLAYED}, or the refusal */
  make(place: Pick<MakingOf, 'kind' | 'path'>, value: string): Promise<string>;
}

/** A place of a request where it can name a resource. */
export interface MakingOf {
  readonly making: Making;
  readonly kind: Kind;
  readonly path: Path;
}

export const NOT_PLAYED = 'the sandbox does not play it';

const MAKES = /^(?:create|register|request|run)[A-Z]/;

/** Of every service that Holystone reads. */
export async function makings(region: string): Promise<readonly Making[]> {
  const found: Making[] = [];
  const services = await Promise.all(ALL_CALLS.map(async (call) => [await call.load(), call.service] as const));
  for (const [Loaded, api] of new Map(services)) {
    const Client = Loaded as unknown as new (settings: object) => Client;
    const client = new Client({ region });
    const { send } = client;
    let schema: OperationSchema | undefined;
    client.send = async (command) => {
      schema = operationSchema(command.schema);
    };
    for (const method of Object.keys(Client.prototype as object).filter((name) => MAKES.test(name))) {
      await call(client, method, {});
      const service = client.config.serviceId.toLowerCase().replaceAll(' ', '-');
      if (schema) found.push(makingOf({ service, api, method, schema, client }));
    }
    client.send = send;
  }
  return found;
}

function makingOf(known: Omit<Making, 'make'>): Making {
  const { client, method, schema } = known;
  let isPlayed = true;
  return {
    ...known,
    async make({ kind, path }, value) {
      if (!isPlayed) return NOT_PLAYED;
      let refusal = '';
      for (const input of inputs(schema, { kind, path, value })) {
        try {
          await call(client, method, input);
          return 'made';
        } catch (error) {
          refusal = String((error as Error).message);
          isPlayed = !/is not played by this sandbox/.test(refusal);
          if (!isPlayed) return NOT_PLAYED;
        }
      }
      return refusal;
    },
  };
}

/** With everything, and with what it must have: some members exclude each other. */
function inputs({ input }: OperationSchema, said: Parameters<typeof answerOf>[2] & object): readonly object[] {
  return ([1, 0] as const).flatMap((variant) => {
    const whole = answerOf(input, variant, said) as object;
    return [whole, lean(input, whole, said.path) as object];
  });
}

const NAMES = /(?:Name|Id|Identifier|Version)$/i;

/** Only what it must have, its names, and what is said. */
function lean(schema: Schema, whole: unknown, at: Path | undefined): unknown {
  if (Array.isArray(whole) && schema.isListSchema())
    return whole.map((one) => lean(schema.getValueSchema(), one, at?.slice(1)));
  if (!schema.isStructSchema() || typeof whole !== 'object' || whole === null) return whole;
  const required = requiredMembers(schema);
  const members = whole as Readonly<Record<string, unknown>>;
  const left = [...schema.structIterator()].flatMap(([name, one]) => {
    const isSaid = at?.[0] === name;
    if (!isSaid && !required.includes(name) && !NAMES.test(name)) return [];
    // An id and a name exclude each other.
    const id = name.replace(/Name$/, 'Id');
    if (!isSaid && id !== name && members[id] !== undefined) return [];
    return [[name, lean(one, members[name], isSaid ? at.slice(1) : undefined)] as const];
  });
  return Object.fromEntries(left.filter(([, value]) => value !== undefined));
}

async function call(client: Client, method: string, input: object): Promise<void> {
  await (client[method] as (input: object) => Promise<unknown>).call(client, input);
}

/** Where it can name a resource, but for members of which the table says that they do not. */
export function placesOf(making: Making): readonly MakingOf[] {
  const { service, schema } = making;
  return textsIn({ ...schema, output: schema.input }).flatMap(({ shape, member, path }) =>
    kindsOf(member, shape)
      .filter((kind) => !isNone(service, kind, member))
      .map((kind) => ({ making, kind, path })),
  );
}

/** By service, kind and member: does some place of it name a resource? */
const READ = new Map<string, boolean>();
for (const { kind, service, members, answer } of readTable()) {
  for (const [, member = ''] of members.map((one) => one.split('.'))) {
    const key = `${service} ${kind} ${member.toLowerCase()}`;
    READ.set(key, READ.get(key) === true || answer.startsWith('read by'));
  }
}

function isNone(service: string, kind: Kind, member: string): boolean {
  return READ.get(`${service} ${kind} ${member.toLowerCase()}`) === false;
}
