/** The operations that follow from the declarations of kinds. */
import { AwsError } from '../../collections/errors.ts';
import type { Tagged } from '../../collections/kind.ts';
import type { Change, Creation, Deletion, Listed } from '../../collections/operations.ts';
import type { Call } from '../../store/call.ts';
import { ALL_KINDS, type AnyKind, type Plural, tableIn } from '../../store/kinds.ts';
import { collection } from '../../store/listing.ts';
import { type Ec2Handlers, existing, ids, listing, stopIfDryRun } from './common.ts';
import { intoBin } from './recycleBin.ts';
import { tagsFor } from './tagging.ts';

type Members = Readonly<Record<string, unknown>>;

export const declared = Object.fromEntries(
  ALL_KINDS.flatMap(([plural, kind]) => {
    const { tagged, reads, creates, changes = [], deletes } = kind;
    if (!tagged) return [];
    return [
      ...(reads && 'listing' in reads ? [[reads.operation, listingOf(plural, kind, tagged, reads)]] : []),
      ...(creates ? [[creates.operation, creationOf(plural, kind, tagged, creates)]] : []),
      ...changes.map((change) => [change.operation, changeOf(plural, tagged, change)]),
      ...(deletes?.rules ? [[deletes.operation, deletionOf(plural, tagged, deletes)]] : []),
    ];
  }),
) as Ec2Handlers;

function listingOf(plural: Plural, kind: AnyKind, tagged: Tagged, { by, withoutPages, listing: given }: Listed) {
  const rules = { ...tagged, ...(withoutPages === undefined ? {} : { withoutPages }) };
  const rows = collection<Members, object, object>(
    ({ here }) => tableIn(here, plural),
    (kept) => kind.shown(kept),
  );
  return listing<Members, Members, object, object>(rows, { ...given, named: ids(by, rules) });
}

function creationOf(plural: Plural, kind: AnyKind, { type }: Tagged, { seedOf, answer }: Creation) {
  return ({ TagSpecifications, ...input }: Creating, call: Call): object => {
    const seed = seedOf(input, call.here);
    const Tags = tagsFor(TagSpecifications, type);
    stopIfDryRun(input);
    const request = JSON.stringify([plural, { TagSpecifications, ...input }]);
    const before = input.ClientToken === undefined ? undefined : answersIn(call.here).get(input.ClientToken);
    if (before && before.request !== request)
      throw new AwsError('IdempotentParameterMismatch', 'The token was used with other parameters.');
    if (before) return before.answer;
    const kept = kind.make({ ...seed, ...(Tags && { Tags }) } as never, call);
    tableIn(call.here, plural).put(kind.keyOf(kept) ?? '', kept);
    const answered = answer(kept);
    if (input.ClientToken !== undefined) answersIn(call.here).set(input.ClientToken, { request, answer: answered });
    return answered;
  };
}

interface Answered {
  readonly request: string;
  readonly answer: object;
}

/**
 * By token. The same one makes nothing again, whatever became of what it made, and is refused with other parameters:
 * https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html
 */
const ANSWERS = new WeakMap<object, Map<string, Answered>>();

function answersIn(here: object): Map<string, Answered> {
  const known = ANSWERS.get(here) ?? new Map<string, Answered>();
  ANSWERS.set(here, known);
  return known;
}

interface Creating extends Members {
  readonly ClientToken?: string;
  readonly DryRun?: boolean;
  readonly TagSpecifications?: Parameters<typeof tagsFor>[0];
}

function changeOf(plural: Plural, tagged: Tagged, { by, changed, answer }: Change) {
  return (input: Members, call: Call): object => {
    const table = tableIn(call.here, plural);
    const id = String(input[by] ?? '');
    const after = changed(existing(table, id, tagged), input, call);
    stopIfDryRun(input);
    table.put(id, after);
    return answer(after);
  };
}

type Deletes = (input: Members, call: Call) => object;

function deletionOf(plural: Plural, tagged: Tagged, deletion: Deletion<object, unknown>): Deletes {
  const { each, ...alone } = deletion;
  const { by, rules = {}, answer } = alone;
  if (each) return eachDeletionOf(deletionOf(plural, tagged, alone), by);
  return (input, call) => {
    const table = tableIn(call.here, plural);
    const id = String(input[by] ?? '');
    const kept = existing(table, id, tagged);
    rules.refuse?.(kept, call.here);
    stopIfDryRun(input);
    rules.refuseReal?.(kept, call.here);
    table.remove(id);
    intoBin(plural, id, kept, call);
    rules.removeParts?.(id, call.here);
    return answer?.(id) ?? {};
  };
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_UnsuccessfulItem.html */
function eachDeletionOf(deletes: Deletes, by: string): Deletes {
  return (input, call) => {
    const Unsuccessful = ((input[by] ?? []) as readonly string[]).flatMap((ResourceId) => {
      try {
        deletes({ ...input, [by]: ResourceId }, call);
        return [];
      } catch (error) {
        if (!(error instanceof AwsError) || error.code === 'DryRunOperation') throw error;
        return [{ ResourceId, Error: { Code: error.code, Message: error.message } }];
      }
    });
    return { Unsuccessful };
  };
}
