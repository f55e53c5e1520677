/**
 * The ids of assets where a region has several environments: the same file is often in each. Those of the first one are
 * the key or the digest alone, as where it is the only one; the others begin with the name of their bootstrap stack. Pure.
 */
import type { Resource } from '../../../../core/resource/resource.ts';
import { type AssetParameters, type Bootstrap, bootstrapsOf } from './parameters.ts';

export class AssetIds {
  readonly environments: readonly [Bootstrap, ...Bootstrap[]];

  constructor(parameters: Pick<AssetParameters, 'bootstrap'>) {
    this.environments = bootstrapsOf(parameters);
  }

  /** @param inPlace the key in its bucket, or the digest in its repository */
  idOf(environment: Bootstrap, inPlace: string): string {
    const isPlain = environment === this.environments[0] && this.#named(inPlace) === undefined;
    return isPlain ? inPlace : `${environment.stackName}/${inPlace}`;
  }

  /** The environment of an id, and its key or digest there. */
  placeOf(id: string): { readonly environment: Bootstrap; readonly inPlace: string } {
    const environment = this.#named(id);
    if (environment === undefined) return { environment: this.environments[0], inPlace: id };
    return { environment, inPlace: id.slice(environment.stackName.length + 1) };
  }

  /** The ids of an asset; it stays whichever of them somebody keeps. */
  fieldsOf(environment: Bootstrap, inPlace: string): Pick<Resource, 'id' | 'keptAs'> {
    const id = this.idOf(environment, inPlace);
    const keptAs = [inPlace, `${environment.stackName}/${inPlace}`].filter((one) => one !== id);
    return { id, keptAs };
  }

  #named(id: string): Bootstrap | undefined {
    return this.environments.find(({ stackName }) => id.startsWith(`${stackName}/`));
  }
}
