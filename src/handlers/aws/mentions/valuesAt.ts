/** The values that stand behind the name of a filter in a text of any language. Pure. */

/** A value that nobody knows before the program runs. */
const ANY = '*';
/** As long as what a person writes: AWS takes 200 values. */
const LONGEST = 4_000;
/** `,Values=`, `", "Values": `, `"), Values: `, `").values(`, `'&&Value==`; or the value itself comes: `=`, `": `, `' => `. */
const BEFORE = /^(?:[^\w$]{0,80}\bvalues?\b)?["'`]?\s{0,40}(?:==?>?|:|(?=\())\s{0,60}/i;
/** Of a flag of a shell: a blank does. */
const BEHIND_FLAG = /^(?:=|\s{1,40})/;
/** It opens a list, or a call that makes one: `[`, `[]string{`, `List.of(`, `@(`, `(`. */
const OPENS = /^(?:\[\]\*?[\w.]{0,40}|@|[\w.]{1,60})?[[({]/;
/** A list in lines of YAML. */
const LINES = /^(?:-\s[^\n]{0,300}\n?\s{0,60}){1,200}/;
/** A value of a shell or a single one, with others behind commas; each may be in quotes. */
const WORD = /^(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\s"';)\]}]){1,600}/;
/** Also with the prefix of Python, which stands before a quote that opens: the `b` of `'node-b'` is of the name. */
const QUOTED = /(?:\b[bfru]{1,2})?(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|`([^`\n]{1,300})`)/gi;
/** A call around a value, and what says its type: `aws.String(`. */
const AROUND = /[\w.]{1,60}\(|[[\](){}&*,\s]|(?<!\S)-(?!\S)/g;
/** The whole argument of a shell is in quotes, with the filter's name in it: `"Name=tag:Name,Values=Jenkins Master"`. */
const ARGUMENT = /(["'])(?:Name|Key)=[^"'\n]{0,300}$/i;
const BEHIND_NAME = 320;
/** The whole of it is a variable: of a shell, of a template, of a program. */
const VARIABLE =
  /^(?:\$\{?(\w{1,80})[^}]{0,80}\}?|\{\{?\s{0,9}[\w.]{0,80}?(\w{1,80})\s{0,9}\}?\}|[\w.]{0,80}?([a-z_]\w{0,80}))$/i;

/**
 * @param at the end of the name
 * @param of `flag`: a shell's; `program`: a word without quotes is a variable, also behind `=`
 * @returns each value, with `*` for one that nobody can know before the program runs
 */
export function valuesAt(text: string, at: number, of?: 'flag' | 'program'): readonly string[] {
  const behind = text.slice(at, at + LONGEST);
  const [before] = (of === 'flag' ? BEHIND_FLAG : BEFORE).exec(behind) ?? [];
  if (before === undefined) return [ANY];
  const rest = behind.slice(before.length);
  const isShell = of === undefined ? before.endsWith('=') : of === 'flag';
  const inArgument = of === undefined && isShell ? restOfArgument(text, at, rest) : undefined;
  if (inArgument) return inArgument.flatMap((one) => (one.includes('$') ? assigned(one, text) : [one]));
  const [lines] = LINES.exec(rest) ?? [];
  const [opening] = OPENS.exec(rest) ?? [];
  const list = lines ?? (opening === undefined ? undefined : rest.slice(opening.length, closeOf(rest, opening.length)));
  const written = list ?? WORD.exec(rest)?.[0] ?? '';
  const quoted = [...written.matchAll(QUOTED)].map(([, a = '', b = '', c = '']) => a || b || c);
  const bare = written
    .replace(QUOTED, ' ')
    .replace(list === undefined ? /,/g : AROUND, ' ')
    .split(' ')
    .filter(Boolean);
  // `"web-" + name`: what is put together may be anything.
  const isPart = list === undefined && !isShell && /^\s{0,9}[+%.]/.test(rest.slice(written.length));
  const values = [
    ...quoted.flatMap((one) => (one.includes('$') || one.includes('{') ? assigned(one, text) : [one])),
    ...bare.flatMap((one) =>
      one.includes('$') ? assigned(one, text) : isShell ? [one] : [one, ...assigned(one, text)],
    ),
  ];
  return values.length === 0 || isPart ? [...values, ANY] : values;
}

/** The values up to the quote that was open before the filter's name; `undefined`: none was, or they have quotes of their own. */
function restOfArgument(text: string, at: number, rest: string): readonly string[] | undefined {
  const [, quote] = ARGUMENT.exec(text.slice(Math.max(0, at - BEHIND_NAME), at)) ?? [];
  const [values] = quote === undefined ? [] : (/^[^"'\n]{1,4000}(?=["'])/.exec(rest) ?? []);
  if (values === undefined || rest[values.length] !== quote) return undefined;
  // Another filter may follow in the same quotes.
  const [own = ''] = values.split(/\s(?=(?:Name|Key)=)/i);
  const all = own.split(',').map((one) => one.trim());
  return all.some(Boolean) ? all.filter(Boolean) : undefined;
}

/** Where a list ends, by its brackets. */
function closeOf(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const one = text[at] ?? '';
    if ('[({'.includes(one)) depth += 1;
    if ('])}'.includes(one)) depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** What a variable has by any of its assignments in the text. @returns what is put together as it is written */
function assigned(written: string, text: string): readonly string[] {
  const [, ...names] = VARIABLE.exec(written) ?? [];
  const name = names.find((one) => one !== undefined);
  if (name === undefined) return [written];
  const all = [...text.matchAll(new RegExp(`\\b${name}["'\`]?\\s{0,20}(?::=|=(?![=>])|:)\\s{0,20}`, 'g'))];
  const values = all.map(({ 0: found, index }) => {
    const rest = text.slice(index + found.length, index + found.length + LONGEST);
    const [whole, a, b] = /^(?:"([^"\n]{1,300})"|'([^'\n]{1,300})')(?=[\s;,)}\]]|$)/.exec(rest) ?? [];
    if (whole !== undefined) return a ?? b ?? ANY;
    return (found.endsWith('=') && /^[\w./:@-]{1,300}(?=[\s;&]|$)/.exec(rest)?.[0]) || ANY;
  });
  return values.length === 0 ? [ANY] : values;
}
