/** The page that asks which resources may go early, and the one after a response about several. */
import type { RejectReason, Statement } from '../../../core/mark/ownerResponse.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { InEnglish, Line, Note } from '../../page/layout.tsx';
import { page } from '../link/parts.tsx';
import { ReasonLine } from './askAllPage.tsx';
import { BackToMessage } from './pages.tsx';

const LONGEST_NAME = 120;

/** Nothing is ticked here: a tick means the opposite of one on the page before. @param table absent = none may go early */
export function earlyPage(catalogue: Catalogue, table: Html | undefined, most: number, back: string): string {
  const { message: texts } = catalogue.pages;
  if (!table)
    return page(
      catalogue,
      texts.earlyTitle,
      <>
        <Line tone="plain">{texts.earlyNone}</Line>
        <BackToMessage catalogue={catalogue} back={back} />
      </>,
    );
  return page(
    catalogue,
    texts.earlyTitle,
    <>
      <Line tone="warn">
        {texts.earlyNote} {texts.earlyAtMost(most)}
      </Line>
      <form method="post" action="say" class="picks">
        {table}
        <div class="decide" role="group" aria-label={texts.forTicked}>
          <ReasonLine catalogue={catalogue} />
          <div class="row">
            <button class="danger" name="statement" value="deleteEarly">
              {texts.earlyTicked}
            </button>
            <a class="button" href={back}>
              {catalogue.pages.resource.goBack}
            </a>
          </div>
        </div>
      </form>
    </>,
  );
}

/** A response that changed nothing, and why; `name` is absent where the resource has no such mark any more. */
export interface Unsaid {
  readonly name?: string;
  readonly because: RejectReason;
  readonly detail?: string;
}

/** Which statement withdraws another. */
const BACK: Readonly<Partial<Record<Statement, Statement>>> = { deleteEarly: 'notEarly', notMine: 'mine' };

interface SaidAll {
  readonly statement: Statement;
  /** Of the resources whose response is stored. */
  readonly keys: readonly string[];
  readonly unsaid: readonly Unsaid[];
}

/** What the store confirmed, what changed nothing and why, and the way back. */
export function saidAllPage(catalogue: Catalogue, { statement, keys, unsaid }: SaidAll, back: string): string {
  const { message: texts, resource } = catalogue.pages;
  const done = keys.length;
  const withdrawal = BACK[statement];
  return page(
    catalogue,
    done === 0 ? resource.nothingChanged : texts.saidTitle(done, done + unsaid.length),
    <>
      {done > 0 && <Line tone="good">{texts.responses[statement](done)}</Line>}
      {unsaid.length > 0 && (
        <Note tone="warn">
          <p>{texts.unsaid(unsaid.length)}</p>
          <ul>
            {unsaid.map(({ name, because, detail }) => (
              <li>
                {name === undefined ? '' : `${shorten(name, LONGEST_NAME)}: `}
                {resource.rejected[because]}
                {detail !== undefined && <InEnglish on={catalogue.language}>{detail}</InEnglish>}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {done > 0 && withdrawal !== undefined && (
        <form method="post" action="say" class="card">
          <p>{texts.mistaken}</p>
          {keys.map((key) => (
            <input type="hidden" name="only" value={key} />
          ))}
          <button name="statement" value={withdrawal}>
            {texts.takeBackAll}
          </button>
        </form>
      )}
      <BackToMessage catalogue={catalogue} back={back} />
    </>,
  );
}
