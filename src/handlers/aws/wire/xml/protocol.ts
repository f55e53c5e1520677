/**
 * The `protocol` of a client of the SDK, with answers in XML read by {@link bodyReaderOf} instead of by the SDK: see ADR 114. Requests,
 * headers, errors and answers that are no XML stay with the SDK.
 */
import { collectBody } from '@smithy/core/protocols';
import type { HttpResponse } from '@smithy/types';
import { type BodyReader, bodyReaderOf, isXml, type Operation } from './answer.ts';

/** What this uses of the SDK's `ClientProtocol`. */
export interface Protocol {
  getShapeId(): string;
  deserializeResponse(operation: Operation, context: Context, response: HttpResponse): Promise<object>;
}

type Context = Parameters<typeof collectBody>[1];

/** A protocol in JSON is returned as it is. */
export function readingXml<P extends Protocol>(sdk: P): P {
  const shapeId = sdk.getShapeId();
  if (!isXml(shapeId)) return sdk;
  const readers = new Map<string, BodyReader | undefined>();
  const readerOf = (operation: Operation) => {
    if (!readers.has(operation.name)) readers.set(operation.name, bodyReaderOf(shapeId, operation));
    return readers.get(operation.name);
  };
  return Object.assign(Object.create(sdk) as P, {
    async deserializeResponse(operation: Operation, context: Context, response: HttpResponse): Promise<object> {
      const read = response.statusCode < 300 ? readerOf(operation) : undefined;
      if (read === undefined) return sdk.deserializeResponse.call(this, operation, context, response);
      const { buffer, byteOffset, byteLength } = await collectBody(response.body, context);
      const members = read(Buffer.from(buffer, byteOffset, byteLength));
      // What the headers and the status say, and nothing of the body.
      const head = await sdk.deserializeResponse.call(this, operation, context, { ...response, body: undefined });
      return Object.assign(head, members);
    },
  });
}
