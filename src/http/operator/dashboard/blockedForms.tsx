/** The approval of a stopped set, and the families of names of which it may be. */
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { blockedTexts } from '../texts/blocked.ts';
import { number } from '../texts/numbers.ts';
import { blockedPath } from './attentionItems.ts';
import { type BlockedPageView, tokenOf } from './blockedPageView.ts';
import { ChangeForm } from './frame.tsx';

interface FormProps {
  readonly view: BlockedPageView;
}

/** Which families: the same page answers with their number, and with the form that approves them. */
export function FamiliesForm({ view: { frame, record, families, chosen = [], haveChanged } }: FormProps): Html | null {
  if (!families) return null;
  const texts = blockedTexts.families;
  const own = `${frame.root}${blockedPath(record.namespace, record.passId)}`;
  const isTicked = new Set(chosen.map(({ name }) => name));
  return (
    <form class="card families" method="get" action={`${own}#approve`}>
      <fieldset>
        <legend>{texts.title}</legend>
        <p>{texts.text}</p>
        {haveChanged && (
          <p class="error" role="alert">
            {texts.changed}
          </p>
        )}
        <ul class="plain ticks">
          {families.map((one) => (
            <li>
              <label class="choice">
                <input type="checkbox" name="family" value={tokenOf(one)} checked={isTicked.has(one.name)} />
                <span class="grow">{one.name === '' ? blockedTexts.totals.noName.family : shorten(one.name, 100)}</span>
                <span class="num">{number(one.size)}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {families.reduce((sum, { size }) => sum + size, 0) < record.blocked.size && (
        <p class="quiet">{texts.more(families.length)}</p>
      )}
      <button>{texts.count}</button>
    </form>
  );
}

/** Of the whole set, or of the families that are chosen. */
export function ApprovalForm({ view }: FormProps): Html {
  const { frame, record, refusal, typed, chosen = [] } = view;
  const { namespace, action, blocked, passId } = record;
  const texts = blockedTexts.approval;
  const size = chosen.length > 0 ? chosen.reduce((sum, one) => sum + one.size, 0) : blocked.size;
  const own = `${frame.root}${blockedPath(namespace, passId)}`;
  const isEnd = record.isHeld && blocked.size === 0;
  const button = isEnd ? texts.end : texts.title(size, blocked.size);
  return (
    <ChangeForm viewer={frame.viewer} action={own} name="card keepin">
      <h2 id="approve">{button}</h2>
      {isEnd && <p>{blockedTexts.held.end}</p>}
      {chosen.length > 0 && (
        <p>
          {blockedTexts.families.chosen(chosen.length, blocked.size - size)}{' '}
          <a href={own}>{blockedTexts.families.all}</a>
        </p>
      )}
      <p>
        {texts.text(action)} {texts.consequences[action]}
      </p>
      {chosen.map((one) => (
        <input type="hidden" name="family" value={tokenOf(one)} />
      ))}
      <input type="hidden" name="size" value={size} />
      <label for="typed">{texts.type(size)}</label>
      <input
        id="typed"
        name="typed"
        type="text"
        inputmode="numeric"
        value={typed}
        required
        autocomplete="off"
        aria-invalid={refusal === undefined ? undefined : 'true'}
        aria-describedby={refusal === undefined ? undefined : 'typed-error'}
      />
      {refusal !== undefined && (
        <p class="error" id="typed-error" role="alert">
          {refusal}
        </p>
      )}
      <div class="buttons">
        <button class="danger">{button}</button>
      </div>
    </ChangeForm>
  );
}
