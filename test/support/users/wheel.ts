/** The service models of AWS in a wheel of botocore: `pip download botocore --no-deps`. */
import { readFileSync } from 'node:fs';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** https://botocore.amazonaws.com/v1/documentation/api/latest/development/designnotes.html, as far as it is read here. */
export interface Model {
  readonly metadata: { readonly serviceId?: string };
  readonly operations: Readonly<Record<string, { readonly output?: { readonly shape: string } }>>;
  readonly shapes: Readonly<Record<string, Shape>>;
}

export interface Shape {
  readonly type: string;
  readonly documentation?: string;
  readonly enum?: readonly string[];
  /** The most characters of a text. */
  readonly max?: number;
  /** Any JSON. */
  readonly document?: boolean;
  readonly members?: Readonly<Record<string, Reference>>;
  readonly key?: Reference;
  readonly member?: Reference;
  readonly value?: Reference;
}

interface Reference {
  readonly shape: string;
  readonly documentation?: string;
}

/** A wheel is a ZIP file; the layout is in https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3. */
const END = 0x06054b50;
const LARGEST_END = 65_557;
const DEFLATED = 8;

/** The newest model of each service. */
export function* modelsIn(file: string): Generator<Model> {
  const wheel = readFileSync(file);
  const newest = new Map<string, { readonly version: string; readonly entry: Entry }>();
  for (const entry of entriesOf(wheel)) {
    const [, service = '', version = ''] =
      /\/data\/([^/]+)\/([^/]+)\/service-2\.json\.gz$/.exec(`/${entry.name}`) ?? [];
    if (service && version > (newest.get(service)?.version ?? '')) newest.set(service, { version, entry });
  }
  if (newest.size === 0) throw new Error(`${file} has no models of AWS services: it is no wheel of botocore`);
  for (const [, { entry }] of [...newest].toSorted()) {
    yield JSON.parse(gunzipSync(contentOf(wheel, entry)).toString('utf8')) as Model;
  }
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly at: number;
}

function* entriesOf(zip: Buffer): Generator<Entry> {
  let end = zip.length - 22;
  while (end >= Math.max(0, zip.length - LARGEST_END) && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('this is no ZIP file');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)),
      method: zip.readUInt16LE(at + 10),
      size: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
    };
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
}

function contentOf(zip: Buffer, { method, size, at }: Entry): Buffer {
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const bytes = zip.subarray(start, start + size);
  return method === DEFLATED ? inflateRawSync(bytes) : bytes;
}
