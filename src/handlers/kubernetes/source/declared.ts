/** The objects that a text declares: YAML or JSON, many documents, lists. Pure. */
import { z } from 'zod';
import { turn } from '../../../core/common/steps.ts';
import { type GroupKind, groupOf } from '../objects/groupKind.ts';
import type { ObjectReference } from '../objects/reference.ts';
import { RESOURCE_POLICY } from '../objects/release.ts';
import { jsonValues, type Placed } from './jsonValues.ts';
import { malformed, yamlDocuments } from './yamlDocuments.ts';

/** An anchor that stands for more copies than this is an attack, not a manifest. */
const MAX_ALIASES = 100;

/** An object that the source declares. */
export interface Declared extends ObjectReference {
  /** `web.yaml:12`: the file and the line at which its document begins. */
  readonly at: string;
  /** The kind that a CustomResourceDefinition defines. */
  readonly defines?: GroupKind;
  /** The API server will make its name from this; then `name` is empty. */
  readonly generateName?: string;
  /** Of a document with `generateName`. */
  readonly labels?: Readonly<Record<string, unknown>>;
  /** Its `helm.sh/resource-policy`. */
  readonly helmPolicy?: string;
}

const definition = z.object({ group: z.string(), names: z.object({ kind: z.string() }) });

const head = z.object({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  items: z.array(z.unknown()).optional(),
  spec: z.unknown().optional(),
  metadata: z
    .object({
      name: z.string().optional(),
      generateName: z.string().optional(),
      namespace: z.string().nullish(),
      labels: z.record(z.string(), z.unknown()).nullish().catch(undefined),
      annotations: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    })
    .optional(),
});

/** Documents of a usual size between two turns of the event loop: about 10 ms. */
const AT_ONCE = 50;
/** Lists within lists deeper than this, made by no program. */
const MAX_LISTS = 8;

/**
 * Every object in a text, with a turn of the event loop after some documents.
 * @param file its name, for messages
 * @throws ReadError: `malformed`, if any document is not an object of Kubernetes: part of a source proves nothing; the
 *   signal's reason when it is aborted
 */
export async function* declaredIn(text: string, file: string, signal?: AbortSignal): AsyncIterable<Declared> {
  let count = 0;
  for await (const { value, line } of valuesIn(text, file, signal)) {
    yield* objectsIn(value, `${file}:${line}`);
    if (++count % AT_ONCE === 0) await turn();
    signal?.throwIfAborted();
  }
}

async function* valuesIn(text: string, file: string, signal: AbortSignal | undefined): AsyncIterable<Placed> {
  // JSON is read ten times as fast so.
  const values = await jsonValues(text);
  if (values !== undefined) {
    yield* values;
    return;
  }
  for await (const { document, line } of yamlDocuments(text, file, signal)) {
    yield { value: plain(document, `${file}:${line}`), line };
  }
}

function plain(document: { toJS(options: { maxAliasCount: number }): unknown }, at: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    throw malformed(at, 'its anchors stand for too many copies');
  }
}

/** A document without content is none; a `List` is its items, and so is an array. */
function objectsIn(value: unknown, at: string, lists = 0): readonly Declared[] {
  if (value === null || value === undefined) return [];
  if (lists > MAX_LISTS) throw malformed(at, `it has lists within lists, more than ${MAX_LISTS} of them`);
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(item, at, lists + 1));
  const read = head.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw malformed(
      at,
      `it is not an object of Kubernetes: ${issue?.path.join('.') || 'the document'} is missing or odd`,
    );
  }
  const { apiVersion, kind, items, metadata = {}, spec } = read.data;
  const { name = '', namespace, generateName, labels, annotations } = metadata;
  // A list has no name. An object with one is itself, and a custom resource may be called so; but kubectl takes each with
  // `items` for a list, whatever its name.
  if (items !== undefined && kind.endsWith('List') && name === '') return objectsIn(items, at, lists);
  const listed = (items ?? []).filter(isObject).flatMap((item) => objectsIn(item, at, lists + 1));
  if (name === '' && !generateName) throw malformed(at, `the ${kind} has no name`);
  const policy = annotations?.[RESOURCE_POLICY];
  const reference = { group: groupOf(apiVersion), kind, namespace: namespace ?? '', name };
  const defined = kind === 'CustomResourceDefinition' ? definition.safeParse(spec).data : undefined;
  return [
    {
      ...{ ...reference, at },
      ...(name === '' && generateName ? { generateName, labels: labels ?? {} } : {}),
      ...(policy === undefined || policy === null ? {} : { helmPolicy: String(policy) }),
      ...(defined ? { defines: { group: defined.group, kind: defined.names.kind } } : {}),
    },
    ...listed,
  ];
}

function isObject(item: unknown): boolean {
  const { items, metadata } = head.safeParse(item).data ?? {};
  return items !== undefined || Boolean(metadata?.name || metadata?.generateName);
}
