/** A decision about a resource or a group that has no mark, and that no read finds. Pure. */
import { withoutUnseen } from '../common/seen.ts';
import type { Namespace } from '../resource/namespace.ts';
import { visible } from '../text/visible.ts';
import type { OptOutTarget } from './optOut.ts';

/** The target of a decision, as a person writes it; a pattern is also about future resources, and needs none. */
export type AskedTarget = Extract<OptOutTarget, { readonly kind: 'id' | 'group' }>;

/** Why the decision is not stored. */
export interface Unseen {
  /** `absent`: a read says that there is none. `unread`: no read says whether there is one. */
  readonly kind: 'absent' | 'unread';
  /** Only of `unread`: a sentence without full stop. */
  readonly why?: string;
  /** What the person probably meant: ids, or groups; the first few. */
  readonly meant: readonly Meant[];
}

/** The decision may be stored. */
export interface Seen {
  readonly kind: 'seen';
  /** As a read shows it; absent: a mark knows it, or nothing does. */
  readonly name?: string;
}

/** A resource that the person may have meant, or a group, which has no name. */
export interface Meant {
  readonly id: string;
  readonly name?: string;
}

/** The words of the caller: a command, or the body of a request. */
export interface Saying {
  /** What makes the text a pattern: `--pattern`. */
  readonly pattern: string;
  /** What stores the decision all the same. */
  readonly unseen: string;
  /** An id or a name as it is written there: invisible characters as escapes, so that a copy is the id itself. */
  quote(text: string): string;
}

/** As many suggestions as a person reads. */
const MOST = 5;

/** Collects what is most like a text among the resources shown to it. */
export class ClosestTo {
  readonly #text: string;
  #distance = Number.POSITIVE_INFINITY;
  readonly #meant = new Map<string, Meant>();

  constructor(text: string) {
    this.#text = text;
  }

  see(one: Meant): void {
    const distance = distanceOf(this.#text, one);
    if (distance === undefined || distance > this.#distance) return;
    if (distance < this.#distance) this.#meant.clear();
    this.#distance = distance;
    if (this.#meant.size < MOST) this.#meant.set(one.id, one);
  }

  get meant(): readonly Meant[] {
    return [...this.#meant.values()];
  }
}

/**
 * How far a text is from a resource, the nearest first: the id as a page shows it, the id in other case, the name, the id
 * as a word of the text (an ARN, the address of a page) or the text as the end of the id. `undefined`: it is another one.
 */
function distanceOf(text: string, { id, name }: Meant): number | undefined {
  const typed = plain(text);
  if (typed === '') return undefined;
  const levels = [
    () => visible(id) === text.trim(),
    () => plain(id) === typed,
    () => name !== undefined && (name === text || visible(name) === text.trim()),
    () => name !== undefined && plain(name) === typed,
    () => endsWith(typed, plain(id)) || endsWith(plain(id), typed),
    // A pattern is answered as one.
    () => !typed.endsWith('*') && hasWord(typed, plain(id)),
  ];
  const level = levels.findIndex((isIt) => isIt());
  return level < 0 ? undefined : level;
}

/** Quotes, brackets and the end of a sentence, which come along when a person copies an id out of a text. */
const AROUND = /^[\s\p{Pi}\p{Pf}"'`„‚<>()[\]{},;:!?.]+|[\s\p{Pi}\p{Pf}"'`„‚<>()[\]{},;:!?.]+$/gu;

/** Without what is around it, invisible characters, the escapes of an address, other forms of a letter, and case. */
function plain(text: string): string {
  return withoutUnseen(
    decoded(text)
      .normalize('NFKC')
      .replace(/\[U\+[0-9A-F]{4,6}\]/g, ''),
  )
    .replace(AROUND, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** `shop%2Fweb` as `shop/web`; a text with another `%` is no part of an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `arn:aws:ec2:…:snapshot/snap-1` ends with the whole word `snap-1`. */
function endsWith(text: string, word: string): boolean {
  return text.endsWith(word) && /[/:@=# ]$/.test(text.slice(0, -word.length));
}

/** `…#SnapshotDetails:snapshotId=snap-1;tab=tags` has the whole word `snap-1`; a shorter one is in many texts. */
function hasWord(text: string, word: string): boolean {
  if (word.length < 6) return false;
  const at = text.indexOf(word);
  const isEdge = (sign: string | undefined) => sign === undefined || !/[\p{L}\p{N}_.-]/u.test(sign);
  return at >= 0 && isEdge(text[at - 1]) && isEdge(text[at + word.length]);
}

/** What the person reads; invisible characters are visible. Sentences with full stops. */
export function unseenWords(
  { kind, value }: AskedTarget,
  namespace: Namespace,
  { kind: why, why: cause, meant }: Unseen,
  say: Saying,
): string {
  const what = `${kind === 'id' ? 'resource with the id' : 'group'} ${say.quote(value)} in ${namespace}`;
  const first =
    why === 'absent'
      ? `There is no ${what}: it has no mark, and no read finds it.`
      : `Holystone has no mark of a ${what}, and could not ask whether it exists: ${cause}.`;
  const found = meant.map(({ id, name }) => (name && name !== id ? `${say.quote(id)} (${name})` : say.quote(id)));
  const sentences = [
    first,
    'Nothing is stored.',
    ...(found.length > 0 ? [`Did you mean ${found.join(', ')}?`] : []),
    ...(kind === 'id' && value.includes('*') ? [`An id is taken literally: ${say.pattern} makes it a pattern.`] : []),
    `${say.unseen} stores it all the same.`,
  ];
  return visible(sentences.join(' '));
}
