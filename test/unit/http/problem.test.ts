import { expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import { invalidField, Problem, problemDocument, problemOf } from '../../../src/http/app/problem.ts';

test('P12 RFC 9457: type, title, status, detail, and each field with why', () => {
  expect(problemDocument(invalidField('body.until', 'must be in the future'), 'req-1')).toEqual({
    type: 'urn:holystone:problem:badRequest',
    title: 'The request is not valid',
    status: 400,
    detail: 'body.until: must be in the future',
    code: 'badRequest',
    requestId: 'req-1',
    errors: [{ field: 'body.until', why: 'must be in the future' }],
  });
});

test.each([
  [new StoreError('reading marks: redis://10.0.0.1 is gone'), 503],
  [new TypeError('x is not a function'), 500],
  ['a string', 500],
  [undefined, 500],
  [Object.assign(new Error('secret'), { statusCode: 502 }), 500],
])('P12 the answer shows nothing of an internal error: %p', (thrown, status) => {
  const problem = problemOf(thrown);
  expect(problem.status).toBe(status);
  expect(problem.message).not.toMatch(/redis|function|secret|string/);
});

test('P12 a refusal of the framework keeps its meaning', () => {
  expect(problemOf(Object.assign(new Error('Body is too large'), { statusCode: 413 })).code).toBe('tooLarge');
});

test('a problem stays itself', () => {
  const problem = new Problem('conflict', 'it has changed');
  expect(problemOf(problem)).toBe(problem);
});

test('P12 an address that cannot be read is not repeated: it may hold a link', () => {
  const bad = Object.assign(new Error("'/o/S3CR3T%E0' is not a valid url component"), {
    statusCode: 400,
    code: 'FST_ERR_BAD_URL',
  });
  expect(problemOf(bad).message).toBe('The address is not valid percent-encoding.');
});
