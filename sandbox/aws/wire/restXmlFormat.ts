import type { Format } from './format.ts';
import { restDecoder, routesOf } from './restFormat.ts';
import type { OperationSchema } from './schema.ts';
import { xmlEncoder } from './xml.ts';
import { queryError } from './xmlFormat.ts';
import { fromXml } from './xmlInput.ts';

/**
 * restXml: https://smithy.io/2.0/aws/protocols/aws-restxml-protocol.html. Bodies are XML; members of an answer that belong
 * in its headers (`Location`) are in the body too, where the SDK ignores them.
 */
export function restXmlFormat(operations: readonly OperationSchema[], namespace: string): Format {
  return {
    contentType: 'text/xml;charset=UTF-8',
    claims: () => false,
    operationOf: routesOf(operations),
    codec(schema) {
      const { name, input, output, http } = schema;
      const inner = xmlEncoder(output);
      const open = `<${name}Response xmlns="${namespace}">`;
      return {
        decode: restDecoder(schema, (body) => fromXml(input, body)),
        encode: (value) => ({
          body: `<?xml version="1.0" encoding="UTF-8"?>\n${open}${inner(value)}</${name}Response>`,
          ...(http ? { status: http.status } : {}),
        }),
      };
    },
    encodeError: (error, requestId) => queryError(error, requestId, namespace),
  };
}
