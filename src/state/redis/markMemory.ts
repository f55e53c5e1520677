/**
 * The marks that this process saw last. A keyed checksum does not show that an older mark of the same resource was put
 * back: its date and its notice may have been withdrawn since, after a bounce, a use or a person's answer.
 */
import type { Mark } from '../../core/mark/mark.ts';
import type { Transition } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

/** Marks of a namespace; with more a process remembers none of it. */
const MOST_REMEMBERED = 200_000;

interface Seen extends Pick<Mark, 'generation' | 'revision' | 'markedAt'> {
  /** The mark ended: it is older than its end, too. */
  readonly isOver: boolean;
  /** The last reading of all marks that met it. */
  readonly reading: number;
}

export class MarkMemory {
  readonly #seen = new Map<Namespace, Map<string, Seen>>();
  #reading = 0;

  /** The mark as it was read; `unproven` where this process saw a newer one, or its end: the next survey marks it again. */
  read(mark: Mark): Mark {
    const known = this.#seen.get(mark.namespace)?.get(mark.id);
    if (known === undefined || !isOlder(mark, known)) return this.#note(mark, false);
    this.#put(mark.namespace, mark.id, { ...known, reading: this.#reading });
    return { ...mark, unproven: true };
  }

  /** A change that this process made itself counts, whatever it remembers. */
  stored(namespace: Namespace, { id, before, after }: Transition): void {
    if (after) this.#note(after, false);
    else if (before) this.#note(before, true);
    else this.#seen.get(namespace)?.delete(id);
  }

  /** A reading of all marks begins. */
  begin(): number {
    return ++this.#reading;
  }

  /** An id whose mark cannot be read is still there. */
  isThere(namespace: Namespace, id: string): void {
    const known = this.#seen.get(namespace)?.get(id);
    if (known) this.#put(namespace, id, { ...known, reading: this.#reading });
  }

  /** That reading met all marks: what no read has met since its begin has ended. */
  end(namespace: Namespace, reading: number): void {
    for (const [id, seen] of this.#seen.get(namespace) ?? [])
      if (seen.reading < reading && !seen.isOver) this.#put(namespace, id, { ...seen, isOver: true });
  }

  #note(mark: Mark, isOver: boolean): Mark {
    const { namespace, id, generation, revision, markedAt } = mark;
    this.#put(namespace, id, { generation, revision, markedAt, isOver, reading: this.#reading });
    return mark;
  }

  #put(namespace: Namespace, id: string, seen: Seen): void {
    const all = this.#seen.get(namespace) ?? new Map<string, Seen>();
    this.#seen.set(namespace, all.set(id, seen));
    if (all.size > MOST_REMEMBERED) this.#seen.delete(namespace);
  }
}

/** A mark of another generation began at another time; one that was taken over from elsewhere may have begun earlier. */
function isOlder({ generation, revision, markedAt }: Mark, known: Seen): boolean {
  if (generation === known.generation) return known.isOver || revision < known.revision;
  return markedAt < known.markedAt || (known.isOver && markedAt === known.markedAt);
}
