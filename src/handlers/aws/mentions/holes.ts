/**
 * What a program puts into a text later, in whatever language: `${STAGE}`, `{{ .Values.stage }}`, `%s`, `<stage>`. Here it has one writing,
 * `${…}`, with what stood within. Pure.
 */

const NESTED = String.raw`[^{}\n]{0,200}(?:\{[^{}\n]{0,100}\}[^{}\n]{0,100})?`;
/** The source of an expression for one of them, to its end; what is within has no brackets of its own but for one pair. */
export const HOLE = [
  String.raw`[$#]\{\{?${NESTED}\}{1,2}`,
  String.raw`\{\{[^{}\n]{0,200}\}\}`,
  String.raw`\{ {0,3}[\w.:-]{0,80} {0,3}\}`,
  String.raw`\$\((?:[^()\n]|\([^()\n]{0,80}\)){0,200}\)`,
  String.raw`\$(?:env:)?\w{1,80}`,
  String.raw`%\(\w{1,80}\)[dfrs]`,
  String.raw`%\{[\w.:-]{1,80}\}`,
  String.raw`%0?\d{1,3}[dfsx]\b`,
  String.raw`%\w{1,80}%`,
  '%[sdv]',
  String.raw`<[\w.-]{1,80}>`,
].join('|');
const EACH = new RegExp(HOLE, 'gi');
/** Of one that is a command, the bracket that opens it stays. */
const AROUND = /^(?:[$#%]?\{{1,2}|\$(?:env:)?|%\(|[%<])|(?:\}{1,2}|\)[dfrs]|[%>)])$/g;
const MAY_HAVE = /[$%{<]/;
/** One of those that are written here, and what stands for any characters. */
export const OPEN = /\$\{[^{}]{0,400}\}|[*?]/g;
const WITHIN = /\$\{([^{}]{0,400})\}/g;

// biome-ignore lint/suspicious/noTemplateCurlyInString: a text has it.
export const ANY = '${}';

/** The same text with each of them as `${…}`; one that never ends, too: `prod-${`. */
export function withHoles(text: string): string {
  if (!MAY_HAVE.test(text)) return text;
  return text.replace(EACH, (hole) =>
    /^%\d*.$/.test(hole) ? ANY : `\${${hole.replace(AROUND, '').replace(/[{}]/g, ' ')}}`,
  );
}

/** What stands within each of them. */
export function withinHoles(text: string): readonly string[] {
  return text.includes('${') ? [...text.matchAll(WITHIN)].map(([, within = '']) => within) : [];
}

/** Without what stands within them: a command may have a secret there. */
export const withoutWithin = (text: string): string => text.replace(WITHIN, () => ANY);

/** So many values of one variable, and so many texts with all of them put in. */
const MOST_VALUES = 8;
const MOST_TEXTS = 32;
/** So many texts that variables make in one text, or one item of an answer: more than anybody writes. */
const MOST_MADE = 5000;
const LONGEST = 300;
const WORD = /[a-z_]\w{0,79}/gi;
/** What holds where nobody gives the variable: `${STAGE:-dev}`, `{{ .Values.table | default "orders" }}`, `${aws.table:orders}`. */
const DEFAULT =
  /^(?!\().{0,200}?(?::?[-=]|\bdefault[\s(]{1,9})["'\s]{0,9}([\w./#-]{1,200})["'\s)]{0,9}(?:\||$)|^(?!aws:|cf:|env:|opt:|param:|self:|sls:|ssm:)[\w.]{1,80}:([\w./#-]{1,200})$/i;

function defaultIn(within: string): string | undefined {
  const [, value, other] = DEFAULT.exec(within) ?? [];
  return value ?? other;
}

/** The default of each of them. */
export function defaultsIn(text: string): readonly string[] {
  return withinHoles(text).flatMap((within) => defaultIn(within) ?? []);
}

/** The values of variables that somebody sets, by the last word of their names in small letters: any of them may hold. */
export class Variables {
  readonly #values = new Map<string, Set<string>>();
  readonly #outer: Variables | undefined;
  readonly #most: { left: number };

  /** @param outer whatever it has counts, too */
  constructor(outer?: Variables) {
    this.#outer = outer;
    this.#most = outer === undefined ? { left: MOST_MADE } : outer.#most;
  }

  set(key: string, value: string): void {
    const [name] = /[a-z_]\w{0,79}$/i.exec(key) ?? [];
    if (name === undefined || value === '' || value.length > LONGEST || /\s/.test(value)) return;
    const values = this.#values.get(name.toLowerCase());
    if (values === undefined) this.#values.set(name.toLowerCase(), new Set([value]));
    else if (values.size < MOST_VALUES) values.add(value);
  }

  #of(within: string): readonly string[] {
    const named = [...within.matchAll(WORD)].flatMap(([name]) => this.#named(name.toLowerCase()));
    const otherwise = defaultIn(within);
    return otherwise === undefined ? named : [...named, otherwise];
  }

  #named(name: string): readonly string[] {
    const outer = this.#outer ? this.#outer.#named(name) : [];
    return [...(this.#values.get(name) ?? []), ...outer];
  }

  /** @param text with holes @returns the texts that it may become, where all that it leaves open, or a part of it, is known */
  put(text: string): readonly string[] {
    if (this.#most.left <= 0) return [];
    const once = this.#putOnce(text);
    // The value of a variable may have another one in it.
    const made = once.flatMap((one) =>
      one.includes('${') && once.length < MOST_VALUES ? [one, ...this.#putOnce(one)] : [one],
    );
    this.#most.left -= made.length;
    return made;
  }

  #putOnce(text: string): readonly string[] {
    let made = [text];
    for (const [hole, within = ''] of text.matchAll(WITHIN)) {
      const values = this.#of(within)
        .filter((value) => !value.includes(hole))
        .slice(0, MOST_VALUES);
      if (values.length > 0 && made.length * values.length <= MOST_TEXTS)
        made = made.flatMap((one) => values.map((value) => one.replace(hole, () => value)));
    }
    return made[0] === text ? [] : made.map((one) => one.slice(0, 2 * LONGEST));
  }
}
