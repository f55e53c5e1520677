/** Collects the names in the texts of one deployment: templates, and parameters with their values. */
import type { Parameter } from '@aws-sdk/client-cloudformation';
import { defined } from '../../../../core/common/defined.ts';
import { assembledIn } from '../../resources/cdk/assembled.ts';
import { Hashes, HashScanner, hashesIn, spelledOut } from '../../resources/cdk/assetHash.ts';
import { NamedPlaces } from '../../resources/cdk/places.ts';
import { BOOTSTRAP_VERSION, type StackParameter } from '../../resources/cdk/stacks.ts';
import type { Named } from './stackRecord.ts';

export class Words {
  /** The parameters that name the environment. */
  readonly parameters: readonly StackParameter[];
  readonly #scanner = new HashScanner();
  readonly #places = new NamedPlaces();
  readonly #values = new Map<string, readonly string[]>();
  #last: string | undefined;
  #unclear: string | undefined;

  /** @param parameters with their actual values */
  constructor(parameters: readonly Parameter[] = []) {
    this.parameters = parameters.flatMap(({ ParameterKey: key, ParameterValue: actual, ResolvedValue }) => {
      const values = [actual, ResolvedValue].filter((value) => value !== undefined);
      for (const text of [key ?? '', ...values]) {
        this.#places.add(text);
        for (const hash of hashesIn(text)) this.#scanner.hashes.add(hash);
      }
      if (key !== undefined && values.length > 0) this.#values.set(key, values);
      return key === BOOTSTRAP_VERSION ? [{ key, ...defined({ actual }) }] : [];
    });
  }

  /** A template, both as it stands there and as its readers see it: each may show a hash that the other hides. */
  add(template: string): void {
    // Without macros both stages have the same text.
    if (template === this.#last) return;
    this.#last = template;
    const spelled = spelledOut(template);
    const { texts, unclear } = assembledIn(template, this.#values, spelled);
    this.#unclear ??= unclear;
    for (const one of [template, spelled, ...texts]) if (one !== undefined) this.#scan(one);
  }

  /** @param declared further parameters that name the environment */
  named(declared: readonly StackParameter[] = []): Named {
    const parameters = [...this.parameters, ...declared];
    return {
      hashes: new Hashes(this.#scanner.hashes),
      parameters,
      environments: this.#places.environments(parameters),
      inRegions: this.#places.inRegions(parameters),
      ...defined({ unclear: this.#unclear }),
    };
  }

  #scan(text: string): void {
    this.#places.add(text);
    this.#scanner.write(text);
    this.#scanner.end();
  }
}
