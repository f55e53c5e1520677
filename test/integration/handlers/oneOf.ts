/** One resource of a type by its id: how a test opens the type, reads the resource, saves it first, and brings it back. */
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { account, type awsForEach, openGate, scopeOf } from './fixture.ts';

/** Nothing is read before the first call. @typeParam R what the type lists @param keys of the entry */
export function oneOf<R extends Resource>(
  aws: ReturnType<typeof awsForEach>,
  handler: Handler,
  id: string,
  keys: object = {},
) {
  const parameters = handler.parameters.parse(keys);
  /** @param own more settings of the account */
  const open = (more: object = {}, own: object = {}) => {
    const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer`, ...own };
    const scope = scopeOf(parameters, { account: { ...account, settings } });
    return handler.open(scope, aws.io({ permit: openGate(), ...more }));
  };
  const readOf = async () => (await open().get([id])).get(id);
  async function found(): Promise<R> {
    const read = await readOf();
    if (read?.kind !== 'found') throw new Error(JSON.stringify(read));
    return read.resource as R;
  }
  const quarantine = (own: object = {}) => {
    const { quarantine: step } = open({}, own);
    if (!step) throw new Error('it has no quarantine');
    return step;
  };
  const begun = async (own: object = {}) => quarantine(own).begin(await found());
  return {
    parameters,
    open,
    readOf,
    found,
    quarantine,
    begun,
    /** What its quarantine made. */
    async made(): Promise<string> {
      const outcome = await begun();
      if (outcome?.kind !== 'done' || !outcome.made) throw new Error(JSON.stringify(outcome));
      return outcome.made;
    },
    standing: async (made?: string) => quarantine().standing(await found(), { at: 0, until: 0, ...(made && { made }) }),
    keptBecause: (resource: R) =>
      handler.safeguards.flatMap(({ keeps }) => keeps(resource, parameters, { now: Date.now(), findings: [] }) ?? []),
    /** Its definition, as a pass stores it. */
    storedOf(one: R): StoredDefinition {
      const { namespace } = scopeOf({});
      const own = { namespace, id, identity: one.identity, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
      return JSON.parse(JSON.stringify({ ...own, definition: handler.definition(one) }));
    },
    async restored(stored: StoredDefinition) {
      const plan = await open({ mayRestore: true }).restore?.(stored, undefined);
      return plan?.kind === 'ready' ? plan.run() : plan;
    },
  };
}
