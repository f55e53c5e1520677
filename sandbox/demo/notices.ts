/** Reads the mails in the mailbox as a person would: the text and the attached list. */
import type { SunkMessage } from '../mail/message.ts';
import { typeCalled } from './deletableKinds.ts';

export interface Notice {
  /** The type; as the message calls it, if the sandbox deletes none of that name. */
  readonly type: string;
  /** The account's name in the mail. */
  readonly accountName: string;
  readonly region: string;
  readonly id: string;
  /** The shown date, ms since the epoch. */
  readonly shownAt: number;
  /** The URL to object. */
  readonly keepUrl: string;
  readonly receivedAt: number;
  readonly recipients: readonly string[];
  readonly messageId: string;
}

/** Every resource that a message names; a resource in both the text and the list occurs twice. */
export function noticesIn(message: SunkMessage): readonly Notice[] {
  const { receivedAt, recipients, messageId } = message;
  const lists = message.attachments.filter(({ filename }) => filename.endsWith('.csv'));
  const named = [...fromText(message), ...lists.flatMap(({ content }) => fromCsv(content))];
  return named.map((one) => ({ ...one, receivedAt, recipients, messageId }));
}

type Named = Omit<Notice, 'receivedAt' | 'recipients' | 'messageId'>;

const BLOCK =
  /^ {3}Id: +(?<id>\S+)\n {3}What: +(?<noun>.+?) in (?<accountName>[^,\n]+), (?<region>[^,\n]+), .*\n(?:.*\n)*? {3}(?:Deletion|Stop): .*\n {3}Keep it: +(?<keepUrl>\S+)/gm;

/** The exact date of an entry, which only the HTML has, before its link. */
const DATED = /<time datetime="(?<date>[^"]+)">.*?<a [^>]*href="(?<keepUrl>[^"?#]+)"/gs;

function fromText({ text, html }: Pick<SunkMessage, 'text' | 'html'>): readonly Named[] {
  const dates = new Map([...html.matchAll(DATED)].map(({ groups }) => [groups?.keepUrl, groups?.date]));
  return [...text.replaceAll('\r\n', '\n').matchAll(BLOCK)].flatMap(({ 0: block, groups = {} }) =>
    namedBy({ ...groups, type: typeCalled(groups.noun ?? ''), date: dates.get(groups.keepUrl) ?? '' }, block),
  );
}

function fromCsv(text: string): readonly Named[] {
  const [head = [], ...rows] = csvRows(text);
  return rows.flatMap((cells) => {
    const of = (column: string) => cells[head.indexOf(column)] ?? '';
    const [accountName, region, date, keepUrl] = [of('account'), of('location'), of('deletion_at'), of('keep_url')];
    return namedBy({ type: of('type'), id: of('id'), accountName, region, date, keepUrl }, of('why'));
  });
}

const FOLLOWERS = /its snapshots? (?:is|are) deleted after it: (?<ids>[^;]*)/;

/** A resource, and what the words about it say is deleted after it. */
function namedBy(values: Record<string, string>, words: string): Named[] {
  const { type = '', id = '', accountName = '', region = '', date = '', keepUrl = '' } = values;
  const shownAt = Date.parse(date);
  if (id === '' || Number.isNaN(shownAt)) return [];
  const one = { type, id, accountName, region, shownAt, keepUrl };
  const ids = FOLLOWERS.exec(words.replaceAll(/\s+/g, ' '))?.groups?.ids ?? '';
  return [one, ...[...ids.matchAll(/snap-\w+/g)].map(([snapshot]) => ({ ...one, type: 'snapshot', id: snapshot }))];
}

/** RFC 4180 with every cell in quotes. */
function csvRows(text: string): readonly (readonly string[])[] {
  return text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')));
}
