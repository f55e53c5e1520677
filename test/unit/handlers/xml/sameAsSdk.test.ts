/** Answers written along the schemas of every operation, and what becomes of them when their bytes change. */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { NormalizedSchema } from '@smithy/core/schema';
import fc from 'fast-check';
import type { DecodedItems } from '../../../../src/handlers/aws/calls/decodedItems.ts';
import { damaged } from '../../../support/damaged.ts';
import { runsOf } from '../../../support/sampled.ts';
import { drawAnswer, drawing } from '../../../support/xmlAnswers.ts';
import {
  type Protocol,
  protocolOf,
  readBoth,
  type XmlOperation,
  xmlOperations,
} from '../../../support/xmlProtocols.ts';

let operations: readonly XmlOperation[];
beforeAll(async () => {
  const s3 = await protocolOf('s3');
  operations = [...(await xmlOperations()), ...every(s3)];
});

/** An operation with every kind of shape that the tables lack. */
function every(sdk: Protocol): readonly XmlOperation[] {
  const self = () => shape;
  const shape = [
    3,
    'test',
    'Kinds',
    0,
    ['Bytes', 'Big', 'Exact', 'HttpDate', 'Epoch', 'Map', 'FlatMap', 'Numbers', 'Flat', 'Selves', 'Self'],
    [
      21,
      17,
      19,
      6,
      7,
      128,
      [128, { xmlFlattened: 1 }],
      65,
      0,
      [1, 'test', 'Selves', 0, [self, { xmlName: 'self' }]],
      self,
    ],
  ];
  (shape[5] as unknown[])[8] = [[1, 'test', 'Flats', 0, self], { xmlFlattened: 1 }];
  return [
    {
      api: 'test:Kinds',
      sdk,
      operation: { name: 'test#Kinds', namespace: 'test', traits: 0, input: 'unit', output: shape } as never,
    },
  ];
}

/** Numbers that stand for an operation, and for an answer to it. */
const answers = fc.tuple(fc.nat(), fc.integer());

function drawn([nth, seed]: readonly [number, number]): XmlOperation & { readonly body: string } {
  const one = operations[nth % operations.length] as XmlOperation;
  return { ...one, body: drawAnswer(drawing(seed), one.sdk.getShapeId(), one.operation) };
}

describe('Law 1 an answer to any operation', () => {
  test('is read as the SDK reads it', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (numbers) => {
        const { sdk, operation, body } = drawn(numbers);
        const both = await readBoth(sdk, operation, body);
        expect(both.own).toStrictEqual(both.sdk);
        expect(both.own).toHaveProperty('answer');
      }),
      { numRuns: runsOf(400, 20_000), endOnFailure: true },
    );
  });

  test('is never read where the SDK refuses it, and never as something else, whatever happened to its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(answers, damaged, async (numbers, damage) => {
        const { sdk, operation, body } = drawn(numbers);
        const bytes = damage(Buffer.from(body));
        const both = await readBoth(sdk, operation, bytes);
        if ('error' in both.own) return;
        expect(both.sdk).toHaveProperty('answer');
        if (!MISREAD.test(bytes.toString())) expect(isDeepStrictEqual(both.own, both.sdk)).toBe(true);
      }),
      { numRuns: runsOf(1_500, 100_000), endOnFailure: true },
    );
  });
});

/** A list of the answer with each nth member of its items; `undefined`: it has no list of structures. */
function someItems({ operation }: XmlOperation, nth: number): DecodedItems | undefined {
  const output = NormalizedSchema.of(operation.output);
  if (!output.isStructSchema()) return undefined;
  const lists = [...output.structIterator()].filter(([, one]) => one.isListSchema());
  const [list] = lists.filter(([, one]) => one.getValueSchema().isStructSchema());
  if (!list) return undefined;
  const keys = [...list[1].getValueSchema().structIterator()].map(([key]) => key);
  const chosen = keys.filter((_key, at) => at % nth === 0);
  return { list: list[0], members: Object.fromEntries(chosen.map((key) => [key, true])) };
}

/** The answer as a reader of only these items should have it. */
function withoutOthers(answer: object, { list, members }: DecodedItems): object {
  const items = (answer as Record<string, readonly object[] | undefined>)[list];
  const left = (item: object) => Object.fromEntries(Object.entries(item).filter(([key]) => key in (members as object)));
  return items === undefined ? answer : { ...answer, [list]: items.map(left) };
}

describe('Law 13 an answer of which a part is decoded', () => {
  const parts = fc.record({ numbers: answers, nth: fc.integer({ min: 1, max: 4 }), cut: fc.nat() });

  test('has that part as the whole has it, and everything beside the list', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async ({ numbers, nth }) => {
        const one = drawn(numbers);
        const items = someItems(one, nth);
        if (!items) return;
        const both = await readBoth(one.sdk, one.operation, one.body, {}, items);
        expect(both.sdk).toHaveProperty('answer');
        const { answer } = both.sdk as { readonly answer: object };
        expect(both.own).toStrictEqual({ answer: withoutOthers(answer, items) });
      }),
      { numRuns: runsOf(400, 20_000), endOnFailure: true },
    );
  });

  test('is refused where it ends early, also within what is skipped', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async ({ numbers, nth, cut }) => {
        const one = drawn(numbers);
        const items = someItems(one, nth);
        // What stands behind the root may be missing.
        const bytes = Buffer.from(one.body.slice(0, one.body.lastIndexOf('</')));
        if (!items) return;
        const { own } = await readBoth(one.sdk, one.operation, bytes.subarray(0, cut % (bytes.length + 1)), {}, items);
        expect(own).toHaveProperty('error');
      }),
      { numRuns: runsOf(400, 20_000), endOnFailure: true },
    );
  });
});

/** A space between two tags is a text for the SDK, which then has no items; see wellFormed.test.ts. */
const MISREAD = />[ \t\r]+</;
