import type { Format } from './format.ts';
import { fromJson, ownName, refuseMissing, toJson } from './json.ts';

interface JsonService {
  /** `AmazonSSM` in `X-Amz-Target: AmazonSSM.GetParameters`. */
  readonly target: string;
  /** `1.0` or `1.1`. */
  readonly version: string;
}

/** awsJson1.0 and awsJson1.1: https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html */
export function jsonFormat({ target, version }: JsonService): Format {
  const split = (header: unknown) => String(header ?? '').split('.');
  return {
    contentType: `application/x-amz-json-${version}`,
    claims: ({ headers }) => split(headers['x-amz-target'])[0] === target,
    operationOf: ({ headers }) => split(headers['x-amz-target'])[1] ?? '',
    codec: ({ input, output }) => ({
      decode({ body }) {
        const value = fromJson(input, body, ownName);
        refuseMissing(input, value);
        return value;
      },
      encode: (value) => ({ body: JSON.stringify(toJson(output, value, ownName)) }),
    }),
    encodeError: ({ code, message }) => ({ body: JSON.stringify({ __type: code, message }) }),
  };
}
