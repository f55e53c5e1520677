import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import { plainKind } from '../collections/kind.ts';

/** Each version is one of its own. */
export const functions = plainKind<'function', Partial<FunctionConfiguration>, FunctionConfiguration>('function', {
  make: (given, { ids }) => ({
    Version: '$LATEST',
    ...given,
    FunctionName: given.FunctionName ?? ids.next('function'),
  }),
  keyOf: ({ FunctionName, Version }) => `${FunctionName}:${Version}`,
});
