/** The command lines of `acr purge` in a text: pure. */

export interface PurgeCommand {
  readonly line: number;
  readonly filters: readonly { readonly repository: string; readonly tags: string }[];
  /** Other options by their names without dashes; of a switch `true`. */
  readonly options: Readonly<Record<string, string>>;
}

const SWITCHES = ['untagged', 'dry-run', 'include-locked'];

/** A command goes on in the next line behind a backslash or a backtick, and in folded YAML, where that begins with an option. */
export function purgesIn(text: string): readonly PurgeCommand[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((_line, index) => {
    if (goesOn(lines, index - 1) || /^\s*#/.test(lines[index] ?? '')) return [];
    const whole = joined(lines, index);
    const begins = [...whole.matchAll(/\bacr\s+purge\b/g)];
    return begins.map(({ index: at }, nth) => commandIn(whole.slice(at, begins[nth + 1]?.index), index + 1));
  });
}

const CONTINUES = /[\\`^]\s*$/;

function goesOn(lines: readonly string[], index: number): boolean {
  const [line = '', next = ''] = [lines[index], lines[index + 1]];
  const [, waiting] = /\s--?([a-z-]+)\s*$/.exec(line) ?? [];
  const waits = waiting !== undefined && !SWITCHES.includes(waiting) && /^\s*[^\s#-]/.test(next);
  return CONTINUES.test(line) || /^\s*--?[a-z]/.test(next) || waits;
}

function joined(lines: readonly string[], from: number): string {
  let text = lines[from] ?? '';
  for (let next = from + 1; next < lines.length && goesOn(lines, next - 1); next++)
    text = `${text.replace(CONTINUES, '')} ${lines[next]}`;
  return text;
}

function commandIn(text: string, line: number): PurgeCommand {
  const [, , ...words] = wordsIn(text);
  const filters: { repository: string; tags: string }[] = [];
  const options: Record<string, string> = {};
  for (let at = 0; at < words.length; at++) {
    const [, name, given] = /^--?([a-z-]+)(?:=([\s\S]*))?$/.exec(words[at] ?? '') ?? [];
    if (name === undefined) continue;
    const value = given ?? (SWITCHES.includes(name) ? 'true' : (words[++at] ?? ''));
    if (name === 'filter' || name === 'f') filters.push(filterIn(value));
    else if (value !== 'false' || !SWITCHES.includes(name)) options[name] = value;
  }
  return { line, filters, options };
}

/** At the only colon that belongs to no group `(?:`. */
function filterIn(value: string): { readonly repository: string; readonly tags: string } {
  const at = [...value.matchAll(/(?<!\(\?[imsU-]{0,5}):/g)].map(({ index }) => index);
  const [only] = at;
  if (at.length !== 1 || only === undefined) return { repository: value, tags: '' };
  return { repository: value.slice(0, only), tags: value.slice(only + 1) };
}

/** As a shell splits them, up to the end of the command. */
function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  const pieces = /\s+|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|([;|&]|\\[\s\S]|[^\s"';|&\\]+|[\s\S])/g;
  let word: string | undefined;
  for (const [whole, double, single, plain] of text.matchAll(pieces)) {
    if (/^\s/.test(whole)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (plain !== undefined && /^[;|&"']$/.test(plain)) break;
    else word = (word ?? '') + (double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? plain ?? '');
  }
  return word === undefined ? words : [...words, word];
}
