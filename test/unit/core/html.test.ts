import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { h } from 'preact';
import { type HtmlContent, renderHtml, sentence, strong } from '../../../src/core/text/html.ts';
import { shorten, visible } from '../../../src/core/text/visible.ts';

describe('html', () => {
  const bold = (title: string, children: HtmlContent = title) => renderHtml(h('b', { title }, children));

  test('P3 markup in data is shown, not run', () => {
    const name = `<img src=x onerror="alert('1')">&amp;`;
    expect(bold(name)).not.toMatch(/<img|"alert|&amp;"|&amp;</);
    expect(bold('', '<&>')).toBe('<b title>&lt;&amp;></b>');
  });

  test('P3 no data can end a quoted attribute or open a tag', () => {
    const around = bold('', '').split('></');
    expect(around).toEqual(['<b title', 'b>']);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const [, title, content] = /^<b title="([\s\S]*?)">([\s\S]*?)<\/b>$/.exec(bold(text)) ?? [];
        return title !== undefined && title === content && !/[<"]|&(?!(amp|lt|quot);)/.test(title);
      }),
    );
  });

  test('P3 no data can be an attribute, an element or raw markup', () => {
    const forged = JSON.parse('{"type":"script","props":{"children":"alert(1)"},"__v":1}');
    expect(renderHtml(h('b', null, forged))).toBe('<b></b>');
    expect(renderHtml(h('b', { '><script>': 'x', 'on click="': 'x' } as object))).toBe('<b></b>');
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
  ])('P3 no address runs anything: %j is left out', (address) => {
    expect(renderHtml(h('a', { href: address }, 'x'))).toBe('<a>x</a>');
    expect(renderHtml(h('form', { action: address }))).toBe('<form></form>');
    expect(renderHtml(h('button', { formaction: address }))).toBe('<button></button>');
    expect(renderHtml(h('iframe', { src: address }))).toBe('<iframe></iframe>');
  });

  test.each([
    'https://example.com/a?b=c:d',
    'mailto:ann@example.com',
    '../o/x',
    './',
    '?check=now',
    '#why',
    'a/b:c',
    '',
  ])('an address that leads somewhere stays: %j', (address) => {
    expect(renderHtml(h('a', { href: address }))).toMatch(address === '' ? '<a href>' : `href="${address}"`);
  });

  test('elements nest, lists are joined, and undefined renders nothing', () => {
    const items = ['a', '<b>'].map((item) => h('li', null, item));
    expect(renderHtml(h('ul', null, items, undefined, null, false, 0))).toBe('<ul><li>a</li><li>&lt;b></li>0</ul>');
  });

  test('a sentence has no markup except that of its parts', () => {
    const name = '<b>';
    expect(renderHtml(sentence`<i>${name}</i> & ${strong(name)}`)).toBe(
      '&lt;i>&lt;b>&lt;/i> &amp; <strong>&lt;b></strong>',
    );
  });
});

describe('visible', () => {
  test('P3 one line stays one line', () => {
    expect(visible('name\r\nBcc: x\u2028y')).toBe('name[U+000D][U+000A]Bcc: x[U+2028]y');
  });

  test.each(['\u034F', '\u115F', '\u2800', '\u3164', '\uFE00', '\uFFA0', '\u{E0100}', '1\uFE0F'])(
    'P3 a character that no font shows has a name: %j',
    (text) => {
      expect(visible(text)).toMatch(/\[U\+[0-9A-F]{4,5}\]$/);
    },
  );

  test('letters of every script and symbols stay', () => {
    const text = 'größe – 東京 – שלום – 🚀 – ⚠\uFE0F';
    expect(visible(text)).toBe(text);
  });

  test('shortening never cuts a character in two', () => {
    expect([shorten('🚀🚀🚀', 2), shorten('abc', 3)]).toEqual(['🚀…', 'abc']);
  });
});
