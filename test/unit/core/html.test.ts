import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapeHtml, html, raw } from '../../../src/core/html.ts';
import { shorten, visible } from '../../../src/core/visible.ts';

describe('html', () => {
  test('P3 markup in data is shown, not run', () => {
    const name = `<img src=x onerror="alert('1')">&amp;`;
    expect(html`<b title="${name}">${name}</b>`.markup).not.toMatch(/<img|"alert|&amp;/);
    expect(html`${'<&>'}`.markup).toBe('&#60;&#38;&#62;');
  });

  test('P3 no data can end a quoted attribute or open a tag', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"'`]/.test(escapeHtml(text))));
  });

  test('P3 direction marks and control characters are named', () => {
    expect(html`${'a\u202Eb\u0007c\u200Bd'}`.markup).toBe('a[U+202E]b[U+0007]c[U+200B]d');
  });

  test('templates nest, lists are joined, nothing is nothing', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}${undefined}${null}${false}${0}</ul>`.markup).toBe(
      '<ul><li>a</li><li>&#60;b&#62;</li>0</ul>',
    );
  });

  test('only what is marked raw stays markup; an object that looks like it does not', () => {
    const forged = { markup: '<script>' } as unknown as string;
    expect(html`${raw('<hr>')}${forged}`.markup).toBe('<hr>[object Object]');
  });
});

describe('visible', () => {
  test('P3 one line stays one line', () => {
    expect(visible('name\r\nBcc: x\u2028y')).toBe('name[U+000D][U+000A]Bcc: x[U+2028]y');
  });

  test('letters of every script and symbols stay', () => {
    const text = 'größe – 東京 – שלום – 🚀';
    expect(visible(text)).toBe(text);
  });

  test('shortening never cuts a character in two', () => {
    expect([shorten('🚀🚀🚀', 2), shorten('abc', 3)]).toEqual(['🚀…', 'abc']);
  });
});
