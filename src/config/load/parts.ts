/** How what goes with the resources of a namespace is judged: by the entries of its own type, else by the defaults. */
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { type Namespace, namespaceOf, partsOf } from '../../core/resource/namespace.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { ValidFile } from './entryPart.ts';
import { flatten } from './flatten.ts';
import { sha256 } from './hashOf.ts';
import type { JudgedNamespace } from './namespaceTarget.ts';

/** Adds the `parts` of work configurations, from all of one file. */
export class PartsOf {
  readonly #file: ValidFile;
  readonly #handlers: readonly Handler[];
  /** By type: each caches what its namespaces share. */
  readonly #withoutEntries = new Map<string, ValidFile>();

  constructor(file: ValidFile, handlers: readonly Handler[]) {
    this.#file = file;
    this.#handlers = handlers;
  }

  /** @param judged every namespace that entries judge */
  added(
    wc: WorkConfiguration,
    target: JudgedNamespace,
    judged: ReadonlyMap<Namespace, WorkConfiguration>,
  ): WorkConfiguration {
    const { takesTypes = [], provider } = target.handler;
    const parts = takesTypes.flatMap((type) => {
      const handler = this.#handlers.find((one) => one.provider === provider && one.resourceType === type);
      if (!handler) return [];
      const namespace = namespaceOf({ ...partsOf(wc.namespace), resourceType: type });
      return judged.get(namespace) ?? this.#byDefault({ ...target, namespace, handler });
    });
    if (parts.length === 0) return wc;
    return { ...wc, parts, hash: sha256([wc, ...parts].map(({ hash }) => hash).join()) };
  }

  /** As an entry that says nothing would judge it. */
  #byDefault(target: JudgedNamespace): WorkConfiguration {
    const { resourceType } = target.handler;
    const file = this.#withoutEntries.get(resourceType) ?? {
      ...this.#file,
      given: { ...this.#file.given, cleanup: [{}] },
      cleanup: [{ when: [] }],
    };
    this.#withoutEntries.set(resourceType, file);
    return flatten({ ...target, entry: 0, others: [] }, file);
  }
}
