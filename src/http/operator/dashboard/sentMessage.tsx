/** One message that was sent, with its resources as they are today; and the next message to an owner. */
import type { Html } from '../../../core/text/html.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { Preview } from '../../app/deps.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Facts, ScrollTable } from '../../page/layout.tsx';
import type { NoticeRow, NoticeState } from '../api/noticeState.ts';
import { messagesTexts } from '../texts/messages.ts';
import { sharedWords } from '../texts/words.ts';
import { consolePage, type Frame } from './frame.tsx';
import { answerOf, messagePath, NoticeTag, SendAgain } from './messageParts.tsx';
import { resourcePath, StateTag, untilDeletion } from './operatorParts.tsx';

const LONGEST = 200;
const LONGEST_ADDRESS = 320;
/** No more than a person reads; the whole message has a list of further resources anyway. */
const LONGEST_PREVIEW = 60_000;

/** One sent message. The route reads it by the id in the address. */
export interface SentMessageView {
  readonly frame: Frame;
  /** ms since the epoch. */
  readonly now: number;
  readonly state: NoticeState;
}

/** The page offers to send it again only where the viewer may change every namespace in it. */
export function sentMessagePage(view: SentMessageView): string {
  const { frame, state } = view;
  const { message, rows, next } = state;
  const { columns } = messagesTexts;
  const title = messagesTexts.to(shorten(message.owner, LONGEST_ADDRESS));
  const path = messagePath(message.messageId);
  const mayChange = message.namespaces.length > 0 && message.namespaces.every((one) => frame.viewer.mayChange(one));
  return consolePage({
    title,
    frame,
    here: 'Owners',
    json: `api/v1/${path}`,
    command: `holystone marks --owner ${shellWord(shorten(message.owner, LONGEST_ADDRESS))}`,
    body: (
      <>
        <h1>{title}</h1>
        <MessageFacts {...view} />
        {mayChange && <SendAgain frame={frame} messageId={message.messageId} owner={message.owner} />}
        <h2>{messagesTexts.resources}</h2>
        {rows.length === 0 ? (
          <p class="card quiet">{messagesTexts.noResources}</p>
        ) : (
          <ScrollTable label={messagesTexts.resources} columns={[columns.resource, columns.namespace, columns.today]}>
            {rows.map((row) => (
              <Row row={row} view={view} />
            ))}
          </ScrollTable>
        )}
        {next !== undefined && (
          <p>
            <a rel="next" href={`${frame.root}${path}?from=${next}`}>
              {messagesTexts.nextPart}
            </a>
          </p>
        )}
      </>
    ),
  });
}

function MessageFacts({ frame, now, state: { message, notice } }: SentMessageView): Html {
  const { root } = frame;
  const { facts } = messagesTexts;
  if (!notice) return <p class="card quiet">{messagesTexts.unlisted}</p>;
  const known = { ...notice, ...(message.bounce ? { bounce: message.bounce } : {}) };
  const answer = answerOf(known);
  const { openedAt, repeats, isReminder, transport, subject, at, messageId } = notice;
  return (
    <section class="card" aria-label={messagesTexts.theMessage}>
      <Facts
        rows={[
          [facts.subject, subject && shorten(subject, LONGEST)],
          [facts.state, <NoticeTag notice={known} />],
          [facts.answer, answer],
          [
            facts.sent,
            <>
              {shortTime(at)} UTC <span class="quiet">({relative(at, now)})</span>
            </>,
          ],
          [
            facts.opened,
            openedAt === undefined ? messagesTexts.notOpened : messagesTexts.opened(relative(openedAt, now)),
          ],
          [
            facts.kind,
            repeats ? (
              <>
                {messagesTexts.repeats(shorten(repeats.actor, LONGEST))}{' '}
                <a href={`${root}${messagePath(repeats.messageId)}`}>{messagesTexts.anEarlierMessage}</a>
              </>
            ) : isReminder ? (
              messagesTexts.reminder
            ) : (
              messagesTexts.notice
            ),
          ],
          [facts.transport, transport && shorten(transport, LONGEST)],
          [facts.id, <span class="id">{messageId}</span>],
        ]}
      />
    </section>
  );
}

function Row({
  row: { namespace, id, mark, last },
  view,
}: {
  readonly row: NoticeRow;
  readonly view: SentMessageView;
}) {
  const { frame, now, state } = view;
  const { root } = frame;
  const isNewer = mark !== undefined && state.notice !== undefined && mark.markedAt > state.notice.at;
  return (
    <tr>
      <td>
        <a href={`${root}${resourcePath(namespace, id)}`} data-row>
          {shorten(mark?.resource.name || id, LONGEST)}
        </a>
      </td>
      <td data-label={messagesTexts.columns.namespace} class="id">
        {namespace}
      </td>
      <td data-label={messagesTexts.columns.today}>
        {mark ? (
          <>
            <StateTag mark={mark} end={frame.endOf(namespace)} />{' '}
            {isNewer ? messagesTexts.newer : untilDeletion(mark, now)}
          </>
        ) : last ? (
          <>
            {shorten(sharedWords.event(last.event, frame.endOf(namespace)), 100)}{' '}
            <span class="quiet">{relative(last.lastAt ?? last.at, now)}</span>
          </>
        ) : (
          <span class="quiet">{messagesTexts.unmarked}</span>
        )}
      </td>
    </tr>
  );
}

/** The next message to an owner, composed for this page; nothing of it is stored or sent. */
export interface PreviewView {
  readonly frame: Frame;
  /** The owner's address. */
  readonly owner: string;
  /** `undefined` = no mark waits for a message to this owner. */
  readonly message: Preview | undefined;
}

/** As text: the HTML of a message has its own styles, which the policy of these pages does not allow. */
export function previewPage({ frame, owner, message }: PreviewView): string {
  const { preview } = messagesTexts;
  const title = preview.title(shorten(owner, LONGEST_ADDRESS));
  return consolePage({
    title,
    frame,
    here: 'Owners',
    json: `api/v1/notices/preview?${new URLSearchParams({ owner })}`,
    command: `holystone mail preview --owner ${shellWord(shorten(owner, LONGEST_ADDRESS))}`,
    body: (
      <>
        <h1>{title}</h1>
        {message === undefined ? (
          <p class="card quiet">{preview.none}</p>
        ) : (
          <>
            <p class="quiet">{preview.about(message.resources)}</p>
            <section class="card" aria-label={title}>
              <p>
                <strong>{shorten(message.subject, LONGEST)}</strong>
              </p>
              <pre class="message">{shorten(message.text, LONGEST_PREVIEW)}</pre>
            </section>
          </>
        )}
      </>
    ),
  });
}
