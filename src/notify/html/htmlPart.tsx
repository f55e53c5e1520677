/**
 * The HTML of a digest, in one column, which a phone and Outlook show alike. React escapes all that is put into it, and
 * characters that cannot be seen are named.
 */
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { render } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, type ReactElement } from 'react';
import { visible } from '../../core/visible.ts';
import type { Ending, Message } from '../message.ts';
import { entryPart } from './entryPart.tsx';
import { SHEET, STYLE } from './style.ts';

export function htmlPart(message: Message): Promise<string> {
  return render(page(message));
}

function page(message: Message): ReactElement {
  const { catalogue, subject, preview, heading, intro, costs, more, keepAllUrl, entries, count } = message;
  return h(
    Html,
    { lang: catalogue.language },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, subject),
      h('style', null, SHEET),
    ),
    h(
      Body,
      { className: 'page', style: STYLE.body },
      h(Preview, null, preview),
      h(
        Container,
        { className: 'card', style: STYLE.card },
        h(
          'div',
          { role: 'main' },
          h(Heading, { as: 'h1', style: STYLE.heading }, heading),
          h(Text, { style: STYLE.text }, intro),
          costs === undefined ? null : h(Text, { style: STYLE.text }, costs),
          keepAllUrl === undefined
            ? null
            : h(
                Button,
                { className: 'button', href: visible(keepAllUrl), style: STYLE.button },
                catalogue.keepAll(count),
              ),
          more === undefined
            ? null
            : h(Text, { style: { ...STYLE.text, margin: '16px 0 0' } }, h('strong', null, more)),
          ...entries.map((entry) => entryPart(entry, message)),
          message.ending === undefined ? null : endingPart(message.ending, message),
        ),
      ),
    ),
  );
}

function endingPart({ ways, nothingToDo, footer }: Ending, { catalogue, preferencesUrl }: Message): ReactElement {
  return h(
    Section,
    null,
    h(Hr, { className: 'rule', style: STYLE.rule }),
    h(Text, { style: STYLE.line }, h('strong', null, catalogue.toKeep)),
    h(
      'ul',
      { style: { margin: '4px 0 16px', padding: '0 0 0 20px' } },
      ...ways.map((way) => h('li', { style: STYLE.line }, way)),
    ),
    h(Text, { style: STYLE.text }, nothingToDo),
    h(Text, { className: 'small', style: STYLE.small }, footer),
    preferencesUrl === undefined
      ? null
      : h(
          Text,
          { className: 'small', style: STYLE.small },
          h(
            Link,
            { className: 'link', href: visible(preferencesUrl), style: { ...STYLE.link, fontSize: '13px' } },
            catalogue.preferences,
          ),
        ),
  );
}
