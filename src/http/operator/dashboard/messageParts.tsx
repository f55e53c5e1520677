/** Parts about messages that several pages share. */
import { type KnownNotice, noticeStateOf } from '../../../core/notice/sentNotices.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { QuietLine, Tag } from '../../page/layout.tsx';
import { messagesTexts } from '../texts/messages.ts';
import { ChangeForm, type Frame } from './frame.tsx';
import { segment } from './operatorParts.tsx';

const LONGEST_ANSWER = 400;
const LONGEST_OWNER = 100;

/** Relative to the first page; without the angle brackets of the Message-ID. */
export function messagePath(messageId: string): string {
  return `notices/${segment(messageId.replace(/^<|>$/g, ''))}`;
}

interface Notice {
  readonly notice: KnownNotice;
}

/** Green for `accepted` alone. */
export function NoticeTag({ notice }: Notice): Html {
  const state = noticeStateOf(notice);
  return <Tag tone={state === 'accepted' ? 'good' : 'bad'}>{messagesTexts.states[state]}</Tag>;
}

/** The text of the bounce, or of the transport that did not accept the message; `undefined`: it was accepted. */
export function answerOf({ bounce, refusedBecause }: KnownNotice): string | undefined {
  const text = bounce?.why ?? refusedBecause;
  return text === undefined ? undefined : shorten(text, LONGEST_ANSWER);
}

interface LastMessage extends Notice {
  readonly now: number;
  readonly root: string;
}

/** A cell: when the last message was sent, with its state, and whether a link of it was opened. */
export function LastMessage({ notice, now, root }: LastMessage): Html {
  const answer = answerOf(notice);
  const { openedAt, messageId, owner, at } = notice;
  return (
    <>
      <a
        href={`${root}${messagePath(messageId)}`}
        aria-label={`${messagesTexts.to(shorten(owner, LONGEST_OWNER))}, ${relative(at, now)}`}
      >
        {relative(at, now)}
      </a>{' '}
      <NoticeTag notice={notice} />
      {answer !== undefined && <QuietLine>{answer}</QuietLine>}
      <QuietLine>
        {openedAt === undefined
          ? messagesTexts.notOpenedShort
          : messagesTexts.openedShort(messagesTexts.opened(relative(openedAt, now)))}
      </QuietLine>
    </>
  );
}

interface SendAgain {
  readonly frame: Frame;
  readonly messageId: string;
  readonly owner: string;
}

/** The form that sends a message again; closed until it is asked for. */
export function SendAgain({ frame, messageId, owner }: SendAgain): Html {
  const to = shorten(owner, LONGEST_OWNER);
  return (
    <details class="again">
      <summary aria-label={`${messagesTexts.sendAgain}: ${to}`}>{messagesTexts.sendAgain}</summary>
      <ChangeForm viewer={frame.viewer} action={`${frame.root}${messagePath(messageId)}/again`}>
        <p class="quiet">{messagesTexts.againWhy}</p>
        <input
          name="reason"
          type="text"
          required
          maxlength={500}
          autocomplete="off"
          placeholder={messagesTexts.reason}
          aria-label={`${messagesTexts.reason}: ${to}`}
        />
        <button aria-label={`${messagesTexts.sendNow}: ${to}`}>{messagesTexts.sendNow}</button>
      </ChangeForm>
    </details>
  );
}
