// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the configuration
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { BUILT_IN } from '../../../src/config/schema/settings.ts';
import { ConfigurationError } from '../../../src/core/common/errors.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { configurationMarkdown } from '../../../tools/docs/documentation.ts';
import { editorSchema } from '../../../tools/docs/editorSchema.ts';
import { evidenceMarkdown, handlersMarkdown } from '../../../tools/docs/handlerPages.ts';
import { type JsonSchemaNode, jsonSchema } from '../../../tools/docs/jsonSchema.ts';

const PATH = 'config/holystone.yaml';
const example = readFileSync(PATH, 'utf8');
const loadText = (text: string) => loadConfiguration({ text }, { env: {}, handlers });

describe('config/holystone.yaml', () => {
  test('loads with an empty environment, as a dry run, and yields the values of its comments', () => {
    const configuration = loadConfiguration({ path: PATH }, { env: {}, handlers });
    expect(configuration.workConfigurations.map(({ namespace, live }) => [namespace, live])).toEqual([
      ['aws:test:us-east-1:image', false],
      ['aws:test:eu-west-1:image', false],
      ['aws:test:us-east-1:volume', false],
      ['aws:test:eu-west-1:volume', false],
      ['aws:test:us-east-1:autoscalinggroup', false],
      ['aws:production:us-east-1:autoscalinggroup', false],
    ]);
    expect(configuration).toMatchObject({ dryRun: true, ignored: [], warnings: [], serveRefuses: [] });
  });

  test('its defaults are the built-in values, as it claims', () => {
    const without = loadText(example.replace(/^defaults:[\s\S]*?^cleanup:/m, 'cleanup:'));
    const withThem = loadText(example.replace('fallback: cloud@example.com', ''));
    expect(without.hash).toBe(withThem.hash);
    expect(BUILT_IN.retention).toBe('10d');
  });

  test('commented-out settings of the example are valid as well', () => {
    const text = example.replace('# optOut:', 'optOut:');
    const env = { HOLYSTONE_LINK_KEY: '0123456789abcdef0123456789abcdef' };
    expect(loadConfiguration({ text }, { env, handlers }).optOut.keys).toHaveLength(1);
  });

  test('200 random mutations load or are a ConfigurationError, never anything else', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      '- ',
      '\n',
      '  ',
      '"',
      "'",
      '&a ',
      '*a ',
      '!',
      '|',
      '>',
      '%',
      '#',
      '${X}',
      '0',
      '-1',
      '.nan',
      '~',
      'off',
      '\t',
      '\u0000',
      '? ',
      '<<: ',
      '__proto__',
      '"\\ud800"',
    );
    const edit = fc.record({
      at: fc.nat(example.length),
      cut: fc.nat(12),
      put: fc.oneof(token, fc.string({ maxLength: 4 })),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        const text = edits.reduce((rest, { at, cut, put }) => rest.slice(0, at) + put + rest.slice(at + cut), example);
        const problems = problemsOf(text);
        const lines = text.split(/\r\n|[\n\r]/).length;
        return problems.every(({ line, column, message }) => line <= lines && column >= 1 && /^[^\n]+$/.test(message));
      }),
      { numRuns: 200 },
    );
  });

  test('lines dropped, doubled or moved load or are a ConfigurationError, never anything else', () => {
    const lines = example.split('\n');
    const index = fc.nat(lines.length - 1);
    fc.assert(
      fc.property(index, index, fc.constantFrom('drop', 'double', 'swap'), (a, b, how) => {
        const changed = [...lines];
        if (how === 'drop') changed.splice(a, 1);
        else if (how === 'double') changed.splice(a, 0, lines[b] as string);
        else [changed[a], changed[b]] = [lines[b] as string, lines[a] as string];
        return Array.isArray(problemsOf(changed.join('\n')));
      }),
      { numRuns: 60 },
    );
  });
});

function problemsOf(text: string) {
  try {
    loadText(text);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

/** Every key of every mapping below a node of the schema. */
function keysOf(node: JsonSchemaNode): readonly { key: string; path: string; node: JsonSchemaNode }[] {
  const found: { key: string; path: string; node: JsonSchemaNode }[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, property] of Object.entries((value as JsonSchemaNode).properties ?? {})) {
      found.push({ key, path: `${path}.${key}`, node: property });
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
  };
  walk(node, '');
  return found;
}

describe('generated files are those of this source (npm run docs)', () => {
  test('config/holystone.schema.json', () => {
    expect(JSON.parse(readFileSync('config/holystone.schema.json', 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(editorSchema())),
    );
  });

  test.each([
    ['docs/configuration.md', configurationMarkdown],
    ['docs/evidence.md', evidenceMarkdown],
    ['docs/handlers.md', handlersMarkdown],
  ])('%s', (path, markdown) => {
    expect(readFileSync(path, 'utf8')).toBe(markdown());
  });

  test('every key has a description', () => {
    const undescribed = keysOf(jsonSchema()).filter(({ node }) => node.description === undefined);
    expect(undescribed.map(({ path }) => path)).toEqual([]);
  });

  test('each kind of account has its keys in its own table, and not in the table of the process', () => {
    const [process = '', ...tables] = configurationMarkdown().split('\n### Entries of `accounts` ');
    expect(process).not.toContain('`accounts[].');
    expect(tables.filter((one) => !one.includes('\n| `locations` | '))).toEqual([]);
    expect(tables.length).toBeGreaterThanOrEqual(4);
  });

  test('every key is in the reference', () => {
    const page = configurationMarkdown();
    const named = new Set([...page.matchAll(/`(?:[\w[\].]+\.)?(\w+)`/g)].map(([, key]) => key));
    // The tables of rules have a row per rule, without the word `rule`.
    const missing = keysOf(jsonSchema()).filter(({ key }) => key !== 'rule' && !named.has(key));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});
