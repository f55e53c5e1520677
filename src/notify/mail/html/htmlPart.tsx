/**
 * The HTML of a digest, in one column, which a phone and Outlook show alike. All inserted texts are escaped, and
 * invisible characters are shown by name.
 */
import { type Html, renderHtml } from '../../../core/text/html.ts';
import { visible } from '../../../core/text/visible.ts';
import type { Message } from '../../message/message.ts';
import { EntryPart } from './entryPart.tsx';
import { Box, Button, LayoutTable, Link, Preview, Rule, Small, Text } from './parts.tsx';
import { SHEET, STYLE } from './style.ts';

/** The document type that mail clients support best. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** A whole document, with its doctype; it loads nothing from outside. */
export function htmlPart(message: Message): string {
  return DOCTYPE + renderHtml(<Page message={message} />);
}

interface Part {
  readonly message: Message;
}

function Page({ message }: Part): Html {
  const { catalogue, subject, preview } = message;
  return (
    <html dir="ltr" lang={catalogue.language}>
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta content="text/html; charset=UTF-8" http-equiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{SHEET}</style>
      </head>
      <body class="page" style={STYLE.page}>
        <LayoutTable style={undefined}>
          <tr>
            <td style={STYLE.body}>
              <Preview text={preview} />
              <Box card style={STYLE.card}>
                <div role="main">
                  <Main message={message} />
                </div>
              </Box>
            </td>
          </tr>
        </LayoutTable>
      </body>
    </html>
  );
}

function Main({ message }: Part): Html {
  const { catalogue, heading, writer, intro, savings, more, nothingToDo, keepAllUrl, entries, count } = message;
  return (
    <>
      <h1 style={STYLE.heading}>{heading}</h1>
      <Text>{writer}</Text>
      <Text>{intro}</Text>
      {savings !== undefined && <Text>{savings}</Text>}
      {keepAllUrl !== undefined && <Button href={visible(keepAllUrl)}>{catalogue.keepAll(count)}</Button>}
      {nothingToDo !== undefined && <Text style={STYLE.more}>{nothingToDo}</Text>}
      {more !== undefined && (
        <Text style={STYLE.more}>
          <strong>{more}</strong>{' '}
          {keepAllUrl !== undefined && <Link href={visible(keepAllUrl)}>{catalogue.seeAll(count)}</Link>}
        </Text>
      )}
      {entries.map((entry) => (
        <EntryPart entry={entry} message={message} />
      ))}
      <EndingPart message={message} />
    </>
  );
}

function EndingPart({ message: { ending, catalogue, preferencesUrl } }: Part): Html | null {
  if (ending === undefined) return null;
  const { ways, footer } = ending;
  return (
    <Box>
      <Rule />
      <Text style={STYLE.line}>
        <strong>{catalogue.toKeep}</strong>
      </Text>
      <ul style={STYLE.list}>
        {ways.map((way) => (
          <li style={STYLE.item}>{way}</li>
        ))}
      </ul>
      <Small>{footer}</Small>
      {preferencesUrl !== undefined && (
        <Small>
          <Link href={visible(preferencesUrl)} style={STYLE.smallLink}>
            {catalogue.preferences}
          </Link>
        </Small>
      )}
    </Box>
  );
}
