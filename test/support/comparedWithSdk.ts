/** Clients of Holystone whose every answer in XML the SDK reads, too: its own reader is the oracle of ours. */
import { expect } from '@jest/globals';
import { collectBody } from '@smithy/core/protocols';
import { bodyReaderOf } from '../../src/handlers/aws/wire/xml/answer.ts';
import { readingXml } from '../../src/handlers/aws/wire/xml/protocol.ts';
import type { Protocol } from './xmlProtocols.ts';

type Read = Protocol['deserializeResponse'];

/** One answer. */
export interface Compared {
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
    // As it is now: the SDK adds a hint to the one that it throws.
    return { error: String(error) };
  }
}

/** Lets both read each answer to this client. */
export function comparing(client: { readonly config: unknown }, into: Compared[]): void {
  const config = client.config as { protocol: Protocol };
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
