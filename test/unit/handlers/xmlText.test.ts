/** The long text of an XML answer, cut out of it. */
import { describe, expect, test } from '@jest/globals';
import { cutText } from '../../../src/handlers/aws/wire/xmlText.ts';

const HEAD = '<R xmlns="x"><Result><Stages><member>Original</member></Stages>';
const TAIL = '<More>a &amp; b</More></Result></R>';
const answer = (text: string) => `${HEAD}<Body>${text}</Body>${TAIL}`;

describe('a text in an answer', () => {
  test.each([
    ['plain', 'Resources: {}', 'Resources: {}'],
    ['with quotes', '{&quot;a&quot;:&quot;b&quot;}', '{"a":"b"}'],
    ['with all entities', '&lt;&gt;&amp;&apos;&quot;', `<>&'"`],
    ['with characters by number', '&#97;&#x62;&#x1F600;&#x85;', 'ab\u{1f600}\u0085'],
    ['with an entity that its reader would not read again', '&amp;quot;&amp;lt;', '&quot;&lt;'],
    ['with line ends of Windows and of a Mac', 'a\r\nb\rc&#13;', 'a\nb\nc\r'],
    ['with letters of several bytes', 'Größe € 😀', 'Größe € 😀'],
    ['with a number of no character', 'a&#x110000;b', 'ab'],
    ['empty', '', ''],
  ])('%s is read as a reader of XML reads it', (_what, written, text) => {
    expect(cutText(answer(written), 'Body')).toEqual({ text, rest: answer('') });
  });

  test.each([
    ['a section', 'a &amp; b<![CDATA[<c>]]>'],
    ['an element', 'a<b>c</b>'],
    ['a comment', '<!-- no -->a'],
  ])('with %s in it stays where it is', (_what, written) => {
    expect(cutText(answer(written), 'Body')).toBeUndefined();
  });

  test.each([
    ['before it', HEAD],
    ['within its tag', `${HEAD}<Bo`],
    ['within it', `${HEAD}<Body>some &am`],
    ['within its end', `${HEAD}<Body>some</Bo`],
  ])('Law 1 of an answer that ends %s nothing is taken', (_what, cut) => {
    expect(cutText(cut, 'Body')).toBeUndefined();
  });
});
