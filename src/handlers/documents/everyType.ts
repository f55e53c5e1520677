import { z } from 'zod';
import type { Handler } from '../contract/handler.ts';
import type { Meaning } from './document.ts';
import { type ExternalReferences, externalReferencesParameter } from './parameters.ts';
import { externalReferences } from './references.ts';

interface Parameters {
  readonly evidence?: { readonly externalReferences?: readonly ExternalReferences[] };
}

/**
 * A type whose resources documents may name, too: the key `evidence.externalReferences` and its source. Types that have them by
 * themselves, because their documents mean more, stay as they are.
 * @param meaning what an id in a document means beside itself
 */
export function withReferences(handler: Handler, meaning?: Meaning): Handler {
  if (handler.evidence.some(({ name }) => name === 'externalReferences')) return handler;
  const given = handler.parameters instanceof z.ZodObject ? evidenceOf(handler.parameters) : undefined;
  if (!(handler.parameters instanceof z.ZodObject) || given === undefined)
    throw new Error(`the keys of the type ${handler.resourceType} take no \`evidence.externalReferences\``);
  const evidence = z
    .strictObject({ ...given, externalReferences: externalReferencesParameter })
    .prefault({})
    .describe('How Holystone reads evidence about users.');
  const source = externalReferences<Parameters>((parameters) => parameters.evidence?.externalReferences ?? [], meaning);
  return {
    ...handler,
    parameters: handler.parameters.safeExtend({ evidence }) as unknown as Handler['parameters'],
    evidence: [...handler.evidence, source as Handler['evidence'][number]],
  };
}

/** The keys that a type has below `evidence` by itself; `undefined`: they cannot be extended. */
function evidenceOf({ shape }: z.ZodObject): z.ZodRawShape | undefined {
  const { evidence } = shape;
  if (evidence === undefined) return {};
  const inner = evidence instanceof z.ZodPrefault ? evidence.unwrap() : evidence;
  return inner instanceof z.ZodObject ? inner.shape : undefined;
}
