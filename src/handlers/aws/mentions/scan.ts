/** Looks through an answer of AWS for everything that names a resource, of any kind. Pure. */
import { aliasesOfMention } from '../resources/launchAliases.ts';
import { mayAssign } from './assigned.ts';
import { Beside, nameBeside } from './beside.ts';
import { mayFindByTag, tellByTag } from './byTag.ts';
import { contentsOf, Hidden, parsed, textOf } from './contents.ts';
import { tellImagesIn } from './imagesApart.ts';
import { meantBy, saidOf } from './meant.ts';
import type { Mention, Tell, TellName } from './mention.ts';
import { tellName } from './names.ts';
import { type Member, memberOf, type Place, wholeAnswer } from './places.ts';
import { SIGNS, signsOf } from './signs.ts';
import { mayHaveStatement, tellStatement } from './statements.ts';
import { tellText } from './texts.ts';

/** Deeper than any answer; what is deeper in JSON of people's own is looked through as a text. */
const DEEPEST = 64;
/** Texts in texts in texts. */
const DEEPEST_TEXT = 6;

/**
 * Every mention in a plain answer of the SDK: each alias once for each path. What has a known form counts anywhere, a name
 * only where its member says of what it is. JSON in a text is looked through as the answer is; other texts, also those in
 * base64 and gzip, by their words.
 * @throws ReadError for an answer that hides more than anybody writes
 */
export function mentionsIn(answer: unknown): readonly Mention[] {
  const walk = new Walk();
  const place = wholeAnswer();
  walk.value(answer, place.member, place, 0);
  walk.putIn();
  return walk.found;
}

/** An address, a word with a name behind it: `1.1.1.1`, `image a`. */
const SHORTEST = 7;
/** Several words, or an address. */
const PROGRAM = /\S\s+\S|:\/\//;
const ID = /^(?:lt|sg)-[0-9a-f]{8,}$/i;

class Walk {
  readonly found: Mention[] = [];
  readonly #byAlias = new Map<string, Mention[]>();
  readonly #hidden = new Hidden();
  readonly #beside = new Beside();
  /** That of the value that is looked at. */
  #path = '';
  /** How many texts it is inside of. There the path stays that of the text. */
  #texts = 0;

  /** People read what is looked at, and no program; or the thing is called so. */
  #isProse = false;
  /** The version beside the launch template that is looked at. */
  #version: string | undefined;

