import type { FunctionCodeLocation, FunctionConfiguration } from '@aws-sdk/client-lambda';
import { plainKind } from '../collections/kind.ts';

/** A function with the place of its code, which only GetFunction answers. */
interface FunctionRow extends FunctionConfiguration {
  readonly code?: FunctionCodeLocation;
}

/** Each version is one of its own. */
export const functions = plainKind<'function', Partial<FunctionRow>, FunctionRow>('function', {
  make: (given, { ids }) => ({
    Version: '$LATEST',
    ...given,
    FunctionName: given.FunctionName ?? ids.next('function'),
  }),
  keyOf: ({ FunctionName, Version }) => `${FunctionName}:${Version}`,
});
