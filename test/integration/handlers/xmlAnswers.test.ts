/** Every answer in XML of the sandbox to a plan of each type, read by the SDK, too. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { collectBody } from '@smithy/core/protocols';
import { bodyReaderOf } from '../../../src/handlers/aws/wire/xml/answer.ts';
import { readingXml } from '../../../src/handlers/aws/wire/xml/protocol.ts';
import { EVERYTHING } from '../../support/graph/everything.ts';
import { Surveyed } from '../../support/graph/surveyed.ts';
import { InProcessClients, type SdkClient } from '../../support/inProcess.ts';
import { EXHAUSTIVE } from '../../support/sampled.ts';
import type { Protocol } from '../../support/xmlProtocols.ts';

const TIMEOUT = 300_000;

let surveyed: Surveyed;
beforeAll(async () => {
  surveyed = await Surveyed.start();
});
afterAll(() => surveyed?.stop());

type Read = Protocol['deserializeResponse'];

interface Compared {
  readonly operation: string;
  readonly own: unknown;
  readonly sdk: unknown;
}

/** Without what the SDK adds to an answer later; the error itself where there is one. */
async function said(answer: Promise<object>): Promise<object> {
  try {
    const { $metadata: _, ...members } = (await answer) as { readonly $metadata?: unknown };
    return members;
  } catch (error) {
    return { error };
  }
}

/** Lets both read each answer. */
function comparing(client: SdkClient, into: Compared[]): void {
  const config = client.config as unknown as { protocol: Protocol };
  const { protocol } = config;
  const sdk = Object.getPrototypeOf(protocol) as Protocol;
  // A protocol in JSON is the SDK's own.
  if (!Object.hasOwn(protocol, 'deserializeResponse')) return;
  expect(readingXml(sdk)).not.toBe(sdk);
  const read: Read = async (operation, given, response) => {
    // Both read all of it, out of the same bytes. What a call decodes is kept under a symbol.
    const context = Object.fromEntries(Object.entries(given)) as unknown as typeof given;
    const body = bodyReaderOf(sdk.getShapeId(), operation) ? await collectBody(response.body, given) : response.body;
    const answers = [protocol, sdk].map((one) =>
      one.deserializeResponse.call(one, operation, context, { ...response, body, headers: { ...response.headers } }),
    );
    const [own, bySdk] = await Promise.all(answers.map(said));
    into.push({ operation: operation.name, own, sdk: bySdk });
    return answers[0] as Promise<object>;
  };
  config.protocol = Object.assign(Object.create(protocol) as Protocol, { deserializeResponse: read });
}

/** Between them they send nearly every call in XML. */
const TYPES = EXHAUSTIVE ? Object.keys(EVERYTHING) : ['cdkS3Asset', 'image', 'loadBalancerV2', 'networkInterface'];

test.each(TYPES)(
  'Law 1 every answer to a plan of %s says what it says to the SDK',
  async (type) => {
    const everything = EVERYTHING[type];
    if (!everything) throw new Error(`nothing is known about everything of ${type}`);
    surveyed.clear();
    await everything.build(surveyed, 2);
    const compared: Compared[] = [];
    const clients = new InProcessClients(surveyed.sandbox, (key, client) => {
      if (key.startsWith('aws/')) comparing(client, compared);
    });
    await surveyed.plan(everything.entry(surveyed), { clients });
    clients.close();
    expect(compared.length).toBeGreaterThan(3);
    expect(compared.map(({ own }) => own)).toStrictEqual(compared.map(({ sdk }) => sdk));
  },
  TIMEOUT,
);
