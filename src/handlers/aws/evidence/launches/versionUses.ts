import type { Finding } from '../../../../core/common/finding.ts';
import { versionAlias } from '../../resources/launchAliases.ts';
import { templateAliases } from '../../resources/launchTemplate.ts';
import { isNameAlias, nameAlias } from '../../resources/nameAlias.ts';
import { NamesTold } from '../../resources/namesTold.ts';
import { protectsUsedOnly } from '../../resources/templateProtection.ts';
import type { CallScope } from '../../wire/target.ts';
import { readLatestAndDefault, type Template, type Versions } from './launchTemplateApi.ts';

/** What one version names. */
interface Named {
  /** The version, in words that help to find it. */
  readonly by: string;
  readonly aliases: readonly string[];
}

/**
 * The uses by versions of launch templates. All versions are users, unless the entry says `protects: used`: then one that is neither
 * default nor latest leads to whoever names it, or its template without a version, and is told where nobody does.
 */
export class VersionUses {
  readonly #findings: Finding[] = [];
  /** The latest and the default version of each template; `undefined`: all versions are users. */
  readonly #current: ReadonlyMap<string, Versions> | undefined;
  /** The versions that are told, by the alias that they name: the first, and how many more. */
  readonly #told = new Map<string, { readonly by: string; more: number }>();
  readonly #names = new NamesTold();
  /** Where a value leads that versions share, by its alias and the template. */
  readonly #leading = new Map<string, { readonly alias: string; readonly by: string; readonly to: Set<string> }>();

  private constructor(current: ReadonlyMap<string, Versions> | undefined) {
    this.#current = current;
  }

  /**
   * What is latest is read each time: versions are remembered for a day, and once the latest one is deleted, `$Latest` means
   * an earlier one.
   * @throws ReadError
   */
  static async in(target: CallScope, scope: { readonly parameters: unknown }): Promise<VersionUses> {
    return new VersionUses(protectsUsedOnly(scope) ? await readLatestAndDefault(target) : undefined);
  }

  /** @param uses those of a version that something uses; absent: `by` uses each alias */
  add(template: Template, number: number, { by, aliases }: Named, uses?: readonly Finding[]): void {
    if (this.#isUser(template, number)) {
      // A template that says its own name has no user in that; others may be called so.
      const own = nameAlias(template.name);
      const used = (alias: string): Finding => ({
        alias,
        says: 'used',
        by,
        ...(alias === own && { except: template.id }),
      });
      for (const each of uses ?? aliases.map(used)) {
        const use = this.#names.added(each);
        if (use) this.#findings.push(use);
      }
      return;
    }
    const named = templateAliases(template.id, template.name);
    const to = [...named.map((one) => versionAlias(one, number)), ...named];
    for (const alias of new Set(aliases)) {
      if (isNameAlias(alias)) this.#lead(`${alias} ${template.id}`, { alias, by, to });
      else this.#findings.push({ alias, says: 'leadsTo', by, to });
      const told = this.#told.get(alias);
      if (told) told.more += 1;
      else this.#told.set(alias, { by, more: 0 });
    }
  }

  #lead(
    key: string,
    { alias, by, to }: { readonly alias: string; readonly by: string; readonly to: readonly string[] },
  ) {
    const known = this.#leading.get(key) ?? { alias, by, to: new Set() };
    this.#leading.set(key, known);
    for (const one of to) known.to.add(one);
  }

  /** A template that came after the read of what is latest has only users. */
  #isUser({ id, defaultVersion, latestVersion }: Template, number: number): boolean {
    const current = this.#current?.get(id);
    return current === undefined || current.has(number) || number === defaultVersion || number === latestVersion;
  }

  findings(): readonly Finding[] {
    const told = [...this.#told].map(([alias, { by, more }]): Finding => {
      const others = more === 0 ? '' : ` and ${more} more`;
      const words = `only versions of launch templates name it that are neither default nor latest, and that nothing names: ${by}${others}`;
      return { alias, says: 'quiet', by: words };
    });
    const leading = [...this.#leading.values()].map(
      ({ to, ...one }): Finding => ({ ...one, says: 'leadsTo', to: [...to] }),
    );
    return [...this.#findings, ...leading, ...told];
  }
}
