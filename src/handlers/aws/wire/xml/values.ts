/** The text of an element → the value of its member, as the SDK makes it. */
import { FromStringShapeDeserializer } from '@smithy/core/protocols';
import type { NormalizedSchema } from '@smithy/core/schema';
import { refuse } from './notXml.ts';

/** Of the three protocols in XML: RFC 3339, unless the schema says otherwise. */
const RFC_3339 = 5;
/** A time of which the schema says nothing more. */
const TIME = 4;
/** As AWS writes most times, except on days that not every month has. The SDK takes three times as long for them. */
const PLAIN_TIME =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;
const settings = { httpBindings: false, timestampFormat: { useTrait: true, default: RFC_3339 } } as const;

/** @returns what makes the value of a text. It throws for a text that is no number, truth value, time or base 64 */
export function valueMaker(schema: NormalizedSchema): (text: string, at: number) => unknown {
  if (schema.isStringSchema() && schema.getMergedTraits().mediaType === undefined) return (text) => text;
  if (schema.isBooleanSchema()) return truth;
  if (schema.isNumericSchema()) return number;
  const sdk = new FromStringShapeDeserializer(settings);
  const shape = schema.getSchema();
  if (shape !== TIME && shape !== RFC_3339) return (text) => sdk.read(schema, text);
  return (text) => (PLAIN_TIME.test(text) ? new Date(text) : sdk.read(schema, text));
}

/** The SDK reads every other word as false; no text is false for it, too. */
function truth(text: string, at: number): boolean {
  if (text === 'true') return true;
  if (text === 'false' || text === '') return false;
  const word = text.toLowerCase();
  return word === 'true' || (word === 'false' ? false : refuse(`${quoted(text)}, which is no truth value`, at));
}

/** The SDK reads every other text as `NaN`; no text is 0 for it, too. */
function number(text: string, at: number): number {
  const value = Number(text);
  return Number.isNaN(value) && text.trim() !== 'NaN' ? refuse(`${quoted(text)}, which is no number`, at) : value;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
