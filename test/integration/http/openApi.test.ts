import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApi } from '../../../src/http/operator/openapi/document.ts';
import { OPERATIONS } from '../../../src/http/operator/openapi/operations.ts';
import { stateForAll } from '../state/support.ts';
import { siteForAll, startOperator } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startOperator(store));
let document: OpenApi;

beforeAll(async () => {
  document = (await (await fetch(`${site.url}/api/openapi.json`)).json()) as OpenApi;
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
  );

/** Our own formats are those of JSON Schema, which Ajv names only as annotations here. */
function compile(schema: object): ValidateFunction {
  return new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
}

interface WithBody {
  readonly content: { readonly 'application/json': { readonly schema: object } };
}

function bodyOf(path: string, method: string): ValidateFunction {
  const request = document.paths[path]?.[method]?.requestBody;
  if (request === undefined) throw new Error(`${method} ${path} has no body in the document`);
  return compile((request as WithBody).content['application/json'].schema);
}

describe('the API describes itself', () => {
  test('P10 the document names every route of the API, and no route besides', () => {
    expect(
      operations()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(Object.keys(OPERATIONS).toSorted());
  });

  test('P10 the document declares every parameter that its addresses name', () => {
    const missing = operations().filter(({ key, operation }) => {
      const named = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return named.some((name) => !operation.parameters.some((one) => one.in === 'path' && one.name === name));
    });
    expect(missing).toEqual([]);
  });

  test('P10 the filters of marks are in the document, none of them required', () => {
    const query = document.paths['/marks']?.get?.parameters ?? [];
    expect(query.map(({ name, required }) => [name, required])).toEqual([
      ['namespace', false],
      ['type', false],
      ['owner', false],
      ['dueBefore', false],
      ['cursor', false],
      ['limit', false],
      ['state', false],
      ['account', false],
      ['location', false],
      ['group', false],
      ['entry', false],
      ['q', false],
      ['sort', false],
      ['order', false],
    ]);
    expect(query.find(({ name }) => name === 'limit')?.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 500,
    });
  });

  test.each([
    [{ on: true, reason: 'a drill' }, 200],
    [{ on: 'yes' }, 400],
    [{ on: true, why: 'unknown field' }, 400],
  ])('P12 the kill switch and its schema agree about %j', async (body, status) => {
    const answer = await fetch(`${site.url}/api/v1/kill-switch`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([answer.status, bodyOf('/kill-switch', 'put')(body)]).toEqual([status, status === 200]);
  });

  test('P12 a refusal has the shape that the document gives it', async () => {
    const answer = await fetch(`${site.url}/api/v1/marks?limit=0`);
    const { schemas } = document.components as { schemas: { Problem: object } };
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(compile(schemas.Problem)(await answer.json())).toBe(true);
  });

  test('P10 the page at /api/docs shows every operation without a script', async () => {
    const answer = await fetch(`${site.url}/api/docs`);
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toContain('<script');
    const absent = Object.keys(OPERATIONS).filter((key) => !html.includes(`<h2>${key}</h2>`));
    expect(absent).toEqual([]);
  });
});

test('P11 the document and its page need a token where tokens are configured', async () => {
  const guarded = await startOperator(store, {
    tokens: [{ name: 'ann', secret: 'a secret of the tests, long enough', access: 'reader' }],
  });
  try {
    const statuses = await Promise.all(
      ['/api/openapi.json', '/api/docs'].map(async (path) => (await fetch(`${guarded.url}${path}`)).status),
    );
    expect(statuses).toEqual([401, 401]);
  } finally {
    await guarded.app.close();
  }
});