  readonly #tell: Tell = (kind, alias) => {
    if (kind !== 'launchTemplate' || this.#version === undefined) return this.#add(kind, alias);
    for (const one of aliasesOfMention(alias, this.#version)) this.#add(kind, one);
  };

  readonly #add: Tell = (kind, alias) => {
    const path = this.#path;
    const same = this.#byAlias.get(alias);
    if (same?.some((mention) => mention.kind === kind && mention.path === path)) return;
    const mention = { kind, alias, path };
    if (same) same.push(mention);
    else this.#byAlias.set(alias, [mention]);
    this.found.push(mention);
  };

  /**
   * @param member the one that has the value, or the list with it
   * @param named of what the value is the name
   */
  value(value: unknown, member: Member, place: Place, depth: number, named = member.named): void {
    if (typeof value === 'string') {
      this.#path = place.path;
      this.#text(value, member, place, depth, named);
    }
    if (typeof value !== 'object' || value === null) return;
    if (depth > DEEPEST) {
      this.#path = place.path;
      tellText(JSON.stringify(value), this.#tell);
    } else if (Array.isArray(value)) {
      const items = this.#texts === 0 ? place.items() : place;
      let hasFlag = false;
      if (member.isOfPeople || this.#texts > 0) this.#imagesIn(value, place);
      for (const one of value) {
        hasFlag ||= typeof one === 'string' && one.startsWith('-');
        this.value(one, member, items, depth + 1, named);
        // Variables are of one thing of those that a service lists.
        if (depth === 1 && this.#texts === 0 && typeof one === 'object' && !member.isOfPeople) this.putIn();
      }
      if (hasFlag) this.#command(value, items, depth);
    } else if (value instanceof Uint8Array) {
      this.#path = place.path;
      this.#text(textOf(Buffer.from(value)), member, place, depth, named);
    } else if (!(value instanceof Date)) {
      this.#members(value as Readonly<Record<string, unknown>>, member, place, depth, named);
    }
  }

  #members(
    value: Readonly<Record<string, unknown>>,
    list: Member,
    place: Place,
    depth: number,
    ofList: TellName | undefined,
  ): void {
    const isOfPeople = (this.#texts > 0 || list.isOfPeople) && !list.isTags;
    if (isOfPeople) this.#imagesIn(value, place);
    // Much faster than over a list of the keys: an answer is a plain object.
    for (const key in value) {
      const one = value[key];
      if (one === undefined || one === null || key === '$metadata') continue;
      const at = this.#texts === 0 ? place.at(key) : place;
      const member = this.#texts === 0 ? at.member : memberOf(key);
      // By its id, if a service answers both: another resource may have the name by now.
      if (this.#texts === 0 && member.ids.length > 0 && member.ids.some((id) => isId(value[id]))) continue;
      // A key may be a name itself: in a map of groups, of images.
      if (!member.isQuiet) this.#key(member, at);
      const named =
        isOfPeople || (member.isVariable && !list.isTags)
          ? saidOf(member, list, ofList, value)
          : meantBy(member, list, ofList, value);
      // The name of a variable is none of a resource; the key of a map in a text may be.
      if (ofList && isOfPeople && list.isMap && !list.isOfPeople && !member.isName && !member.isValue) {
        this.#path = at.path;
        tellName(ofList, key.replace(/\.\$$/, ''), this.#tell);
      }
      if (typeof one === 'string' && !list.isTags)
        this.#beside.see(member.isValue ? nameBeside(value) : isOfPeople || member.isVariable ? key : undefined, one);
      this.#version = this.#texts === 0 && namesTemplate(member, list) ? versionIn(value, one) : undefined;
      const isVariable = member.isVariable && isOfPeople;
      this.#isProse =
        (member.isProse && !isVariable) || list.isTags || (this.#texts === 0 && member.endsName && !isOfPeople);
      this.value(one, member, at, depth + 1, named);
      this.#isProse = false;
      this.#version = undefined;
    }
  }

  /** Tells what the texts so far name with the variables beside them. */
  putIn(): void {
    this.#beside.tell((path) => {
      this.#path = path;
      return this.#tell;
    });
  }

  #imagesIn(values: object, { path }: Place): void {
    this.#path = path;
    tellImagesIn(values, this.#tell);
  }

  /** A flag and what it is given may be two words of the list. */
  #command(words: readonly unknown[], place: Place, depth: number): void {
    this.#path = place.path;
    this.#text(words.filter((word) => typeof word === 'string').join(' '), NO_MEMBER, place, depth, undefined);
  }

  #key(member: Member, { path }: Place): void {
    member.isQuiet = true;
    this.#path = path;
    tellText(member.key, (kind, alias) => {
      member.isQuiet = false;
      this.#tell(kind, alias);
    });
  }

  #text(value: string, member: Member, place: Place, depth: number, named: TellName | undefined): void {
    tellName(named, value, this.#tell);
    this.#beside.wait(value, named, this.#path);
    if (member.isStatement) tellStatement(value, this.#tell);
    const inner = parsed(value);
    if (inner !== undefined) {
      // The call and its filters are members of different objects.
      tellByTag(value, this.#tell);
      if (mayHaveStatement(value)) tellStatement(value, this.#tell);
      this.#texts += 1;
      this.value(inner, member, place, depth + 1, Array.isArray(inner) ? (named ?? member.said) : named);
      this.#texts -= 1;
      return;
    }
    if (value.length < SHORTEST) return;
    const signs = signsOf(value);
    const isProgram = !this.#isProse && PROGRAM.test(value);
    if (isProgram || signs & ~SIGNS.longRun || mayFindByTag(value) || mayAssign(value))
      tellText(value, this.#tell, signs, isProgram);
    if (this.#texts >= DEEPEST_TEXT || !(signs & SIGNS.longRun)) return;
    for (const text of contentsOf(value, this.#hidden)) {
      this.#texts += 1;
      this.#text(text, NO_MEMBER, place, depth + 1, undefined);
      this.#texts -= 1;
    }
  }
}

function namesTemplate(member: Member, list: Member): boolean {
  return member.isTemplate || (list.hasTemplate && /^(?:id|name)$/i.test(member.key));
}

/**
 * The version that stands beside the id or the name of a template. A text with more in it may mean any version.
 * @returns `undefined`: none does, or several that differ
 */
function versionIn(specification: Readonly<Record<string, unknown>>, named: unknown): string | undefined {
  if (typeof named !== 'string' || !/^[\w().\-/]+$/.test(named)) return undefined;
  const given = Object.entries(specification).flatMap(([key, value]) =>
    /^(?:launch_?template_?)?version$/i.test(key) ? [String(value)] : [],
  );
  return new Set(given).size === 1 ? given[0] : undefined;
}

const NO_MEMBER = memberOf('');

/** Does a service answer it as an id, of what may have a name beside it? */
function isId(value: unknown): boolean {
  return typeof value === 'string' && ID.test(value);
}
