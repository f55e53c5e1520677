import { describe, expect, test } from '@jest/globals';
import { matchesStars } from '../../../src/core/common/stars.ts';
import {
  isOneTooMany,
  MAX_KEEP_PATTERNS,
  matchesPattern,
  patternPrefix,
  readKeepPattern,
} from '../../../src/core/owner/keepPattern.ts';
import {
  findOptOut,
  isAbout,
  type OptOut,
  type OptOuts,
  targetKey,
  targetsOf,
} from '../../../src/core/owner/optOut.ts';
import { previewed, previewOf } from '../../../src/core/owner/patternPreview.ts';
import { resource } from '../../support/evaluation.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const keeping = (value: string, until: OptOut['until'] = 'forever'): OptOut => ({
  target: { kind: 'pattern', value },
  until,
  actor: 'ann@example.com',
  at: NOW,
});
const all = (...optOuts: readonly OptOut[]): OptOuts => new Map(optOuts.map((one) => [targetKey(one.target), one]));

describe('R6 L62 a person keeps by a pattern', () => {
  test.each([
    ['gro\u0308n-*', 'gr\u00f6n-1'],
    ['gr\u00f6n-*', 'gro\u0308n-1'],
    ['gro\u0308n-*', 'gro\u0308n-1'],
    ['golden-*', 'gold\u200ben-1'],
    ['*-prod', 'web-prod '],
  ])('L114 %j keeps what people take for it, such as %j', (text, name) => {
    const read = readKeepPattern(text);
    const patterns = [text, read.kind === 'pattern' ? read.value : ''];
    for (const pattern of patterns) {
      expect(findOptOut(resource('i-1', { name }), all(keeping(pattern)), NOW)).toBeDefined();
      expect(previewOf(pattern, [{ id: 'i-1', name }], false).matching).toBe(1);
    }
    // The scripts in Redis compare the stored pattern as it is.
    const texts = targetsOf({ id: 'i-1', name }).map((target) => target.replace(/^(?:id|name):/, ''));
    expect(texts.some((one) => matchesStars(patterns[1] ?? '', one))).toBe(true);
  });

  test.each([
    ['release-*', 'release-1', true],
    ['release-*', 'release-', true],
    ['release-*', 'xrelease-1', false],
    ['release-*', 'Release-1', false],
    ['*-prod', 'web-prod', true],
    ['*-prod', 'web-prod2', false],
    ['v*.*.0', 'v1.2.0', true],
    ['v*.*.0', 'v1.20', false],
    ['a*a', 'a', false],
    ['r.l*', 'rel', false],
    ['%a*', 'x', false],
  ])('R6 %j keeps %j: %p', (pattern, id, is) => {
    expect(matchesPattern(pattern, id)).toBe(is);
    expect(findOptOut(resource(id), all(keeping(pattern)), NOW) !== undefined).toBe(is);
    expect(isAbout(keeping(pattern), { id })).toBe(is);
  });

  test.each([
    ['golden-*', 'golden-2026', true],
    ['golden-*', 'Golden-2026', false],
    ['golden-*', 'my-golden-1', false],
    ['golden-*', '', false],
    ['g*', undefined, false],
  ])('L99 %j keeps what has the name %j: %p', (pattern, name, is) => {
    const about = { id: 'ami-1', ...(name === undefined ? {} : { name }) };
    expect(isAbout(keeping(pattern), about)).toBe(is);
    expect(findOptOut(resource('ami-1', { name: name ?? '' }), all(keeping(pattern)), NOW) !== undefined).toBe(is);
  });

  test('L99 a person sees the names of what a pattern would keep, each once', () => {
    const marked = [
      { id: 'ami-2', name: 'golden-2' },
      { id: 'golden-1', name: 'golden-1' },
      { id: 'ami-3', name: 'x' },
    ];
    const preview = previewOf('golden-*', marked, false);
    expect(preview).toMatchObject({ matching: 2, ids: ['ami-2', 'golden-1'], names: ['golden-2', ''], marks: 3 });
    expect(previewed(preview)).toEqual(['golden-2 (ami-2)', 'golden-1']);
  });

  test('R6 the first twenty by their ids are shown, in whatever order they were read, and all are counted', () => {
    const ids = Array.from({ length: 25 }, (_, n) => `v-${String.fromCharCode(97 + n)}`);
    const marked = [...ids.slice(10), ...ids.slice(0, 10).toReversed()].map((id) => resource(id, { name: '' }));
    const first = ids.slice(0, 20);
    expect(previewOf('v-*', marked, true)).toEqual({
      matching: 25,
      ids: first,
      names: first.map(() => ''),
      marks: 25,
      isPartial: true,
    });
  });

  test('R6 it keeps until its date, and the one that lasts longest says so', () => {
    expect(findOptOut(resource('v1'), all(keeping('v*', NOW)), NOW)).toBeUndefined();
    const [short, long] = [keeping('v*', NOW + 1), keeping('*1')];
    expect(findOptOut(resource('v1'), all(short, long), NOW)).toEqual(long);
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['*', 'all'],
    ['***', 'all'],
    ['release-1', 'noStar'],
    ['release\n*', 'characters'],
    ['release\u2028*', 'characters'],
    ['\0*', 'characters'],
    ['release\u200b-*', 'characters'],
    ['\u202egpj.*', 'characters'],
    ['\ud800*', 'characters'],
    [`${'x'.repeat(200)}*`, 'long'],
  ])('R6 %j is no pattern: %s', (text, problem) => {
    expect(readKeepPattern(text)).toMatchObject({ kind: 'invalid', problem });
  });

  test.each([
    ['', 'is empty'],
    ['*', 'would keep everything: keep the group in its place'],
    ['release-1', 'has no *: keep the resource by its id'],
    ['a\n*', 'has a line break or another invisible character: * can stand for it'],
    [`${'x'.repeat(200)}*`, 'is longer than 200 characters'],
  ])('R6 Law 15 a person reads why %j is no pattern', (text, why) => {
    expect(readKeepPattern(text)).toMatchObject({ why });
  });

  test.each(['*-prod', '**a', `${'x'.repeat(199)}*`])('R6 %j is a pattern', (value) => {
    expect(readKeepPattern(value)).toEqual({ kind: 'pattern', value });
  });

  test('R6 spaces around a pattern do not count', () => {
    expect(readKeepPattern(' release-* ')).toEqual({ kind: 'pattern', value: 'release-*' });
  });

  test.each([
    [{ id: 'shop/web:v1', group: 'shop/web', location: 'us-east-1' }, 'shop/web:'],
    [{ id: 'v1', group: 'shop/web', location: 'shop/web' }, ''],
    [{ id: 'ami-1', group: 'web', location: 'us-east-1' }, undefined],
    [{ id: 'v1', group: undefined, location: 'shop/web' }, undefined],
    [{ id: ':v1', group: '', location: '' }, undefined],
    [{ id: '*:v1', group: '*', location: 'us-east-1' }, undefined],
  ])('R6 of a group only its own resources: %j → %j', (of, prefix) => {
    expect(patternPrefix(of)).toBe(prefix);
  });

  test('R6 a namespace has at most so many patterns; one that it already has may be stored again', () => {
    const stored = Array.from({ length: MAX_KEEP_PATTERNS }, (_, n) => ({ target: { value: `release-${n}-*` } }));
    expect(isOneTooMany(stored, 'other-*')).toBe(true);
    expect(isOneTooMany(stored, 'release-0-*')).toBe(false);
    expect(isOneTooMany(stored.slice(1), 'other-*')).toBe(false);
    expect(isOneTooMany([...stored.slice(1), ...stored.slice(1)], 'other-*')).toBe(false);
  });
});
