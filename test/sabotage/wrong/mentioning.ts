/** Law 13: whatever an answer names is used by the thing that names it. */
import { Reading } from '../../../src/handlers/aws/evidence/listings/reading.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

type MentionsOf = Reading['mentionsOf'];

const looking = (wrong: (real: MentionsOf) => MentionsOf): Change => ({
  patch: () =>
    patched(Reading.prototype, 'mentionsOf', (real) =>
      wrong(function (this: Reading, ...given) {
        return real.apply(this, given);
      }),
    ),
});

/** A line too many among the mentions that are no use: what a definition names. */
export const lineTooMany = looking(
  (real) => (call, item) => real(call, item).filter(() => !/StateMachine$/.test(call.api)),
);

/** The values of parameters are read, and not looked through. */
export const textUnread = looking((real) => (call, item) => (call.api === 'ssm:GetParameters' ? [] : real(call, item)));
