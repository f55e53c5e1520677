import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { End } from '../../../core/resource/ends.ts';
import { endWords } from '../../../core/text/endWords.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { shortWords } from '../../page/dates.tsx';
import type { Frame } from './frame.tsx';
import { messagePath } from './messageParts.tsx';

const LONGEST = 500;
const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** The reason of an event, with its instants as the pages show them: `2027-02-22 12:35 UTC`. */
export function reasonWords(reason: string | undefined): string {
  return shorten(
    (reason ?? '').replace(INSTANT, (instant) => `${shortWords(instant)} UTC`),
    LONGEST,
  );
}

interface EventReason {
  /** Relative address of the first page. */
  readonly root: string;
  /** What happens to the resource that it is about. */
  readonly end: End;
  readonly entry: Pick<AuditEntry, 'actor' | 'reason'>;
}

/** Holystone records of a message its id, its recipient, and the date that it gives. */
const MESSAGE = /^message (<[^<>\s]+>) to (\S+), deletion on (.+)$/;

/** The reason of an event; that of a message links the message. */
export function EventReason({ root, end, entry: { actor, reason } }: EventReason): Html {
  const words = reasonWords(reason);
  const message = actor === 'holystone' ? MESSAGE.exec(words) : null;
  if (message) return messageWords(message, root, end);
  return <>{words}</>;
}

/** The message as a link: its id would fill two lines of a table, and says nothing to a person. */
function messageWords([, messageId = '', recipient = '', date = '']: readonly string[], root: string, end: End): Html {
  return (
    <>
      <a href={`${root}${messagePath(messageId)}`} title={messageId}>
        message
      </a>{' '}
      to {recipient}, {endWords[end].noun} on {date}
    </>
  );
}

/** What happens to the resource of an entry; one of the fleet has none. */
export function endOfEntry({ endOf }: Pick<Frame, 'endOf'>, { namespace }: Pick<AuditEntry, 'namespace'>): End {
  return namespace === 'fleet' ? 'deletes' : endOf(namespace);
}
