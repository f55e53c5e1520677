// Plays the first hour with Holystone on a fresh clone, and writes docs/images/hour: the terminal at 80 columns, and the pages.
// `node scripts/record-hour.mjs`; `--linked` takes the node_modules of this folder instead of `npm ci`. Needs git, redis-server,
// `script` (util-linux) and Chromium; about five minutes.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'docs', 'images', 'hour');
const STEP_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'holystone-hour-'));
const clone = join(folder, 'holystone');
const running = new Set();
let browser;
try {
  mkdirSync(OUT, { recursive: true });
  freshClone();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  });
  // `--part demo` or `--part account` renews a part of the pictures and logs.
  const part = process.argv.includes('--part') ? process.argv[process.argv.indexOf('--part') + 1] : undefined;
  if (part !== 'account') await playDemo();
  if (part !== 'demo') await playAccount();
} finally {
  for (const one of running) one.child.kill('SIGKILL');
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
}

function freshClone() {
  const run = (command, ...args) => execFileSync(command, args, { cwd: clone, stdio: 'inherit' });
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone]);
  if (process.argv.includes('--linked')) symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  else run('npm', 'ci', '--silent');
  run('npm', 'run', '--silent', 'build');
}

/** Demo, mail, "Keep it", operator's page. */
async function playDemo() {
  const demo = terminal('demo');
  const [, mail, operator] = await demo.sees(/1 open +(\S+)[\s\S]*3 see it +(\S+)/);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(mail);
  await picture(page, '1-mail');
  const number = new URL(mail).pathname.split('/').at(-1);
  const message = await (await fetch(new URL(`/api/messages/${number}`, mail))).json();
  const [link] = /http:\/\/127\.0\.0\.1:\d+\/o\/\S+/.exec(message.text) ?? [];
  await page.goto(link);
  await picture(page, '2-decision');
  await page.getByLabel(/reason/i).fill('the audit needs them until spring');
  await page.getByRole('button', { name: 'Keep for 90 days' }).click();
  await picture(page, '3-kept');
  const [, resource] = await demo.sees(/(http:\S+\/resources\/\S+)/);
  await page.goto(resource);
  await picture(page, '4-resource');
  await page.goto(operator);
  await picture(page, '5-operator');
  await page.close();
  demo.interrupt();
  await demo.ended;
  keep('1-demo', [demo]);
}

/** A configuration from `init`, a sandbox, and the road from the plan to live. */
async function playAccount() {
  const init = await done(
    'init --account arn:aws:iam::111122223333:role/holystone-reader --locations us-east-1 --types image ' +
      '--fallback cloud-ops@acme.example --sender holystone@acme.example',
  );
  keep('2-init', [init]);
  const sandbox = terminal('sandbox --redis');
  await sandbox.sees(/# Ctrl-C ends/);
  const env = Object.fromEntries([...sandbox.text().matchAll(/^export (\w+)=(\S+)$/gm)].map(([, ...pair]) => pair));
  env.HOLYSTONE_LINK_KEY = 'recorded-hour-'.repeat(3);
  keep('3-plan', [await done('plan --config holystone.yaml', env)]);
  goOn();
  const look = ['validate --config holystone.yaml', 'run --once --config holystone.yaml'];
  const notified = await all(look, env);
  const page = await browser.newPage({ viewport: { width: 1000, height: 760 } });
  const [, mailbox] = /a mailbox at (\S+)/.exec(sandbox.text()) ?? [];
  await page.goto(mailbox);
  await picture(page, '6-mailbox');
  await page.close();
  keep('4-notify', notified);
  // Longer than the retention of this hour.
  await delay(30_000);
  keep('5-canary', await all(staged('canary', 'two weeks of notices'), env));
  keep('6-live', await all(staged('live', 'a week without complaints'), env));
  sandbox.interrupt();
  await sandbox.ended;
  keep('7-sandbox', [sandbox]);
}

function staged(stage, reason) {
  return [
    `stage image main --set ${stage} --reason "${reason}" --config holystone.yaml`,
    'run --once --config holystone.yaml',
  ];
}

/** Step 8 of docs/getting-started-aws.md; a retention of days would take days. */
function goOn() {
  const file = join(clone, 'holystone.yaml');
  const changes = [
    ['dryRun: true', 'dryRun: false'],
    ['# http:', 'http:'],
    ['# optOut:', 'definitions: { dir: ./definitions }\noptOut:'],
    [/( +)readRole: .*/, '$&\n$1deleteRole: arn:aws:iam::111122223333:role/holystone-deleter'],
    // The images without an owner stay, however slow this machine is.
    ['retention: 10d', 'retention: 20s\n  unownedRetention: 1d\n  tripwires: { markedShare: 60% }'],
    ['live: false', 'live: true'],
  ];
  const text = changes.reduce(
    (before, [from, to]) => {
      const after = before.replace(from, to);
      if (after === before) throw new Error(`the configuration has no ${from}`);
      return after;
    },
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, text);
}

async function all(commands, env) {
  const shown = [];
  for (const command of commands) shown.push(await done(command, env));
  return shown;
}

async function done(command, env) {
  const shown = terminal(command, env);
  await shown.ended;
  return shown;
}

/** One command of Holystone on a terminal with 80 columns. */
function terminal(command, env = {}) {
  const line = `stty cols 80 rows 40; exec node dist/main.js ${command}`;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: clone,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let raw = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    raw += part;
  });
  const shown = {
    command,
    child,
    text: () => plain(raw),
    ended: new Promise((resolve) => child.once('close', resolve)).then(() => running.delete(shown)),
    interrupt: () => child.stdin.write('\u0003'),
    async sees(pattern) {
      for (const end = Date.now() + STEP_MS; ; await delay(200)) {
        const found = pattern.exec(plain(raw));
        if (found) return found;
        if (Date.now() > end || child.exitCode !== null) throw new Error(`${command} never said ${pattern}:\n${raw}`);
      }
    },
  };
  running.add(shown);
  return shown;
}

/** The final text of the screen: without colours, and each line as it was overwritten last. */
function plain(raw) {
  const lines = raw.replaceAll('\r\n', '\n').split('\n');
  return lines
    .map((line) => stripVTControlCharacters(line.split('\r').at(-1).split('\u001b[2K').at(-1)).trimEnd())
    .join('\n');
}

function keep(name, terminals) {
  const texts = terminals.map(({ command, text }) => `$ holystone ${command}\n${text().trim()}\n`);
  writeFileSync(join(OUT, `${name}.txt`), texts.join('\n').replaceAll(clone, '~/holystone').replaceAll(folder, '~'));
}

async function picture(page, name) {
  await page.screenshot({ path: join(OUT, `${name}.png`), caret: 'hide' });
}
