import { scalar } from './query.ts';
import type { Schema } from './schema.ts';

/** An element: its elements inside, or its text. */
export interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/** The members of a structure that a request's body has as XML; an empty body has none. */
export function fromXml(schema: Schema, body: string): Record<string, unknown> {
  const root = parseXml(body);
  return root === undefined || !schema.isStructSchema() ? {} : (memberValue(schema, root) as Record<string, unknown>);
}

function memberValue(schema: Schema, element: Element): unknown {
  if (schema.isListSchema()) return element.children.map((child) => memberValue(schema.getValueSchema(), child));
  if (!schema.isStructSchema()) return scalar(schema, element.text, element.name);
  const members = new Map(
    [...schema.structIterator()].map(([name, member]) => [member.getMemberTraits().xmlName ?? name, { name, member }]),
  );
  return Object.fromEntries(
    element.children.flatMap((child) => {
      const known = members.get(child.name);
      return known ? [[known.name, memberValue(known.member, child)]] : [];
    }),
  );
}

/** Only the XML that the SDK writes: elements with namespaces, and text. */
export function parseXml(xml: string): Element | undefined {
  const root: Element = { name: '', children: [], text: '' };
  const open = [root];
  for (const [, closes, name = '', alone, text = ''] of xml.matchAll(/<\??(\/?)([\w:]+)[^>]*?(\/?)\??>([^<]*)/g)) {
    if (name === 'xml') continue;
    const parent = open.at(-1) as Element;
    if (closes) open.pop();
    else {
      const element = { name, children: [], text: unescaped(text) };
      parent.children.push(element);
      if (!alone) open.push(element);
    }
  }
  return root.children[0];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(\w+|#x?[0-9a-f]+);/gi, (all, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? all;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return String.fromCodePoint(code);
  });
}
