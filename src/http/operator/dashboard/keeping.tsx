/** Of one resource: the decisions that keep it, and the form for a new one. */
import type { OptOut } from '../../../core/owner/optOut.ts';
import type { Html } from '../../../core/text/html.ts';
import { Line } from '../../page/layout.tsx';
import { resourceTexts } from '../texts/resource.ts';
import { timeOf } from './fate.ts';
import { ChangeForm, type Frame } from './frame.tsx';
import { type Picked, pickOf } from './pick.ts';

interface Kept {
  readonly optOut: OptOut;
}

/** Who keeps the resource, and until when. */
export function KeptNote({ optOut }: Kept): Html {
  const { target, actor, reason } = optOut;
  const place = target.kind === 'id' ? undefined : target.kind;
  return <Line tone="good">{resourceTexts.kept(place, target.value, timeOf(optOut), actor, reason)}</Line>;
}

/** The buttons of the list of marks, for one resource. */
export function KeepForm({ frame, namespace, id }: Picked & { readonly frame: Frame }): Html | null {
  if (!frame.viewer.mayChange(namespace)) return null;
  return (
    <ChangeForm name="actions" viewer={frame.viewer} action={`${frame.root}marks/selected`}>
      <input type="hidden" name="pick" value={pickOf({ namespace, id })} />
      <label>
        {resourceTexts.why} <input name="reason" type="text" maxlength={500} autocomplete="off" />
      </label>
      <button name="do" value="30d">
        {resourceTexts.keep30}
      </button>
      <button name="do" value="forever">
        {resourceTexts.keepForever}
      </button>
      <label>
        {resourceTexts.lastDay} <input name="until" type="date" autocomplete="off" />
      </label>
      <button name="do" value="until">
        {resourceTexts.keepUntil}
      </button>
    </ChangeForm>
  );
}
