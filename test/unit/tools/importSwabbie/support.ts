import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { parse } from 'yaml';
import type { Configuration } from '../../../../src/config/load/configuration.ts';
import { loadConfiguration } from '../../../../src/config/load/loader.ts';
import { ConfigurationError } from '../../../../src/core/common/errors.ts';
import type { WorkConfiguration } from '../../../../src/core/policy/workConfiguration.ts';
import { handlers } from '../../../../src/handlers/index.ts';
import { type Imported, importSwabbie } from '../../../../tools/import-swabbie/import.ts';

const FIXTURES = new URL('../../../fixtures/swabbie/', import.meta.url);

/** Swabbie files as people might have them. */
export const fixtures: readonly string[] = readdirSync(FIXTURES);

export function fixture(name: string): string {
  return readFileSync(new URL(name, FIXTURES), 'utf8');
}

export function imported(text: string): Imported {
  return importSwabbie(text, 'swabbie.yml', handlers);
}

/** The native text for a text of Swabbie's; `env` is for the variables of the native file. */
export function loaded(text: string, env: Readonly<Record<string, string>> = {}): Configuration {
  return loadConfiguration({ text: imported(text).text, file: 'native.yaml' }, { env, handlers });
}

/** The one work configuration that a text of Swabbie's comes to. */
export function only(text: string, env?: Readonly<Record<string, string>>): WorkConfiguration {
  const { workConfigurations } = loaded(text, env);
  expect(workConfigurations).toHaveLength(1);
  return workConfigurations[0] as WorkConfiguration;
}

/** The native file as plain data. */
export function data(text: string): {
  readonly dryRun: boolean;
  readonly window?: Record<string, unknown>;
  readonly accounts: readonly Record<string, unknown>[];
  readonly cleanup: readonly (Record<string, unknown> & { readonly live: boolean })[];
} {
  return parse(imported(text).text);
}

/** The first entry of the native file. */
export function entry(text: string): Record<string, unknown> & { readonly live: boolean } {
  return data(text).cleanup[0] as Record<string, unknown> & { readonly live: boolean };
}

/** The problems of a text; anything but a ConfigurationError is thrown on. */
export function problems(text: string): readonly string[] {
  try {
    imported(text);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n');
    throw error;
  }
}

/** The parts reported to have no counterpart, without places. */
export function lost(text: string): readonly string[] {
  return imported(text).lost.map(({ message }) => message);
}

/** One enabled type of one account; `type` and `provider` are lines of YAML. */
export function swabbie({
  type = '',
  provider = '',
  top = '',
  name = 'image',
}: Partial<Record<string, string>>): string {
  const rules = name === 'image' ? 'OrphanedImageRule' : 'ZeroInstanceRule';
  const indented = (text: string, by: number) => text.trim().replaceAll(/^/gm, ' '.repeat(by));
  return `swabbie:
${indented(top, 2)}
  providers:
    - name: aws
      locations: [us-east-1]
      accounts: [test]
${indented(provider, 6)}
      resourceTypes:
        - name: ${name}
          enabled: true
${type.includes('enabledRules') ? '' : `          enabledRules: [{ rules: [{ name: ${rules} }] }]`}
${indented(type, 10)}
`;
}

/** An exclusion as one line of YAML. */
export function exclusion(kind: string, key: string, ...values: readonly unknown[]): string {
  return `exclusions: [{ type: ${kind}, attributes: [{ key: ${JSON.stringify(key)}, value: ${JSON.stringify(values)} }] }]`;
}
