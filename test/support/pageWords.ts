/** What a page says to its reader, to see or to hear, and in which language each part of it is. */
import { isValidElement } from 'preact';
import { renderHtml } from '../../src/core/text/html.ts';

export interface Said {
  readonly text: string;
  /** Of the nearest element with one. */
  readonly lang: string;
  /** Inside an element for ids, code or a value that a person typed. */
  readonly isData: boolean;
}

/** Attributes that a person sees or hears. */
const SPOKEN = ['aria-label', 'title', 'alt', 'placeholder', 'data-label', 'data-on', 'data-off'];
const EMPTY = ['meta', 'link', 'input', 'br', 'img', 'hr'];
const BREAK = '<wbr/>';
const TOKEN =
  /<!doctype html>|<style>.*?<\/style>|<(\/?)([a-z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gis;

interface Open {
  readonly name: string;
  readonly lang: string;
  readonly isData: boolean;
}

/** The text of a page or of a part of it, on one line: a tag parts words, a place where a line may break does not. */
export function pageText(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/gs, '')
    .replaceAll(BREAK, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** @param html a page of ours: well formed, attributes in double quotes @throws Error where it is not */
export function pageWords(html: string): readonly Said[] {
  const page = html.replaceAll(BREAK, '');
  const said: Said[] = [];
  const open: Open[] = [{ name: '', lang: '', isData: false }];
  let read = 0;
  for (const { 0: all, 1: slash, 2: tag, 3: attributes = '', 4: isClosed, 5: text, index } of page.matchAll(TOKEN)) {
    if (index !== read) throw new Error(`cannot read ${page.slice(read, read + 80)}`);
    read = index + all.length;
    const around = open.at(-1) ?? { name: '', lang: '', isData: false };
    if (text !== undefined) said.push({ text: plain(text), lang: around.lang, isData: around.isData });
    if (tag === undefined) continue;
    const name = tag.toLowerCase();
    if (slash) {
      if (around.name !== name) throw new Error(`</${name}> closes <${around.name}>`);
      open.pop();
      continue;
    }
    const values = new Map(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
    );
    const lang = values.get('lang') ?? around.lang;
    const isData = around.isData || name === 'code' || /(^| )id( |$)/.test(values.get('class') ?? '');
    for (const attribute of SPOKEN) {
      const value = values.get(attribute);
      if (value !== undefined) said.push({ text: plain(value), lang, isData: false });
    }
    if (!EMPTY.includes(name) && isClosed === '') open.push({ name, lang, isData });
  }
  if (read !== page.trimEnd().length && read !== page.length)
    throw new Error(`cannot read ${page.slice(read, read + 80)}`);
  return said.filter(({ text: words }) => words !== '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function plain(text: string): string {
  return text
    .replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The texts that a catalogue has as they stand; a function of it is a sentence with names and numbers. */
export function phrases(texts: unknown): readonly string[] {
  if (typeof texts === 'string') return [texts];
  if (isValidElement(texts))
    return renderHtml(texts)
      .split(/<[^>]*>/)
      .map((words) => words.trim())
      .filter((words) => words !== '');
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(phrases) : [];
}
