/** Looks through an answer of AWS for everything that names a resource, of any kind. Pure. */
import { contentsOf, parsed } from './contents.ts';
import type { Mention, Tell } from './mention.ts';
import { saysKind, tellName, tellText } from './names.ts';
import { SIGNS, signsOf } from './signs.ts';

/** Deeper than any answer; what is deeper in JSON of people's own is looked through as a text. */
const DEEPEST = 64;
/** Texts in texts in texts. */
const DEEPEST_TEXT = 6;

/**
 * Every mention in a plain answer of the SDK: each alias once for each path. What has a known form counts anywhere, a name
 * only where its member says of what it is. JSON in a text is looked through as the answer is; other texts, also those in
 * base64 and gzip, by their words.
 */
export function mentionsIn(answer: unknown): readonly Mention[] {
  const found = new Map<string, Mention>();
  const path: string[] = [];
  const tell: Tell = (kind, alias) => {
    const at = written(path);
    const key = `${kind} ${alias} ${at}`;
    if (!found.has(key)) found.set(key, { kind, alias, path: at });
  };
  new Walk(tell, path).value(answer, '', 0);
  return [...found.values()];
}

/** `a.b[].c` */
function written(path: readonly string[]): string {
  return path.map((part, index) => (part === '[]' || index === 0 ? part : `.${part}`)).join('');
}

const ID = /^(?:lt|sg)-[0-9a-f]{8,}$/i;

/** In any letters; most keys end with another one. */
const endsName = (key: string) => (key.endsWith('e') || key.endsWith('E')) && /name$/i.test(key);

/** Is there an id beside the name, `LaunchTemplateId` beside `LaunchTemplateName`? */
function hasId(members: readonly (readonly [string, unknown])[], stem: string): boolean {
  return members.some(
    ([key, value]) =>
      typeof value === 'string' &&
      key.length === stem.length + 2 &&
      key.startsWith(stem) &&
      /id$/i.test(key) &&
      ID.test(value),
  );
}

/** Keys that name nothing: the members of services, again and again. */
const quiet = new Set<string>();
const MOST_QUIET = 10_000;

class Walk {
  readonly #tell: Tell;
  readonly #path: string[];
  /** How many texts the current value is inside of. */
  #texts = 0;

  constructor(tell: Tell, path: string[]) {
    this.#tell = tell;
    this.#path = path;
  }

  /** @param member the one that has the value, or the list with it */
  value(value: unknown, member: string, depth: number): void {
    if (typeof value === 'string') this.#text(value, member, depth);
    if (typeof value !== 'object' || value === null) return;
    if (depth > DEEPEST) tellText(JSON.stringify(value), this.#tell);
    else if (Array.isArray(value)) {
      this.#at('[]', () => {
        for (const one of value) this.value(one, member, depth + 1);
      });
    } else if (value instanceof Uint8Array) {
      this.#text(Buffer.from(value).toString('latin1'), member, depth);
    } else if (!(value instanceof Date)) this.#members(value, member, depth);
  }

  #members(value: object, list: string, depth: number): void {
    const members = Object.entries(value);
    for (const [key, one] of members) {
      if (key === '$metadata' || one === undefined || one === null) continue;
      // By its id, if a service answers both: another resource may have the name by now.
      if (this.#texts === 0 && endsName(key) && hasId(members, key.slice(0, -4))) continue;
      this.#at(key, () => {
        // A key may be a name itself: in a map of groups, of images.
        if (key.length > 10 && !quiet.has(key)) this.#key(key);
        // `autoScalingGroups: [{ name }]`: the list says of what it is the name.
        this.value(one, key.length === 4 && endsName(key) && saysKind(list) ? list : key, depth + 1);
      });
    }
  }

  #key(key: string): void {
    let isQuiet = true;
    tellText(key, (kind, alias) => {
      isQuiet = false;
      this.#tell(kind, alias);
    });
    if (isQuiet && quiet.size < MOST_QUIET) quiet.add(key);
  }

  #text(value: string, member: string, depth: number): void {
    tellName(member, value, this.#tell);
    const inner = parsed(value);
    if (inner !== undefined) {
      this.#inText(() => this.value(inner, member, depth + 1));
      return;
    }
    const signs = signsOf(value);
    if (signs === 0) return;
    tellText(value, this.#tell, signs);
    if (this.#texts >= DEEPEST_TEXT || !(signs & SIGNS.longRun)) return;
    for (const text of contentsOf(value)) this.#inText(() => this.#text(text, '', depth + 1));
  }

  #inText(look: () => void): void {
    this.#texts += 1;
    look();
    this.#texts -= 1;
  }

  /** Inside a text the path stays that of the text. */
  #at(part: string, look: () => void): void {
    if (this.#texts === 0) this.#path.push(part);
    look();
    if (this.#texts === 0) this.#path.pop();
  }
}
