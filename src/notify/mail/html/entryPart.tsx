import type { Html } from '../../../core/text/html.ts';
import { isolated, visible } from '../../../core/text/visible.ts';
import { dated } from '../../message/dates.ts';
import { type Entry, keepUrlOf } from '../../message/item.ts';
import { entryWords, lastOf, type Message, savingWords, titleOf } from '../../message/message.ts';
import { Box, Button, Link, NameLine, Rule, SideBySide, Small, Text } from './parts.tsx';
import { STYLE } from './style.ts';

interface EntryPart {
  readonly entry: Entry;
  readonly message: Message;
}

/** First the resource, its date and the reasons; then the rest. */
export function EntryPart({ entry, message }: EntryPart): Html {
  const { currency } = message;
  const catalogue = entryWords(entry, message.catalogue);
  const [first] = entry.items;
  const { deletion } = first;
  const { title, contents } = titleOf(entry, catalogue);
  const last = lastOf(entry, catalogue);
  const saving = savingWords(entry, currency, catalogue);
  const where = `${catalogue.inPlace(first.type)} ${isolated(first.place)}`;
  const group = first.group === undefined ? '' : ` · ${catalogue.labels.group}: ${isolated(first.group)}`;
  return (
    <Box style={STYLE.entry}>
      <Rule />
      <NameLine style={STYLE.title}>{visible(title)}</NameLine>
      <Text style={STYLE.line}>
        <strong>
          {`${catalogue.labels.deletion}: `}
          <time datetime={deletion.iso}>{dated(first.deletionWords, deletion)}</time>
        </strong>
      </Text>
      {saving !== undefined && <Text style={STYLE.line}>{`${catalogue.labels.saving}: ${saving}`}</Text>}
      {first.reminded !== undefined && <Text style={STYLE.line}>{first.reminded}</Text>}
      {first.why.map((reason) => (
        <NameLine>{visible(reason)}</NameLine>
      ))}
      {last !== undefined && <Small named>{last}</Small>}
      <Small named>{contents === undefined ? `${where} · ${first.age}${group}` : `${where} · ${contents}`}</Small>
      {contents === undefined && <Small named>{visible(first.id)}</Small>}
      <Actions entry={entry} message={message} />
    </Box>
  );
}

function Actions({ entry, message: { catalogue } }: EntryPart): Html | null {
  const keepUrl = keepUrlOf(entry);
  if (keepUrl === undefined) return null;
  const { title } = titleOf(entry, catalogue);
  const words = entry.folded === undefined ? catalogue.keepIt : catalogue.keepGroup;
  // Among similar links the label names the resource, and begins with the visible text (WCAG 2.5.3).
  const about = (label: string) => `${label}: ${visible(title)}`;
  return (
    <SideBySide
      style={STYLE.actions}
      first={
        <Button href={visible(keepUrl)} label={about(words)}>
          {words}
        </Button>
      }
      second={
        <Link href={`${visible(keepUrl)}#why`} label={about(catalogue.details)}>
          {catalogue.details}
        </Link>
      }
    />
  );
}
