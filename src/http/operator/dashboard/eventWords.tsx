import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { minute } from '../../../core/text/minute.ts';
import { shorten } from '../../../core/text/visible.ts';
import { messagePath } from './messageParts.tsx';

const LONGEST = 500;

interface EventReason {
  /** Relative address of the first page. */
  readonly root: string;
  readonly entry: Pick<AuditEntry, 'message' | 'reason'>;
}

/** The reason of an event; a message is a link: its id would fill two lines of a table, and says nothing to a person. */
export function EventReason({ root, entry: { message, reason = '' } }: EventReason): Html {
  if (!message) return <>{shorten(reason, LONGEST)}</>;
  const { id, to, deletionAt } = message;
  return (
    <>
      <a href={`${root}${messagePath(id)}`} title={id}>
        message
      </a>{' '}
      to {shorten(to, LONGEST)}, deletion on {minute(deletionAt)}
    </>
  );
}
