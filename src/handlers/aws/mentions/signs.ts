/** The characters without which a text names nothing, seen in one pass: most values of an answer have none of them. Pure. */
export const SIGNS = {
  /** An id, `ec2-203-0-113-10.`. */
  dash: 1,
  /** An ARN, a digest, the tag of an image. */
  colon: 2,
  /** A host that ends in `amazonaws.com`, an address. */
  threeDots: 4,
  slash: 8,
  backslash: 16,
  /** Beside the colon, what stands between a word and a name. */
  blankOrEquals: 32,
  /** So many characters of base64 in a row as an id has. */
  longRun: 64,
} as const;

const EVERY = 127;
const RUN = 16;
/** The searches of the machine are faster in what is longer. */
const SHORT = 512;
const IN_RUN = 128;

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const text = String.fromCharCode(code);
  const run = /[A-Za-z0-9+/]/.test(text) ? IN_RUN : 0;
  if (text === '-') return SIGNS.dash;
  if (text === ':') return SIGNS.colon;
  if (text === '/') return SIGNS.slash | run;
  if (text === '\\') return SIGNS.backslash;
  return /[\s=]/.test(text) ? SIGNS.blankOrEquals : run;
});
const DOT = 46;

/** The signs of a text, added up; a long one may lack more of them. */
export function signsOf(text: string): number {
  const { length } = text;
  if (length > SHORT) return signsOfLong(text);
  let [signs, dots, run] = [0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    // Blanks of other scripts are blanks, too.
    const kind = code < 128 ? (KINDS[code] ?? 0) : SIGNS.blankOrEquals;
    signs |= kind & EVERY;
    run = kind & IN_RUN ? run + 1 : 0;
    if (run === RUN) signs |= SIGNS.longRun;
    if (code === DOT) dots += 1;
  }
  return dots < 3 ? signs : signs | SIGNS.threeDots;
}

const SEARCHED = [
  ['-', SIGNS.dash],
  [':', SIGNS.colon],
  ['.', SIGNS.threeDots],
  ['/', SIGNS.slash],
  ['\\', SIGNS.backslash],
] as const;

function signsOfLong(text: string): number {
  let signs = EVERY;
  for (const [character, sign] of SEARCHED) if (!text.includes(character)) signs &= ~sign;
  return signs;
}
