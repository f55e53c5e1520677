import type { AwsError } from '../collections/errors.ts';
import type { Codec, Encoded, Format } from './format.ts';
import { inputDecoder } from './query.ts';
import type { OperationSchema } from './schema.ts';
import { escapeXml, wrap, xmlEncoder } from './xml.ts';

interface XmlService {
  /** `Version` in the form. */
  readonly version: string;
  readonly namespace: string;
  readonly protocol: 'ec2' | 'query';
}

/** ec2Query and awsQuery: the input is a form, the output XML. */
export function xmlFormat({ version, namespace, protocol }: XmlService): Format {
  return {
    contentType: 'text/xml;charset=UTF-8',
    claims: ({ form }) => form.get('Version') === version,
    operationOf: ({ form }) => form.get('Action') ?? '',
    codec: (schema) => codec(schema, protocol, namespace),
    encodeError: protocol === 'ec2' ? ec2Error : (error, requestId) => queryError(error, requestId, namespace),
  };
}

function codec(schema: OperationSchema, protocol: XmlService['protocol'], namespace: string): Codec {
  const decode = inputDecoder(schema.input, protocol);
  const inner = xmlEncoder(schema.output);
  const isUnit = schema.output.isUnitSchema();
  const open = `<${schema.name}Response xmlns="${namespace}">`;
  const close = `</${schema.name}Response>`;
  const ec2 = (output: object, requestId: string) =>
    `${XML}${open}<requestId>${requestId}</requestId>${isUnit ? '<return>true</return>' : inner(output)}${close}`;
  const query = (output: object, requestId: string) =>
    `${XML}${open}${isUnit ? '' : wrap(`${schema.name}Result`, inner(output))}` +
    `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>${close}`;
  const encode = protocol === 'ec2' ? ec2 : query;
  return { decode: ({ form }) => decode(form), encode: (output, requestId) => ({ body: encode(output, requestId) }) };
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

function ec2Error(error: AwsError, requestId: string): Encoded {
  const inner = wrap('Code', error.code) + wrap('Message', escapeXml(error.message));
  const body = `${XML}<Response><Errors><Error>${inner}</Error></Errors><RequestID>${requestId}</RequestID></Response>`;
  return { body };
}

/** An error as awsQuery and restXml write it. */
export function queryError(error: AwsError, requestId: string, namespace: string): Encoded {
  const type = error.status >= 500 ? 'Receiver' : 'Sender';
  const inner = wrap('Type', type) + wrap('Code', error.code) + wrap('Message', escapeXml(error.message));
  const request = wrap('RequestId', requestId);
  return { body: `<ErrorResponse xmlns="${namespace}"><Error>${inner}</Error>${request}</ErrorResponse>` };
}
