/** Lines of at most a given width, for terminals. Pure. */

interface Wrapping {
  /** How many characters fit; Infinity: nothing is wrapped. */
  readonly width: number;
  /** Spaces before the first line. */
  readonly indent: number;
  /** Spaces before the lines after it; default: as `indent`. */
  readonly hanging?: number;
}

/** At least so much of each line is text, however deep it is indented. */
const LEAST_ROOM = 10;

/** Breaks at spaces, which are not repeated; a longer word is broken where the line ends. */
export function wrap(text: string, { width, indent, hanging = indent }: Wrapping): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const roomOf = () => Math.max(LEAST_ROOM, width - (lines.length === 0 ? indent : hanging));
  const end = () => {
    lines.push(' '.repeat(lines.length === 0 ? indent : hanging) + line);
    line = '';
  };
  for (let word of text.split(' ')) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > roomOf()) end();
    while (lengthOf(word) > roomOf()) {
      const [head, tail] = splitAt(word, roomOf());
      line = head;
      end();
      word = tail;
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '' || lines.length === 0) end();
  return lines.map((one) => one.trimEnd());
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** Never within a character. */
function splitAt(text: string, length: number): readonly [string, string] {
  const characters = [...text];
  return [characters.slice(0, length).join(''), characters.slice(length).join('')];
}
