/** The plain text of a digest: the same content as the HTML, one block per resource or folded group. */
import { isolated, visible } from '../../core/text/visible.ts';
import { dated } from '../message/dates.ts';
import { type Entry, keepUrlOf } from '../message/item.ts';
import { type Ending, entryWords, lastOf, type Message, savingWords, titleOf } from '../message/message.ts';

const WIDTH = 76;

/** Our own text wraps at 76 characters; names, reasons and links never do. */
export function textPart(message: Message): string {
  const { catalogue, heading, writer, intro, savings, nothingToDo, ending, more, keepAllUrl, count } = message;
  const toAll = count === 1 ? catalogue.keepAll(count) : catalogue.labels.keepAll;
  const blocks = [
    `${heading}\n${'='.repeat(heading.length)}`,
    writer,
    wrap(intro, ''),
    ...(savings === undefined ? [] : [wrap(savings, '')]),
    ...(keepAllUrl === undefined ? [] : [`${toAll}:\n${visible(keepAllUrl)}`]),
    ...(nothingToDo === undefined ? [] : [wrap(nothingToDo, '')]),
    ...(more === undefined ? [] : [wrap(more, '')]),
    ...message.entries.map((entry, index) => block(entry, index, message)),
    ...(ending === undefined ? [] : endingOf(ending, message)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function endingOf({ ways, footer }: Ending, { catalogue, preferencesUrl }: Message): readonly string[] {
  return [
    [catalogue.toKeep, ...ways.map((way) => `  - ${wrap(way, '    ')}`)].join('\n'),
    [
      `-- \n${wrap(footer, '')}`,
      ...(preferencesUrl === undefined ? [] : [`${catalogue.preferences}\n${visible(preferencesUrl)}`]),
    ].join('\n'),
  ];
}

/** Data never wraps and never starts a line: every line starts with our own text. */
function block(entry: Entry, index: number, message: Message): string {
  const { currency } = message;
  const [first] = entry.items;
  const catalogue = entryWords(entry, message.catalogue);
  const { labels } = catalogue;
  const { title, contents } = titleOf(entry, catalogue);
  const last = lastOf(entry, catalogue);
  const keepUrl = keepUrlOf(entry);
  const saving = savingWords(entry, currency, catalogue);
  const line = (label: string, text: string) => `   ${(label === '' ? '' : `${label}:`).padEnd(9)} ${text}`;
  const what = `${catalogue.inPlace(first.type)} ${isolated(first.place)}`;
  const lines = [
    `${index + 1}. ${isolated(title)}`,
    ...(first.reminded === undefined ? [] : [`   ${wrap(first.reminded, '   ')}`]),
    ...(contents === undefined
      ? [line(labels.id, isolated(first.id)), line(labels.what, `${what}, ${first.age}`)]
      : [line(labels.what, `${what}, ${contents}`)]),
    ...(first.group === undefined || contents !== undefined ? [] : [line(labels.group, isolated(first.group))]),
    ...first.why.map((reason, at) => line(at === 0 ? labels.why : '', isolated(reason))),
    ...(saving === undefined ? [] : [line(labels.saving, saving)]),
    line(labels.deletion, dated(first.deletionWords, first.deletion)),
    ...(last === undefined ? [] : [line('', last)]),
    ...(keepUrl === undefined ? [] : [line(labels.keep, visible(keepUrl))]),
  ];
  return lines.join('\n');
}

/** Wraps our own sentences at spaces. */
function wrap(text: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > WIDTH - indent.length) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${indent}`);
}
