/** What the builds of EC2 Image Builder made: a recipe may name all versions of an image, whatever they are called by then. */
import type { OutputResources } from '@aws-sdk/client-imagebuilder';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Scope } from '../../../contract/handler.ts';
import { imageBuilder as calls } from '../../calls/imageBuilder.ts';
import { allOf } from '../../wire/paging.ts';
import { provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { type ParentImage, parentImage } from './parentImage.ts';

/** What one build made, as far as it is looked for. @param region of the recipe */
type Outputs = (made: OutputResources, region: string) => readonly string[];

type Made = ReadonlyMap<string, readonly string[]>;

/** What an account's builds made, by build name; reads each account once. */
export class Builds {
  readonly #target: CallScope;
  readonly #scope: Scope;
  readonly #parents: readonly ParentImage[];
  readonly #outputs: Outputs;
  readonly #read = new Map<string, Promise<Made>>();

  /** @param parents the base images of all recipes: only their builds are read */
  constructor(target: CallScope, scope: Scope, parents: readonly ParentImage[], outputs: Outputs) {
    this.#target = target;
    this.#scope = scope;
    this.#parents = parents;
    this.#outputs = outputs;
  }

  /** @throws ReadError */
  async of(accountId: string, name: string): Promise<readonly string[]> {
    const made = this.#read.get(accountId) ?? this.#begin(accountId);
    this.#read.set(accountId, made);
    return (await made).get(name) ?? [];
  }

  async #begin(accountId: string): Promise<Made> {
    const names = this.#parents.flatMap((parent) =>
      parent.kind === 'builder' && parent.account === accountId ? [parent.name] : [],
    );
    return this.#madeBy(await this.#readerOf(accountId), new Set(names));
  }

  /**
   * The identity that can list the builds of that account: Image Builder's images may be shared with other accounts.
   * @throws ReadError if there is none: its builds may have made images anywhere
   */
  async #readerOf(id: string): Promise<CallScope> {
    const target = this.#target;
    if (id === target.account.id) return target;
    const declared = this.#scope.accounts.find((account) => account.provider === 'aws' && account.id === id);
    if (declared) return provenReader({ account: declared.name, location: target.region }, this.#scope, target.io);
    throw new ReadError(
      `reading Image Builder recipes in ${whereIs(target)}: one begins with an image of account ${id}, which is not declared, so its image is unknown; declare the account in accounts`,
      { problem: 'failed' },
    );
  }

  async #madeBy(target: CallScope, names: ReadonlySet<string>): Promise<Made> {
    const made = new Map<string, string[]>();
    for (const { arn } of await allOf(pages(target, calls.listImages, 'reading Image Builder images'))) {
      if (!arn) throw new ReadError('an Image Builder image came without its ARN', { problem: 'malformed' });
      const version = parentImage(arn);
      if (version.kind !== 'builder' || !names.has(version.name)) continue;
      const what = `reading builds of the Image Builder image ${arn}`;
      const builds = await allOf(pages(target, calls.listImageBuildVersions, what, { imageVersionArn: arn }));
      const outputs = builds.flatMap(({ outputResources = {} }) => this.#outputs(outputResources, target.region));
      made.set(version.name, [...(made.get(version.name) ?? []), ...outputs]);
    }
    return made;
  }
}
