import type { RestoreStep, Restoring } from '../core/resource/restoring.ts';
import { visible } from '../core/text/visible.ts';

/** What it takes to bring something back, or what came of it, for people. @param yes was it to be done? */
export function restoringLines(id: string, restoring: Restoring, yes: boolean): readonly string[] {
  const what = visible(id);
  switch (restoring.kind) {
    case 'ready': {
      const until = restoring.until === undefined ? '' : ` (possible until ${restoring.until.toISOString()})`;
      const does = restoring.steps.map(({ says }) => `  ${visible(says)}`);
      const after = stepLines('Left to you then:', restoring.afterwards);
      return [`restore would bring back ${what}${until}:`, ...does, ...after, 'Nothing was done; --yes does it.'];
    }
    case 'restored': {
      const now = restoring.id === id ? '' : ` as ${visible(restoring.id)}`;
      const said = restoring.requestId === undefined ? `${what} is there${now}` : `${what} was brought back${now}`;
      const kept = yes ? ', and is kept for now' : '; nothing has to be done';
      return [`${said}${kept}.`, ...stepLines('Left to you:', restoring.afterwards)];
    }
    default: {
      const { kind, why, steps } = restoring;
      const title = {
        byHand: 'is for a person to bring back',
        expired: 'cannot be had back any more',
        refused: 'was not brought back',
      };
      return [`${what} ${title[kind]}: ${visible(why)}`, ...stepLines('By hand:', steps)];
    }
  }
}

function stepLines(title: string, steps: readonly RestoreStep[]): readonly string[] {
  if (steps.length === 0) return [];
  return [title, ...steps.flatMap(({ says, command }) => [`  # ${visible(says)}`, `  ${visible(command)}`])];
}
