import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { jsonSchema } from '../../../tools/docs/jsonSchema.ts';
import { fromRoot, sourceFiles } from '../../support/sourceFiles.ts';

const PATH = fileURLToPath(new URL('../../../docs/operations.md', import.meta.url));
const text = readFileSync(PATH, 'utf8');
const source = sourceFiles()
  .map(({ path }) => readFileSync(fileURLToPath(new URL(`../../../${fromRoot(path)}`, import.meta.url)), 'utf8'))
  .join('\n');

describe('docs/operations.md', () => {
  test('its log messages and metrics are those of the source', () => {
    const [, messages = ''] = /\| `msg` \|([\s\S]+?)\n\n/.exec(text) ?? [];
    const named = [
      ...[...messages.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message]) => `'${message}'`),
      ...[...text.matchAll(/\b(holystone_\w+)/g)].map(([, metric]) => `'${metric}'`),
    ];
    expect({ missing: named.filter((name) => !source.includes(name)), named: named.length > 14 }).toEqual({
      missing: [],
      named: true,
    });
  });

  test('its keys are those of the configuration', () => {
    const keys = [...text.matchAll(/`((?:redis|http|mail|optOut|definitions|notice)(?:\.\w+)+)`/g)].map(([, k]) => k);
    const schema = JSON.stringify(jsonSchema());
    const unknown = keys.filter((key) => key?.split('.').some((part) => !schema.includes(`"${part}"`)));
    expect({ unknown, keys: keys.length > 4 }).toEqual({ unknown: [], keys: true });
  });
});
