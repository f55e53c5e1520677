import type { RestoreStep, Restoring } from '../core/resource/restoring.ts';
import { visible } from '../core/text/visible.ts';
import { minute } from './text/minutes.ts';

/** The steps of a restore, or its result, for people. @param yes whether `--yes` was given */
export function restoringLines(id: string, restoring: Restoring, yes: boolean): readonly string[] {
  const what = visible(id);
  switch (restoring.kind) {
    case 'ready': {
      const until = restoring.until === undefined ? '' : ` (possible until ${minute(restoring.until.getTime())})`;
      const does = restoring.steps.map(({ says }) => `  ${visible(says)}`);
      const after = stepLines('Then do this yourself:', restoring.afterwards);
      return [`restore would restore ${what}${until}:`, ...does, ...after, 'Nothing changed; --yes applies it.'];
    }
    case 'restored': {
      const now = restoring.id === id ? '' : ` as ${visible(restoring.id)}`;
      const said = restoring.requestId === undefined ? `${what} exists${now}` : `${what} was restored${now}`;
      const kept = yes ? ', and Holystone keeps it for now' : '; nothing to do';
      return [`${said}${kept}.`, ...stepLines('Do this yourself:', restoring.afterwards)];
    }
    default: {
      const { kind, why, steps } = restoring;
      const title = {
        byHand: 'must be restored by a person',
        expired: 'can no longer be restored',
        refused: 'was not restored',
      };
      return [`${what} ${title[kind]}: ${visible(why)}`, ...stepLines('By hand:', steps)];
    }
  }
}

function stepLines(title: string, steps: readonly RestoreStep[]): readonly string[] {
  if (steps.length === 0) return [];
  return [title, ...steps.flatMap(({ says, command }) => [`  # ${visible(says)}`, `  ${visible(command)}`])];
}
