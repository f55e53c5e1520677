import type { Language } from '../../../core/common/language.ts';
import type { AuditEntry, AuditEvent } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { shortWords } from '../../page/dates.tsx';
import { sharedWords } from '../texts/words.ts';
import { messagePath } from './messageParts.tsx';
import { Stored } from './operatorParts.tsx';

const LONGEST = 500;
const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** The reason of an event, with its instants as the pages show them: `2027-02-22 12:35 UTC`. */
export function reasonWords(reason: string | undefined, language: Language): string {
  return shorten(
    (reason ?? '').replace(INSTANT, (instant) => `${shortWords(instant, language)} UTC`),
    LONGEST,
  );
}

interface EventReason {
  /** Relative address of the first page. */
  readonly root: string;
  readonly entry: Pick<AuditEntry, 'actor' | 'event' | 'reason'>;
  readonly language: Language;
}

/** Before the reason that a person gave, Holystone names the kept resources, and the time. */
const KEPT = /^(?:(?:group|pattern) (.+) )?kept (?:(forever)|until (.+? UTC))(: .*)?$/s;

/** Holystone records of a message its id, its recipient, and the date that it gives. */
const MESSAGE = /^message (<[^<>\s]+>) to (\S+), deletion on (.+)$/;

/** The events whose reason a person wrote, if a person did it. */
const PERSONAL: readonly AuditEvent[] = ['control', 'expedited', 'disclaimed', 'reminded'];

/** A reason of Holystone in the language of the page, or marked as English; a reason of a person as it is. */
export function EventReason({ root, entry: { actor, event, reason }, language }: EventReason): Html {
  const words = reasonWords(reason, language);
  const kept = language === 'en' ? null : KEPT.exec(words);
  if (kept) return <>{keptWords(kept, language)}</>;
  const message = actor === 'holystone' ? MESSAGE.exec(words) : null;
  if (message) return messageWords(message, root, language);
  const isPersons = actor !== 'holystone' && PERSONAL.includes(event);
  // biome-ignore lint/complexity/noUselessFragments: the fragment makes one `Html` of a text
  return isPersons || words === '' ? <>{words}</> : <Stored on={language} text={words} />;
}

function keptWords(
  [, what, isForever, until = '', rest = '']: readonly (string | undefined)[],
  language: Language,
): string {
  const { kept, forever, until: untilWords } = sharedWords[language];
  return `${kept(what, isForever ? forever : untilWords(until))}${rest}`;
}

/** The message as a link: its id would fill two lines of a table, and says nothing to a person. */
function messageWords(
  [, messageId = '', recipient = '', date = '']: readonly string[],
  root: string,
  language: Language,
): Html {
  const { message, toWithDate } = sharedWords[language];
  return (
    <>
      <a href={`${root}${messagePath(messageId)}`} title={messageId}>
        {message}
      </a>{' '}
      {toWithDate(recipient, date)}
    </>
  );
}
