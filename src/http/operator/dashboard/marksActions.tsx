/** What a person can do with the selected marks; in sight only with a selection, where the browser knows `:has()`. */
import type { Html } from '../../../core/text/html.ts';
import { marksTexts } from '../texts/marks.ts';
import type { WholeSet } from './marksWhole.ts';

/** What a person typed, where the form comes back with an error. */
export interface TypedActions {
  readonly reason?: string | undefined;
  readonly until?: string | undefined;
  readonly days?: string | undefined;
  /** All that match were chosen. */
  readonly isWhole?: boolean;
  /** A sentence. */
  readonly error?: string;
}

/** Above the table: everything that matches, as it was counted for this page. */
export function WholeChoice({ whole, typed }: { readonly whole: WholeSet; readonly typed: TypedActions }): Html {
  return (
    <p class="whole">
      <input type="hidden" name="set" value={whole.digest} />
      <input type="hidden" name="counted" value={whole.picks.length} />
      <label class="choice">
        <input type="checkbox" name="whole" value="1" checked={typed.isWhole} />
        {marksTexts.actions.whole(whole.picks.length)}
      </label>
    </p>
  );
}

/** Sticks to the lower edge of the window. A reader has the CSV alone. */
export function SelectionBar({ isOperator, typed }: { readonly isOperator: boolean; readonly typed: TypedActions }) {
  const { actions } = marksTexts;
  return (
    <div class="selbar" role="group" aria-label={actions.label}>
      <strong data-selected={actions.selected}>{actions.selected}</strong>
      {isOperator && <Decide typed={typed} />}
      <button name="do" value="csv" formaction="./marks/selected.csv">
        {actions.csv}
      </button>
      {typed.error !== undefined && (
        <p class="error" id="selection-error" role="alert">
          {typed.error}
        </p>
      )}
    </div>
  );
}

function Decide({ typed }: { readonly typed: TypedActions }): Html {
  const { actions } = marksTexts;
  const isWrong = typed.error === undefined ? {} : { 'aria-describedby': 'selection-error' };
  return (
    <>
      <input
        name="reason"
        type="text"
        maxlength={500}
        value={typed.reason ?? ''}
        aria-label={actions.why}
        placeholder={actions.why}
        autocomplete="off"
      />
      <button class="main" name="do" value="30d">
        {actions.keep30}
      </button>
      <button name="do" value="forever">
        {actions.forever}
      </button>
      <span class="with">
        <input name="until" type="date" value={typed.until ?? ''} aria-label={actions.lastDay} {...isWrong} />
        <button name="do" value="until">
          {actions.keepUntil}
        </button>
      </span>
      <span class="with">
        <input
          name="days"
          type="number"
          min={1}
          max={365}
          value={typed.days ?? ''}
          aria-label={actions.days}
          placeholder={actions.days}
          autocomplete="off"
          {...isWrong}
        />
        <button name="do" value="recalculate">
          {actions.forward}
        </button>
      </span>
    </>
  );
}
