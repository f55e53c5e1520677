/** Of one resource: the decisions that keep it, and the form for a new one. */
import type { OptOut } from '../../../core/owner/optOut.ts';
import type { Html } from '../../../core/text/html.ts';
import { Line } from '../../page/layout.tsx';
import { resourceTexts } from '../texts/resource.ts';
import { timeOf } from './fate.ts';
import { ChangeForm, type Frame } from './frame.tsx';
import { resourcePath } from './operatorParts.tsx';
import type { Picked } from './pick.ts';

interface Kept {
  readonly optOut: OptOut;
}

/** Who keeps the resource, and until when. */
export function KeptNote({ optOut }: Kept): Html {
  const { target, actor, reason } = optOut;
  const place = target.kind === 'id' ? undefined : target.kind;
  return <Line tone="good">{resourceTexts.kept(place, target.value, timeOf(optOut), actor, reason)}</Line>;
}

interface KeepFormProps extends Picked {
  readonly frame: Frame;
  /** Of a form that comes back. */
  readonly typed?: { readonly reason: string; readonly until: string; readonly error: string } | undefined;
}

/** The buttons of the list of marks, for one resource. */
export function KeepForm({ frame, namespace, id, typed }: KeepFormProps): Html | null {
  if (!frame.viewer.mayChange(namespace)) return null;
  return (
    <ChangeForm name="actions" viewer={frame.viewer} action={`${frame.root}${resourcePath(namespace, id)}`}>
      <label>
        {resourceTexts.why} <input name="reason" type="text" maxlength={500} value={typed?.reason} autocomplete="off" />
      </label>
      <button name="do" value="30d">
        {resourceTexts.keep30}
      </button>
      <button name="do" value="forever">
        {resourceTexts.keepForever}
      </button>
      <label>
        {resourceTexts.lastDay}{' '}
        <input
          name="until"
          type="date"
          value={typed?.until}
          autocomplete="off"
          aria-invalid={typed && 'true'}
          aria-describedby={typed && 'until-error'}
        />
      </label>
      <button name="do" value="until">
        {resourceTexts.keepUntil}
      </button>
      {typed && (
        <p class="error" id="until-error" role="alert">
          {typed.error}
        </p>
      )}
    </ChangeForm>
  );
}
