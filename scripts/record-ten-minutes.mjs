// Plays the first ten minutes from an empty folder against the sandbox, and writes docs/first-ten-minutes.md with what the commands
// print. `npm run transpile && node scripts/record-ten-minutes.mjs`; test/e2e/tenMinutes.test.ts fails where the page is no longer true.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAIN = join(ROOT, 'dist', 'main.js');
const PAGE = join(ROOT, 'docs', 'first-ten-minutes.md');

/** `most`: lines of the output that the page shows; `exit`: the code of the command. */
const STEPS = [
  {
    command: 'look',
    says: 'What does this account waste? It takes the credentials of the shell, reads only, and needs nothing else.',
  },
  {
    command: 'init --from look.json --fallback cloud-ops@acme.example',
    says: 'A configuration that fits what was found: every type and region, a dry run.',
  },
  {
    command: 'plan',
    most: 16,
    exit: 3,
    says: 'What would happen, by this configuration: it reads, and writes nothing. `blocked` is the limit for new marks, which a first survey of a neglected account exceeds (exit 3).',
  },
];

/** @returns the page, in Markdown */
export async function record() {
  const folder = mkdtempSync(join(tmpdir(), 'holystone-ten-'));
  const sandbox = spawn(process.execPath, [MAIN, 'sandbox'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(sandbox, 'exit');
  try {
    const env = await environmentOf(sandbox);
    const parts = STEPS.map(({ command, says, most = 40, exit = 0 }, index) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...command.split(' ')], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      if (status !== exit) throw new Error(`holystone ${command}: exit ${status}: ${stderr}`);
      const lines = stdout.trimEnd().split('\n');
      const shown = lines.length > most ? [...lines.slice(0, most), `… ${lines.length - most} more lines`] : lines;
      return `${index + 1}. ${says}\n\n${block([`$ holystone ${command}`, ...shown])}`;
    });
    return `${HEAD}\n\n${parts.join('\n\n')}\n\n${END}\n`;
  } finally {
    sandbox.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
}

const HEAD = `# The first ten minutes, recorded

\`node scripts/record-ten-minutes.mjs\` plays this in an empty folder against \`holystone sandbox\`, and writes this page; a test plays it again.
In your own account leave the sandbox out: the shell's credentials are enough. [The first hour](first-hour.md) goes on to live deletions.`;
const END =
  'Open `look.html`: each resource has its reason there, and so has what looks unused and is not. Then [getting started](getting-started-aws.md).';

/** Indented, so that it belongs to its step. */
function block(lines) {
  return ['```text', ...lines, '```'].map((line) => (line === '' ? '' : `   ${line}`)).join('\n');
}

/** What the sandbox says to paste into a second terminal. */
async function environmentOf(sandbox) {
  let said = '';
  for await (const part of sandbox.stdout) {
    said += part;
    if (said.includes('\nEND')) break;
  }
  const given = [...said.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  // Nothing else of this shell, or of a test before, has a part in it.
  const own = Object.entries(process.env).filter(([name]) => /^(?:HOME|PATH|TMPDIR)$/.test(name));
  return Object.fromEntries([...own, ...given]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(PAGE, await record());
