/** Answers written along the schemas of every operation, and what becomes of them when their bytes change. */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
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

/** A space between two tags is a text for the SDK, which then has no items; see wellFormed.test.ts. */
const MISREAD = />[ \t\r]+</;
