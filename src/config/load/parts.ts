/**
 * How other types judge what goes with the resources of a namespace, and what these lead to: by the entries of those types, else
 * by the defaults.
 */
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { type Namespace, namespaceOf } from '../../core/resource/namespace.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { AccountSettings } from '../schema/accountSections.ts';
import type { ValidFile } from './entryPart.ts';
import { flatten } from './flatten.ts';
import { sha256 } from './hashOf.ts';
import type { JudgedNamespace } from './namespaceTarget.ts';

/** Adds `parts` and `linked` to the work configurations of one file. */
export class PartsOf {
  readonly #file: ValidFile;
  readonly #handlers: readonly Handler[];
  /** Every namespace that entries judge, and each other one that was asked for. */
  readonly #known: Map<Namespace, WorkConfiguration>;
  /** By type: each caches what its namespaces share. */
  readonly #withoutEntries = new Map<Handler, ValidFile>();

  /** @param judged every namespace that entries judge */
  constructor(file: ValidFile, handlers: readonly Handler[], judged: ReadonlyMap<Namespace, WorkConfiguration>) {
    this.#file = file;
    this.#handlers = handlers;
    this.#known = new Map(judged);
  }

  /** @throws z.ZodError as {@link flatten} */
  added(wc: WorkConfiguration, target: JudgedNamespace): WorkConfiguration {
    const { takesTypes = [], linkedTypes } = target.handler;
    const parts = this.#ofTypes(takesTypes, target, [target.account]);
    const linked = this.#ofTypes(linkedTypes?.(wc.parameters) ?? [], target, this.#accounts(target.handler));
    const others = [...parts, ...linked];
    if (others.length === 0) return wc;
    return {
      ...wc,
      ...(parts.length > 0 ? { parts } : {}),
      ...(linked.length > 0 ? { linked } : {}),
      hash: sha256([wc, ...others].map(({ hash }) => hash).join()),
    };
  }

  /** Indices of those that the provider has. */
  #accounts({ provider }: Handler): readonly number[] {
    return this.#file.accounts.flatMap((one, index) => (one?.provider === provider ? [index] : []));
  }

  #ofTypes(types: readonly string[], target: JudgedNamespace, accounts: readonly number[]): WorkConfiguration[] {
    const { provider } = target.handler;
    const isMeant = (one: Handler) => one.provider === provider && types.includes(one.resourceType);
    return this.#handlers.filter(isMeant).flatMap((handler) =>
      accounts.map((account) => {
        const { name: accountName } = this.#file.accounts[account] as AccountSettings;
        const { location } = target;
        const { resourceType } = handler;
        const namespace = namespaceOf({ provider, account: accountName, location, resourceType });
        const known = this.#known.get(namespace);
        if (known) return known;
        const made = this.#byDefault({ ...target, account, accountName, namespace, handler });
        this.#known.set(namespace, made);
        return made;
      }),
    );
  }

  /** As an entry that says nothing would judge it. */
  #byDefault(target: JudgedNamespace): WorkConfiguration {
    const file = this.#withoutEntries.get(target.handler) ?? {
      ...this.#file,
      given: { ...this.#file.given, cleanup: [{}] },
      cleanup: [{ when: [] }],
    };
    this.#withoutEntries.set(target.handler, file);
    return flatten({ ...target, entry: 0, others: [] }, file);
  }
}
