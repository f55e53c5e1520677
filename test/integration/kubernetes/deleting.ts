/** Deletions of objects by the type's own session, with permits for the named objects and no lifecycle around it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeleteOutcome } from '../../../src/core/resource/resource.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import type { KubernetesObject } from '../../../src/handlers/kubernetes/objects/object.ts';
import { object } from '../../../src/handlers/kubernetes/types/object/handler.ts';
import { objectParameters } from '../../../src/handlers/kubernetes/types/object/parameters.ts';
import type { CallScope } from '../../../src/handlers/kubernetes/wire/call.ts';
import { demandDeclared } from '../../support/declared.ts';
import { scopeOf, testEffects } from '../handlers/fixture.ts';

export class Objects {
  readonly #effects = testEffects();
  readonly #folder = mkdtempSync(join(tmpdir(), 'holystone-objects-'));
  readonly #parameters: object;

  /** @param access a kubeconfig @param parameters keys of the entry */
  constructor(access: string, parameters: object = {}) {
    writeFileSync(join(this.#folder, 'kubeconfig'), access);
    this.#parameters = parameters;
  }

  get #account() {
    const settings = { kubeconfig: join(this.#folder, 'kubeconfig') };
    return { name: 'prod', provider: 'kubernetes', locations: ['shop/prod'], settings };
  }

  /** Something else that is asked of the cluster. */
  within<T>(ask: (target: CallScope) => T, change: Partial<Io> = {}): T {
    return ask({ account: this.#account, io: this.#effects.io(change) });
  }

  session(change: Partial<Io> = {}, more: object = {}) {
    const account = this.#account;
    const parameters = objectParameters.parse({ source: { dir: this.#folder }, ...this.#parameters, ...more });
    const scope = scopeOf(parameters, { account, accounts: [account], location: 'shop/prod' });
    return object.open(scope, this.#effects.io(change));
  }

  async read(id: string): Promise<KubernetesObject> {
    const read = (await this.session().get([id])).get(id);
    if (read?.kind !== 'found') throw new Error(`${id} is not found`);
    demandDeclared(object.attributes ?? {}, [read.resource]);
    return read.resource;
  }

  /** Read by id, a permit for it and no other, deletion. @returns `undefined` = a read by id decides */
  async delete(id: string, change: Partial<Io> = {}): Promise<DeleteOutcome | undefined> {
    return this.deleteRead(await this.read(id), change);
  }

  async deleteRead(one: KubernetesObject, change: Partial<Io> = {}): Promise<DeleteOutcome | undefined> {
    const denies = (asked: readonly string[] = []) => (asked.every((id) => id === one.id) ? undefined : 'no permit');
    return (await this.session({ permit: { denies }, ...change }).delete([one])).get(one.id);
  }

  close(): void {
    this.#effects.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
