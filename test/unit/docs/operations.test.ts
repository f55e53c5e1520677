import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { runCli } from '../../../src/cli/program.ts';
import { jsonSchema } from '../../../src/config/docs/jsonSchema.ts';
import { fromRoot, sourceFiles } from '../../support/sourceFiles.ts';

const PATH = fileURLToPath(new URL('../../../docs/operations.md', import.meta.url));
const text = readFileSync(PATH, 'utf8');
const source = sourceFiles()
  .map(({ path }) => readFileSync(fileURLToPath(new URL(`../../../${fromRoot(path)}`, import.meta.url)), 'utf8'))
  .join('\n');

describe('docs/operations.md', () => {
  test('its commands exist, with the options that it gives them', async () => {
    const commands = [...text.matchAll(/(?:^|`)holystone (\w+)([^\n`#]*)/gm)];
    const helps = new Map<string, string>();
    for (const [, name = ''] of commands) helps.set(name, helps.get(name) ?? (await helpOf(name)));
    const wrong = commands.flatMap(([, name = '', rest = '']) => {
      const help = helps.get(name) ?? '';
      const options = [...rest.matchAll(/--[\w-]+/g)].map(([option]) => option);
      if (!help.includes(`holystone ${name}`)) return [name];
      return options.filter((option) => !help.includes(option)).map((option) => `${name} ${option}`);
    });
    expect({ wrong, commands: commands.length > 15 }).toEqual({ wrong: [], commands: true });
  });

  test('its links lead somewhere', () => {
    const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replace(/ /g, '-'));
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
    const broken = links.filter((to) => {
      return to.startsWith('#') ? !headings.includes(to.slice(1)) : !existsSync(join(dirname(PATH), to));
    });
    expect({ broken, links: links.length > 0 }).toEqual({ broken: [], links: true });
  });

  test('its log messages and metrics are those of the source', () => {
    const [, messages = ''] = /\| `msg` \|([\s\S]+?)\n\n/.exec(text) ?? [];
    const named = [
      ...[...messages.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message]) => `'${message}'`),
      ...[...text.matchAll(/`(holystone_\w+)`/g)].map(([, metric]) => `'${metric}'`),
    ];
    expect({ missing: named.filter((name) => !source.includes(name)), named: named.length > 18 }).toEqual({
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

async function helpOf(command: string): Promise<string> {
  const chunks: string[] = [];
  const stream = () =>
    new Writable({
      write(chunk, _encoding, done) {
        chunks.push(String(chunk));
        done();
      },
    });
  const { signal } = new AbortController();
  const context = { env: {}, stdout: stream(), stderr: stream(), clock: { now: () => 0 }, signal, exitCode: 0 };
  await runCli([command, '--help'], context);
  return chunks.join('');
}
