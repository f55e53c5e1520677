/**
 * The `protocol` of a client of the SDK, with answers in XML read by {@link bodyReaderOf} instead of by the SDK: see ADR 114. Requests,
 * headers, errors and answers that are no XML stay with the SDK.
 */
import type { HttpResponse } from '@smithy/types';
import type { DecodedItems } from '../../calls/decodedItems.ts';
import { type BodyReader, bodyReaderOf, isXml, type Operation } from './answer.ts';
import { withBody } from './body.ts';
import { decodedOf } from './decoding.ts';

/** What this uses of the SDK's `ClientProtocol`. */
export interface Protocol {
  getShapeId(): string;
  deserializeResponse(operation: Operation, context: Context, response: HttpResponse): Promise<object>;
}

type Context = Parameters<typeof withBody>[1];

/** A protocol in JSON is returned as it is. */
export function readingXml<P extends Protocol>(sdk: P): P {
  const shapeId = sdk.getShapeId();
  if (!isXml(shapeId)) return sdk;
  /** By the items that are decoded, of one call always the same object. */
  const readers = new Map<DecodedItems | undefined, Map<string, BodyReader | undefined>>();
  const readerOf = (operation: Operation, items: DecodedItems | undefined) => {
    const known = readers.get(items) ?? new Map<string, BodyReader | undefined>();
    readers.set(items, known);
    if (!known.has(operation.name)) known.set(operation.name, bodyReaderOf(shapeId, operation, items));
    return known.get(operation.name);
  };
  return Object.assign(Object.create(sdk) as P, {
    async deserializeResponse(operation: Operation, context: Context, response: HttpResponse): Promise<object> {
      const read = response.statusCode < 300 ? readerOf(operation, decodedOf(context)) : undefined;
      if (read === undefined) return sdk.deserializeResponse.call(this, operation, context, response);
      const members = await withBody(response.body, context, read);
      // What the headers and the status say, and nothing of the body.
      const head = await sdk.deserializeResponse.call(this, operation, context, { ...response, body: undefined });
      return Object.assign(head, members);
    },
  });
}
