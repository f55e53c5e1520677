/** Parts about messages that several pages share. */
import type { Language } from '../../../core/common/language.ts';
import { type KnownNotice, noticeStateOf } from '../../../core/notice/sentNotices.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { QuietLine, Tag } from '../../page/layout.tsx';
import { messagesTexts } from '../texts/messages.ts';
import { ChangeForm, type Frame } from './frame.tsx';
import { English, segment } from './operatorParts.tsx';

const LONGEST_ANSWER = 400;
const LONGEST_OWNER = 100;

/** Relative to the first page; without the angle brackets of the Message-ID. */
export function messagePath(messageId: string): string {
  return `notices/${segment(messageId.replace(/^<|>$/g, ''))}`;
}

interface Notice {
  readonly notice: KnownNotice;
  readonly language: Language;
}

/** Green for `accepted` alone. */
export function NoticeTag({ notice, language }: Notice): Html {
  const state = noticeStateOf(notice);
  return <Tag tone={state === 'accepted' ? 'good' : 'bad'}>{messagesTexts[language].states[state]}</Tag>;
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
export function LastMessage({ notice, now, language, root }: LastMessage): Html {
  const texts = messagesTexts[language];
  const answer = answerOf(notice);
  const { openedAt, messageId, owner, at } = notice;
  return (
    <>
      <a
        href={`${root}${messagePath(messageId)}`}
        aria-label={`${texts.to(shorten(owner, LONGEST_OWNER))}, ${relative(at, now, language)}`}
      >
        {relative(at, now, language)}
      </a>{' '}
      <NoticeTag notice={notice} language={language} />
      {answer !== undefined && (
        <QuietLine>
          <English on={language}>{answer}</English>
        </QuietLine>
      )}
      <QuietLine>
        {openedAt === undefined
          ? texts.notOpenedShort
          : texts.openedShort(texts.opened(relative(openedAt, now, language)))}
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
  const texts = messagesTexts[frame.language];
  const to = shorten(owner, LONGEST_OWNER);
  return (
    <details class="again">
      <summary aria-label={`${texts.sendAgain}: ${to}`}>{texts.sendAgain}</summary>
      <ChangeForm viewer={frame.viewer} action={`${frame.root}${messagePath(messageId)}/again`}>
        <p class="quiet">{texts.againWhy}</p>
        <input
          name="reason"
          type="text"
          required
          maxlength={500}
          autocomplete="off"
          placeholder={texts.reason}
          aria-label={`${texts.reason}: ${to}`}
        />
        <button aria-label={`${texts.sendNow}: ${to}`}>{texts.sendNow}</button>
      </ChangeForm>
    </details>
  );
}
