/** Which documents are read, and which are refused; the SDK is asked about each, too. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Both, type Protocol, protocolOf, readBoth } from '../../../support/xmlProtocols.ts';

const STRING = 0;
const TAG = [
  3,
  'test',
  'Tag',
  0,
  ['Key', 'Value'],
  [
    [STRING, { xmlName: 'key' }],
    [STRING, { xmlName: 'value' }],
  ],
];
const TAGS = [1, 'test', 'Tags', 0, [() => TAG, { xmlName: 'item' }]];
const OUTPUT = [
  3,
  'test',
  'Answer',
  0,
  ['Name', 'Tags'],
  [
    [STRING, { xmlName: 'name' }],
    [() => TAGS, { xmlName: 'tagSet' }],
  ],
];
const OPERATION = { name: 'test#Get', namespace: 'test', traits: 0, input: 'unit', output: OUTPUT as never };

let ec2: Protocol;
beforeAll(async () => {
  ec2 = await protocolOf('ec2');
});

const both = (body: string | Uint8Array): Promise<Both> => readBoth(ec2, OPERATION, body);
const within = (inner: string) => `<GetResponse xmlns="urn:x"><requestId>r</requestId>${inner}</GetResponse>`;
const ofName = (text: string) => within(`<name>${text}</name>`);
const ONE = within('<name>web</name><tagSet><item><key>a</key><value>1</value></item></tagSet>');

describe('an answer that is read as the SDK reads it', () => {
  test.each([
    ['plain', ONE],
    ['a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${ONE}`],
    ['a declaration in other quotes', `<?xml version='1.0' encoding='utf-8' standalone='yes' ?>${ONE}`],
    ['space, comments and instructions around the root', `<!-- a --><?go on?>\n${ONE}\n<!-- b --> <?go?>\t`],
    ['comments and instructions within it', within('<!-- <name> --><name>w<!-- x -->eb</name><?a b?><tagSet/>')],
    ['line ends of Windows, indented', ONE.replaceAll('><', '>\r\n  <')],
    ['space within tags', within('<name  a="1"\n b = \'>\' >web</name ><tagSet ></tagSet\t>')],
    ['nothing', within('')],
    ['a root that is empty', '<GetResponse/>'],
    ['a root of attributes only', '<GetResponse xmlns="urn:x" />'],
    ['empty values', within('<name/><tagSet><item/><item></item><item><key/><value></value></item></tagSet>')],
    ['an empty list', within('<tagSet/>')],
    ['an empty list with space in it', within('<tagSet>\n  </tagSet>')],
    ['nil for a list', within('<tagSet xmlns:xsi="urn:i" xsi:nil="true"/>')],
    [
      'unknown elements',
      within('<more><name>x</name><b c="d">&amp;<![CDATA[<]]>e<!-- f --><?g?></b></more><name>web</name>'),
    ],
    ['an element in another namespace', within('<x:name xmlns:x="urn:y">no</x:name><name>web</name>')],
    ['the five entities', ofName('&lt;&gt;&amp;&apos;&quot;')],
    ['characters by number', ofName('&#97;&#x62;&#x85;&#8364;&#x1;')],
    ['an entity that is not resolved twice', ofName('&amp;quot;&amp;lt;&quot;')],
    ['a section', ofName('<![CDATA[a < b & c]]>')],
    ['sections beside text', ofName('x<![CDATA[]]]]><![CDATA[>]]>y')],
    ['an empty section', ofName('<![CDATA[]]>')],
    ['letters of several bytes', ofName('Größe € 😀')],
    ['line ends', ofName('a\r\nb\rc&#13;')],
    ['space around a text', ofName('  a b ')],
    ['spaces as a text', ofName('   ')],
    ['a line end as a text', ofName(' \n ')],
    ['brackets', ofName('["a"]] >')],
    ['a name that begins as another', within('<nam>x</nam><names>y</names><name>web</name>')],
    ['an attribute of a value', within('<name a="&lt;]]>">web</name>')],
    ['members of every object', within('<constructor>a</constructor><toString/><name>web</name>')],
    ['three thousand references', ofName('&quot;&#39;&amp;'.repeat(1_000))],
    ['an empty list before a value', within('<tagSet/><name>web</name>')],
    ['the same tag again, elsewhere', within('<item><tagSet>x</tagSet></item><tagSet/>')],
  ])('%s', async (_what, body) => {
    const { sdk, own } = await both(body);
    expect(own).toStrictEqual(sdk);
    expect(own).toHaveProperty('answer');
  });
});

describe('Law 1 an answer that neither reads', () => {
  test.each([
    ['ends within the declaration', '<?xml version="1.0"'],
    ['ends within the root', '<GetResponse'],
    ['ends within a value', ONE.slice(0, ONE.indexOf('web') + 1)],
    ['ends before the last tag', ONE.replace('</GetResponse>', '')],
    ['ends within the last tag', ONE.slice(0, -1)],
    ['ends within an attribute', '<GetResponse xmlns="urn'],
    ['ends within an entity', `<GetResponse><name>a &am`],
    ['ends within a comment', '<GetResponse><!-- a --'],
    ['ends within a section', '<GetResponse><name><![CDATA[a]]'],
    ['ends within an unknown element', '<GetResponse><more><b>'],
    ['has tags that do not match', within('<name>web</nam>')],
    ['has unknown tags that do not match', within('<more><b></more></b>')],
    ['has tags that cross', within('<tagSet><item></tagSet></item>')],
    ['is only white space', ' \n'],
    ['is no XML', 'upstream connect error'],
    ['is JSON', '{"Tags":[]}'],
    ['begins with a mark of its byte order', `\ufeff${ONE}`],
    ['is UTF-16', Buffer.from(ONE, 'utf16le')],
    ['has a value twice', within('<name>a</name><name>b</name>')],
    ['has an element within a value', within('<name><b/></name>')],
    ['has nil for a value', within('<name xmlns:xsi="urn:i" xsi:nil="true"/>')],
    ['has an empty value with an attribute', within('<name a="1"></name>')],
  ])('%s', async (_what, body) => {
    const { sdk, own } = await both(body);
    expect([own, sdk]).toEqual([{ error: expect.any(Error) }, { error: expect.any(Error) }]);
  });
});

describe('Law 1 an answer that the SDK reads, and Holystone does not', () => {
  test.each([
    ['has no byte', ''],
    ['has another root', ONE.replaceAll('GetResponse', 'Response')],
    ['is a page of HTML', '<!DOCTYPE html><html><body>Please sign in</body></html>'],
    ['has a document type', `<!DOCTYPE GetResponse>${ONE}`],
    ['has a document type with entities', `<!DOCTYPE a [<!ENTITY b "c">]>${ofName('&b;')}`],
    ['has an entity that nobody declared', ofName('a&nbsp;b')],
    ['has an `&` that begins nothing', ofName('a & b')],
    ['has a number of no character', ofName('&#x110000;')],
    ['has half a pair', ofName('&#xD800;')],
    ['has a zero', ofName('&#0;')],
    ['has a number that is too long', ofName('&#x00000041;')],
    ['has a control character', ofName('a\u0001')],
    ['has a character that is none', ofName('a\uffff')],
    ['is not UTF-8', Buffer.from(ofName('Größe'), 'latin1')],
    ['says that it is not UTF-8', `<?xml version="1.0" encoding="ISO-8859-1"?>${ONE}`],
    ['has a second declaration', `${ONE}<?xml version="1.0"?>`],
    ['has a second root', `${ONE}${ONE}`],
    ['goes on behind the root', `${ONE}and more`],
    ['ends an element more', `${ONE}</x>`],
    ['ends a section in a text', ofName('a]]>b')],
    ['has `--` in a comment', within('<!-- a -- b -->')],
    ['has an attribute without quotes', within('<name a=bcb>x</name>')],
    ['has an attribute without a value', within('<name a>x</name>')],
    ['has an attribute twice', within('<name a="1" a="2">x</name>')],
    ['has attributes without space between them', within('<name a="1"b="2">x</name>')],
    ['has `<` in an attribute', within('<name a="<">x</name>')],
    ['has a tag without a name', within('<1>x</1>')],
    ['has space before a name', within('<name>x</ name>')],
    ['has a list twice', within('<tagSet><item/></tagSet><tagSet/>')],
    ['has text in a list', within('<tagSet>x</tagSet>')],
    ['has text beside items', within('<tagSet>x<item/></tagSet>')],
    ['has other elements in a list', within('<tagSet><itm/></tagSet>')],
    ['has text beside members', within('x<name>web</name>')],
    ['has an element within a text', within('<name>a<b/></name>')],
    ['has a section between elements', within('<![CDATA[ ]]>')],
  ])('%s', async (_what, body) => {
    const { sdk, own } = await both(body);
    expect([own, sdk]).toEqual([{ error: expect.any(Error) }, { answer: expect.anything() }]);
  });

  test('nests deeper than any schema', async () => {
    const { sdk, own } = await both(within(`${'<a>'.repeat(300)}${'</a>'.repeat(300)}`));
    expect([own, sdk]).toEqual([{ error: expect.any(Error) }, { answer: expect.anything() }]);
  });
});

describe('an answer that the SDK reads wrongly', () => {
  test('a space before an item does not empty the list', async () => {
    const { sdk, own } = await both(within('<tagSet> <item><key>a</key><value>1</value></item></tagSet>'));
    expect(own).toMatchObject({ answer: { Tags: [{ Key: 'a', Value: '1' }] } });
    expect(sdk).toMatchObject({ answer: { Tags: [] } });
  });

  test('an unknown element may have the name of a prototype', async () => {
    const { sdk, own } = await both(within('<__proto__>x</__proto__><name>web</name>'));
    expect(own).toMatchObject({ answer: { Name: 'web' } });
    expect(sdk).toHaveProperty('error');
  });

  test('a character beyond the first plane is itself', async () => {
    const { sdk, own } = await both(ofName('&#x1F600;'));
    expect([own, sdk]).toMatchObject([{ answer: { Name: '😀' } }, { answer: { Name: '\uf600' } }]);
  });
});

test('a document of a hundred thousand tags without an end is refused within a second', async () => {
  const started = process.cpuUsage();
  const { own } = await both('<GetResponse>'.repeat(100_000));
  expect(own).toHaveProperty('error');
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});
