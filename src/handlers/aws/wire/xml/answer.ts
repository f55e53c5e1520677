/** Where the answer to an operation has its members, for AWS's three protocols in XML. */
import { NormalizedSchema } from '@smithy/core/schema';
import type { DecodedItems, Members } from '../../calls/decodedItems.ts';
import type { XmlCursor } from './cursor.ts';
import { readDocument } from './document.ts';
import { type ElementReader, membersOf, readerOf, structure } from './shapes.ts';
import { skipElement } from './skip.ts';

/** An operation, as the SDK gives it to a protocol. */
export interface Operation {
  /** `com.amazonaws.ec2#DescribeImages` */
  readonly name: string;
  readonly output: Parameters<typeof NormalizedSchema.of>[0];
}

/** The members of an answer that its body has. @throws Error if the body is not complete */
export type BodyReader = (body: Buffer) => object;

type Protocol = (output: NormalizedSchema, operation: string, only: Members) => BodyReader | undefined;

const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map<string, Protocol>([
  ['aws.protocols#ec2Query', ec2Query],
  ['aws.protocols#awsQuery', awsQuery],
  ['aws.protocols#restXml', restXml],
]);

/** @param shapeId of the protocol, as the SDK names it */
export function isXml(shapeId: string): boolean {
  return PROTOCOLS.has(shapeId);
}

/**
 * @param items absent: all of them, as of everything beside the list
 * @returns `undefined`: the body of this answer is no XML: nothing, or an object of S3
 */
export function bodyReaderOf(
  shapeId: string,
  { name, output }: Operation,
  items?: DecodedItems,
): BodyReader | undefined {
  const schema = NormalizedSchema.of(output);
  const only = items && schema.isStructSchema() ? withItems(schema, items) : true;
  return PROTOCOLS.get(shapeId)?.(schema, name.split('#').at(-1) ?? name, only);
}

function withItems(output: NormalizedSchema, { list, members }: DecodedItems): Members {
  return Object.fromEntries(membersOf(output).map(([key]) => [key, key === list ? members : true]));
}

/** `<DescribeImagesResponse>` has the members and the id of the request. */
function ec2Query(output: NormalizedSchema, operation: string, only: Members): BodyReader {
  return documentOf(`${operation}Response`, output.isStructSchema() ? readerOf(output, only) : structure([]));
}

/** `<DescribeStacksResponse>` has `<DescribeStacksResult>`, if there are members, and the id of the request. */
function awsQuery(output: NormalizedSchema, operation: string, only: Members): BodyReader {
  const read = output.isStructSchema() ? within(`${operation}Result`, output, only) : structure([]);
  return documentOf(`${operation}Response`, read);
}

function within(result: string, output: NormalizedSchema, only: Members): ElementReader {
  const element = Buffer.from(result);
  const read = readerOf(output, only);
  const hasMembers = !output.structIterator().next().done;
  return (cursor, root) => {
    const found: unknown[] = [];
    if (!cursor.isEmpty) {
      readEach(cursor, root, element, () => found.push(read(cursor, element)));
    }
    if (found.length > 1 || (found.length === 0 && hasMembers)) cursor.refuse(`${found.length} <${result}>`);
    return found[0] ?? {};
  };
}

function readEach(cursor: XmlCursor, parent: Buffer, element: Buffer, read: () => void): void {
  cursor.enter();
  while (cursor.toTag()) {
    if (cursor.isStartOf(element)) {
      cursor.start(element);
      read();
    } else skipElement(cursor);
  }
  cursor.leave(parent);
}

/** The root is the payload, or has the members that no header has. */
function restXml(output: NormalizedSchema, _operation: string, only: Members): BodyReader | undefined {
  if (!output.isStructSchema()) return undefined;
  const members = membersOf(output);
  const payload = members.find(([, schema]) => schema.getMergedTraits().httpPayload);
  if (payload) return payloadReader(...payload);
  const inBody = members.filter(([, schema]) => !isInHead(schema));
  return inBody.length === 0 ? undefined : documentOf(rootOf(output), structure(inBody, only));
}

function payloadReader(key: string, schema: NormalizedSchema): BodyReader | undefined {
  if (schema.isStreaming() || !schema.isStructSchema()) return undefined;
  const read = documentOf(rootOf(schema), readerOf(schema));
  return (body) => (body.length === 0 ? {} : { [key]: read(body) });
}

function isInHead(schema: NormalizedSchema): boolean {
  const { httpHeader, httpPrefixHeaders, httpResponseCode } = schema.getMergedTraits();
  return httpHeader !== undefined || httpPrefixHeaders !== undefined || httpResponseCode !== undefined;
}

function rootOf(schema: NormalizedSchema): string {
  return schema.getMergedTraits().xmlName ?? schema.getName() ?? '';
}

function documentOf(root: string, read: ElementReader): BodyReader {
  const element = Buffer.from(root);
  return (body) => readDocument(body, element, read) as object;
}
