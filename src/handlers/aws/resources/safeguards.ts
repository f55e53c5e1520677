/** Safeguards that several types have. */
import type { Safeguard } from '../../../core/evaluation/rule.ts';
import type { Resource } from '../../../core/resource/resource.ts';

/** A reason that lists what keeps; `undefined` without any. */
export function listed(words: readonly string[] | undefined, says: string): string | undefined {
  return words === undefined ? undefined : `${says}: ${words.join(', ')}`;
}

/** Keeps whatever is in another state, or in one that is not known. @param state as AWS answers it: `available` */
export function stateIs(state: string): Safeguard<Resource & { readonly state?: string }> {
  return {
    name: 'state',
    summary: `Its state is not \`${state}\`.`,
    keeps: (resource) => (resource.state === state ? undefined : `its state is ${resource.state ?? 'not known'}`),
  };
}

interface Owned extends Resource {
  /** Absent: AWS did not say. */
  readonly ownerId?: string;
  readonly isOfAnother?: true;
}

/** A listing may show what other accounts share, and what stands in a shared VPC. */
export const ownedByAnother: Safeguard<Owned> = {
  name: 'ownedByAnother',
  summary: 'Another account owns it, or AWS does not say which one does.',
  keeps({ ownerId, isOfAnother }) {
    if (ownerId === undefined) return 'AWS does not say which account owns it';
    return isOfAnother ? `account ${ownerId} owns it` : undefined;
  },
};

interface Requested extends Resource {
  readonly requesterManaged?: boolean;
  readonly requesterId?: string;
  readonly description?: string;
}

/** A service deletes its own, and AWS refuses to delete them for others. */
export const requesterManaged: Safeguard<Requested> = {
  name: 'requesterManaged',
  summary: 'An AWS service made it and manages it, or it is not known whether one does.',
  keeps({ requesterManaged: isManaged, requesterId, description }) {
    if (isManaged === false) return undefined;
    const who = [requesterId, description].filter((part) => part !== undefined).join(', ') || 'not named';
    return isManaged ? `an AWS service manages it (${who})` : 'it is not known whether an AWS service manages it';
  },
};
