/** The page that asks what to keep of a message. */
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { Line } from '../../page/layout.tsx';
import { CHOICES, MAX_REASON_LENGTH } from '../link/choice.ts';
import { page } from '../link/parts.tsx';
import type { Stretch } from './notified.ts';

/** Relative to the page of the message. */
interface AskLinks {
  readonly preferences: string;
  readonly say: string;
  readonly early: string;
}

/** All are ticked, and the buttons stay in view. @param stretch the rows of its first resources, or of all */
export function askAllPage(catalogue: Catalogue, stretch: Stretch<unknown>, table: Html, links: AskLinks): string {
  const texts = catalogue.pages.message;
  const more = (
    <p>
      <a href={links.preferences}>{texts.moreAbout}</a>
    </p>
  );
  const count = stretch.items.length;
  if (count === 0 && stretch.next === undefined) {
    return page(
      catalogue,
      texts.nothingTitle,
      <>
        <Line tone="plain">{texts.nothing}</Line>
        {more}
      </>,
    );
  }
  const from = stretch.next !== undefined && count === 0 ? stretch.next : 0;
  return page(
    catalogue,
    stretch.next === undefined ? texts.askTitle(count) : texts.askPartTitle(count),
    <>
      <Line tone="warn">
        {texts.ask}
        {stretch.next !== undefined && ` ${texts.inParts}`}
      </Line>
      <form method="post" class="picks">
        <input type="hidden" name="from" value={from} />
        {count > 0 && <p>{texts.select}</p>}
        {table}
        <div class="decide" role="group" aria-label={texts.forTicked}>
          <ReasonLine catalogue={catalogue}>
            <DurationField catalogue={catalogue} />
            <label>
              {texts.lastDay} <input type="date" name="until" autocomplete="off" />
            </label>
          </ReasonLine>
          <div class="row">
            <button class="main">{count > 0 ? texts.keepTicked : catalogue.pages.resource.yesPattern}</button>
            {count > 0 && <OtherResponses catalogue={catalogue} links={links} />}
          </div>
        </div>
      </form>
      <p class="quiet small">{texts.opening}</p>
      {more}
    </>,
  );
}

interface Spoken {
  readonly catalogue: Catalogue;
}

function OtherResponses({ catalogue, links }: Spoken & { readonly links: AskLinks }): Html {
  const texts = catalogue.pages.message;
  return (
    <>
      <button formaction={links.say} name="statement" value="notMine">
        {texts.notMineTicked}
      </button>
      <a class="button danger" href={links.early}>
        {texts.earlyLink}
      </a>
    </>
  );
}

/** One line: what is chosen, if anything is, and why. */
export function ReasonLine({ catalogue, children }: Spoken & { readonly children?: HtmlContent }): Html {
  const { reason, optional } = catalogue.pages.resource;
  const label = `${reason} ${optional}`;
  return (
    <div class="row">
      {children}
      <input type="text" name="reason" maxlength={MAX_REASON_LENGTH} aria-label={label} placeholder={label} />
    </div>
  );
}

const USUAL_CHOICE = '30d';

function DurationField({ catalogue }: Spoken): Html {
  const { message, resource } = catalogue.pages;
  return (
    <select name="keep" aria-label={message.howLong}>
      {CHOICES.map(({ value, days }) => (
        <option value={value} selected={value === USUAL_CHOICE}>
          {resource.keepFor(days)}
        </option>
      ))}
    </select>
  );
}
