import { expect, test } from '@jest/globals';
import {
  imageMarkTag,
  isImageMark,
  markOfImage,
  markOfObject,
  objectTagsWith,
} from '../../../src/handlers/aws/resources/cdk/marks.ts';

const AT = new Date('2026-03-01T12:00:00.123Z');
const NOW = AT.getTime() + 1;
const marked = { kind: 'marked', at: AT };

test('K9 a mark that is written on an object or an image is read with its age', () => {
  expect(markOfObject(objectTagsWith({}, AT) ?? {}, NOW)).toEqual(marked);
  expect(markOfImage(['ab'.repeat(32), imageMarkTag(7, AT)], NOW)).toEqual(marked);
});

test('K17 marks have the form of cdk gc', () => {
  expect(objectTagsWith({}, AT)).toEqual({ 'aws-cdk:isolated': '1772366400123' });
  expect(imageMarkTag(7, AT)).toBe('7-aws-cdk.isolated-1772366400123');
});

test('K9 other object tags survive marking, marking again and unmarking', () => {
  const tags = { owner: 'team-a', 'aws-cdk:isolated': '1' };
  expect(objectTagsWith(tags, AT)).toEqual({ owner: 'team-a', 'aws-cdk:isolated': String(AT.getTime()) });
  expect(objectTagsWith(tags, undefined)).toEqual({ owner: 'team-a' });
});

test('K9 an object with ten other tags takes no mark, and one that is marked already does', () => {
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`tag${index}`, 'x']));
  expect(objectTagsWith({ ...nine, tenth: 'x' }, AT)).toBeUndefined();
  expect(objectTagsWith({ ...nine, 'aws-cdk:isolated': '1' }, AT)).toBeDefined();
});

test.each([
  ['yesterday'],
  [''],
  ['0'],
  ['1772366400'],
  ['-772366400123'],
  ['1.77236640012'],
  ['17723664001234'],
  ['NaN'],
])('K10 the value %j is no mark of any age', (value) => {
  expect(markOfObject({ 'aws-cdk:isolated': value }, NOW).kind).toBe('unreadable');
  expect(markOfImage([`0-aws-cdk.isolated-${value}`], NOW).kind).toBe('unreadable');
});

test('K11 a mark of the future is no mark of any age', () => {
  expect(markOfImage([imageMarkTag(0, AT)], AT.getTime() - 1).kind).toBe('unreadable');
  expect(markOfImage([imageMarkTag(0, AT)], AT.getTime())).toEqual(marked);
});

test('K9 of several marks on an image the latest counts, and an unreadable one spoils them all', () => {
  const later = imageMarkTag(1, AT);
  const earlier = imageMarkTag(0, new Date(AT.getTime() - 1_000));
  expect(markOfImage([later, earlier], NOW)).toEqual(marked);
  expect(markOfImage([earlier, later], NOW)).toEqual(marked);
  expect(markOfImage([earlier, '2-aws-cdk.isolated-yesterday'], NOW).kind).toBe('unreadable');
});

test('K9 a tag that only resembles a mark is none', () => {
  expect(markOfObject({ 'aws-cdk-isolated': '1772366400123' }, NOW)).toEqual({ kind: 'none' });
  expect(markOfImage(['aws-cdk.isolated-1772366400123', 'latest'], NOW)).toEqual({ kind: 'none' });
  expect(isImageMark('latest')).toBe(false);
});
