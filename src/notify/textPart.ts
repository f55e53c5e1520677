/** The plain text of a digest: the same content as the HTML, one block per resource. */
import { visible } from '../core/visible.ts';
import type { Item } from './item.ts';
import type { Wording } from './wording.ts';

const WIDTH = 76;

export function textPart(items: readonly Item[], wording: Wording): string {
  const { heading, intro, keep, nothing, more, footer } = wording;
  const blocks = [
    `${heading}\n${'='.repeat(heading.length)}`,
    wrap(intro, ''),
    ['To keep a resource', ...keep.map((way) => `  - ${wrap(way, '    ')}`)].join('\n'),
    wrap(nothing, ''),
    ...(more === undefined ? [] : [wrap(more, '')]),
    ...items.map(block),
    `-- \n${wrap(footer, '')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Data is never wrapped and never breaks the line: what a line starts with, we wrote. */
function block(item: Item, index: number): string {
  const { deletion, row } = item;
  const lines = [
    `${index + 1}. ${visible(item.name)}`,
    `   Id:       ${visible(item.id)}`,
    `   What:     ${item.type} in ${visible(item.place)}, ${item.age}`,
    ...(item.group === undefined ? [] : [`   Group:    ${visible(item.group)}`]),
    ...item.why.map((reason, at) => `   ${at === 0 ? 'Why:     ' : '         '} ${visible(reason)}`),
    `   Deletion: ${deletion.words} (${deletion.timeZone})`,
    `             ${deletion.iso}`,
    `   Keep it:  ${visible(row.keepUrl)}`,
  ];
  return lines.join('\n');
}

/** Breaks our own sentences at spaces. */
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
