import type { Service } from '../../wire/service.ts';
import { CHANGES } from './changes.ts';
import { OBJECTS } from './objects.ts';
import { tag, XML } from './wire.ts';

/**
 * The necessary operations on buckets and objects, with the bucket in the path. S3 uses REST in XML, with its input in headers:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html, errors:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export function s3(): Service {
  return {
    id: 'S3',
    signingName: 's3',
    protocol: 's3',
    contentType: 'application/xml',
    claims: () => false,
    operationOf: ({ method, path, query }) => {
      const isObject = /^\/[^/]+\/./.test(path);
      const methods = OF_QUERY.find(([key]) => query.has(key))?.[1];
      if (path === '/' && method === 'GET') return 'ListBuckets';
      const name = (methods ?? (isObject ? OBJECT_METHODS : BUCKET_METHODS))[method];
      return name ?? `${method} ${path}`;
    },
    operation: (name) => OBJECTS[name] ?? CHANGES[name],
    encodeError: ({ code, message }, requestId) => ({
      body: `${XML}<Error>${tag('Code', code)}${tag('Message', message)}${tag('RequestId', requestId)}</Error>`,
    }),
  };
}

type Methods = Readonly<Record<string, string>>;
/** Some operations are a word in the query; the others follow from the method and from the path. */
const OF_QUERY: readonly (readonly [string, Methods])[] = [
  ['delete', { POST: 'DeleteObjects' }],
  ['tagging', { DELETE: 'DeleteObjectTagging', GET: 'GetObjectTagging', PUT: 'PutObjectTagging' }],
  ['versioning', { GET: 'GetBucketVersioning' }],
  ['versions', { GET: 'ListObjectVersions' }],
];
const OBJECT_METHODS: Methods = { DELETE: 'DeleteObject', GET: 'GetObject', HEAD: 'HeadObject', PUT: 'PutObject' };
const BUCKET_METHODS: Methods = { GET: 'ListObjectsV2', PUT: 'CreateBucket' };
