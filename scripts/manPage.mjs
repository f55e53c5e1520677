import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { OUTLINE } from '../dist/src/cli/outline.js';
import { VERSION } from '../dist/src/composition/version.js';

/** Commands are only described: nothing of this is read or written. */
const NOWHERE = {
  env: {},
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  clock: { now: () => 0 },
  signal: new AbortController().signal,
  exitCode: 0,
};

/** `holystone(1)` in the macros of man(7): every command with its options and examples, from what its help says. */
export async function manPage() {
  const sections = [];
  for (const [title, outlines] of OUTLINE) {
    sections.push(`.SH ${quoted(title.toUpperCase())}`);
    for (const { about, load } of outlines) {
      const program = new Command('holystone');
      (await load())(program, NOWHERE);
      for (const command of program.commands) sections.push(...described(command.description(about), 'holystone'));
    }
  }
  return `${[...HEAD, ...sections, ...FOOT].join('\n')}\n`;
}

const HEAD = [
  `.TH HOLYSTONE 1 "" ${quoted(`Holystone ${VERSION}`)} "User Commands"`,
  '.SH NAME',
  'holystone \\- marks unused cloud resources, notifies their owners, waits, checks again, and only then deletes',
  '.SH SYNOPSIS',
  '.B holystone',
  '.I command',
  '.RI [ options ]',
  '.SH DESCRIPTION',
  text(
    'Holystone finds cloud resources that nothing uses, and asks their owners before it deletes any. Dry run is the default. `holystone help` with a command prints the same as this page.',
  ),
];

const FOOT = [
  '.SH ENVIRONMENT',
  ...item(
    'HOLYSTONE_CONFIG',
    'The configuration of commands without --config; then ./holystone.yaml, then config/holystone.yaml.',
  ),
  ...item('NO_COLOR, FORCE_COLOR', 'No colours; colours in a pipe too.'),
  text('The credentials of AWS are those of its SDK.'),
  '.SH EXIT STATUS',
  ...item('0', 'done'),
  ...item('1', 'failed'),
  ...item('2', 'usage or configuration error'),
  ...item('3', 'withheld for safety'),
  ...item('130', 'a plan that was interrupted'),
];

/** A command and those below it. */
function described(command, parent) {
  const name = `${parent} ${command.name()}`;
  const args = command.registeredArguments.map((one) => {
    const word = one.variadic ? `${one.name()}...` : one.name();
    return one.required ? `<${word}>` : `[${word}]`;
  });
  return [
    `.SS ${quoted([name, ...args].join(' '))}`,
    text(command.description()),
    ...command.options.filter(({ hidden }) => !hidden).flatMap((option) => item(option.flags, wordsOf(option))),
    ...afterwards(command),
    ...command.commands.flatMap((one) => described(one, name)),
  ];
}

function wordsOf({ description, argChoices, defaultValue, defaultValueDescription: shown = defaultValue }) {
  const more = [
    ...(argChoices ? [`one of ${argChoices.join(', ')}`] : []),
    ...(typeof shown === 'string' ? [`default: ${shown}`] : []),
  ];
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

/** Examples and notes after the options. */
function afterwards(command) {
  const written = [];
  command.configureOutput({ writeOut: (text) => written.push(text), getOutHelpWidth: () => 80 });
  command.outputHelp();
  const after = written.join('').slice(command.helpInformation().length).trim();
  return after === '' ? [] : ['.PP', '.nf', ...after.split('\n').map(text), '.fi'];
}

function item(term, words) {
  return ['.TP', `.B ${quoted(term)}`, text(words)];
}

/** One line in which nothing is a request. */
function text(words) {
  return escaped(words).replace(/^(?=[.'])/, '\\&');
}

function quoted(words) {
  return `"${escaped(words).replaceAll('"', '\\(dq')}"`;
}

function escaped(words) {
  const plain = words.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return plain.replace(
    /[^ -~]/gu,
    (char) => `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
