/** The pages after a response other than "keep it", with its outcome. */

import type { Mark } from '../../../core/mark/mark.ts';
import type { ResponseResult } from '../../../core/mark/ownerResponse.ts';
import type { ResponseTexts } from '../../../notify/texts/common/pageTexts.ts';
import { InEnglish, Line, Note } from '../../page/layout.tsx';
import { MineForm, NotEarlyForm } from './askPage.tsx';
import type { SayForm } from './choice.ts';
import { BackLink, nameOf, page, timeOf } from './parts.tsx';
import type { Subject } from './subject.ts';
import { Summary } from './summary.tsx';

/** The first button changes nothing, because an early deletion cannot be undone. */
export function surePage(subject: Subject, reason: string | undefined, back: string): string {
  const texts = subject.catalogue.pages.resource;
  return page(
    subject.catalogue,
    texts.earlyTitle(nameOf(subject)),
    <>
      <Line tone="warn">{texts.earlyNote}</Line>
      <Summary subject={subject} />
      <form method="post" class="card">
        <input type="hidden" name="statement" value="deleteEarly" />
        <input type="hidden" name="sure" value="yes" />
        {reason && (
          <>
            <p>{texts.reasonIs(reason)}</p>
            <input type="hidden" name="reason" value={reason} />
          </>
        )}
        <div class="buttons">
          <button class="danger">{texts.yesEarly}</button>
          <a class="button" href={back}>
            {texts.goBack}
          </a>
        </div>
      </form>
    </>,
  );
}

/** The store confirmed: `subject` is the state before, `mark` the one now; forms post to the same address. */
export function saidPage(subject: Subject, statement: SayForm['statement'], mark: Mark, back: string): string {
  const { catalogue } = subject;
  const { title, paragraphs } = wordsOf(subject, statement, mark);
  return page(
    catalogue,
    title,
    <>
      <Note tone="good">
        {paragraphs.map((words) => (
          <p>{words}</p>
        ))}
      </Note>
      {statement === 'deleteEarly' && <NotEarlyForm catalogue={catalogue} action="say" />}
      {statement === 'notMine' && <MineForm catalogue={catalogue} action="say" />}
      <BackLink catalogue={catalogue} to={back} />
    </>,
  );
}

function wordsOf(subject: Subject, statement: SayForm['statement'], mark: Mark): ResponseTexts {
  const { responses: statements } = subject.catalogue.pages.resource;
  const name = nameOf(subject);
  if (statement === 'notMine') return statements.notMine(name, mark.owner !== undefined);
  if (statement === 'mine') return statements.mine(name);
  return statements[statement](name, timeOf(subject, mark.projectedDeletionAt));
}

/** The response changes nothing. */
export function notHeardPage(
  { catalogue }: Subject,
  { because, detail }: Omit<Extract<ResponseResult, { kind: 'nothing' }>, 'kind'>,
  back: string,
): string {
  const texts = catalogue.pages.resource;
  return page(
    catalogue,
    texts.nothingChanged,
    <>
      <Note tone="warn">
        <p>{texts.rejected[because]}</p>
        {detail !== undefined && (
          <InEnglish on={catalogue.language}>
            <p>{detail}</p>
          </InEnglish>
        )}
      </Note>
      <BackLink catalogue={catalogue} to={back} />
    </>,
  );
}
