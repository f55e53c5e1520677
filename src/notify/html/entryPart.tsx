import { Button } from '@react-email/button';
import { Column } from '@react-email/column';
import { Hr } from '@react-email/hr';
import { Link } from '@react-email/link';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type ElementType, createElement as h, type ReactElement } from 'react';
import { isolated, visible } from '../../core/visible.ts';
import { type Entry, keepUrlOf } from '../item.ts';
import { costWords, lastOf, type Message, titleOf } from '../message.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { STYLE } from './style.ts';

/** Its type wants the children among the properties. */
const TableRow: ElementType = Row;

/**
 * What goes, when, why; then the rest. `dir="auto"` keeps a name in a right-to-left script from reordering what stands
 * next to it.
 */
export function entryPart(entry: Entry, { catalogue, currency }: Message): ReactElement {
  const [first] = entry.items;
  const { deletion, row } = first;
  const { title, contents } = titleOf(entry, catalogue);
  const last = lastOf(entry, catalogue);
  const keepUrl = keepUrlOf(entry);
  const cost = costWords(entry, currency, catalogue);
  const small = (text: string) => h(Text, { className: 'small', style: STYLE.small, dir: 'auto' }, text);
  const where = `${catalogue.inPlace(first.type)} ${isolated(first.place)}`;
  const group = first.group === undefined ? '' : ` · ${catalogue.labels.group}: ${isolated(first.group)}`;
  return h(
    Section,
    { style: STYLE.entry },
    h(Hr, { className: 'rule', style: STYLE.rule }),
    h(Text, { style: STYLE.title, dir: 'auto' }, visible(title)),
    h(Text, { style: STYLE.line }, h('strong', null, `${catalogue.labels.deletion}: ${first.deletionWords}`)),
    cost === undefined ? null : h(Text, { style: STYLE.line }, `${catalogue.labels.cost}: ${cost}`),
    row.reminder ? h(Text, { style: STYLE.line }, catalogue.reminded) : null,
    ...first.why.map((reason) => h(Text, { style: STYLE.line, dir: 'auto' }, visible(reason))),
    small(`${deletion.timeZone} · ${deletion.iso}`),
    last === undefined ? null : small(last),
    small(contents === undefined ? `${where} · ${first.age}${group}` : `${where} · ${contents}`),
    contents === undefined ? small(visible(first.id)) : null,
    keepUrl === undefined ? null : actions(entry, { title, keepUrl: visible(keepUrl) }, catalogue),
  );
}

function actions(entry: Entry, { title, keepUrl }: { title: string; keepUrl: string }, catalogue: Catalogue) {
  const words = entry.folded === undefined ? catalogue.keepIt : catalogue.keepGroup;
  // Among others of its kind a link says what it is about, and begins with what is to be read on it (WCAG 2.5.3).
  const about = (label: string) => `${label}: ${visible(title)}`;
  const keep = { className: 'button', href: keepUrl, style: STYLE.button, 'aria-label': about(words) };
  const details = {
    className: 'link',
    href: `${keepUrl}#why`,
    style: STYLE.link,
    'aria-label': about(catalogue.details),
  };
  return h(
    TableRow,
    { style: STYLE.actions },
    h(Column, { style: { width: '1%', whiteSpace: 'nowrap', paddingRight: '16px' } }, h(Button, keep, words)),
    h(Column, null, h(Link, details, catalogue.details)),
  );
}
