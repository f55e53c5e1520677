/** The part of a session that shows marks outside Holystone. */
import type { Resource } from '../../core/resource/resource.ts';

/** A mark as it is stored after a survey. */
export interface AnnouncedMark<R extends Resource = Resource> {
  readonly resource: R;
  /** No deletion before this instant, as far as it is known now; ms since the epoch. */
  readonly deletionAt: number;
  /** Nothing happens to it then, as long as its stage and its entry stay as they are. */
  readonly isIdle?: true;
}

/** Both are for people: no decision reads them, and a dry run calls neither. */
export interface ShowingMarks<R extends Resource = Resource> {
  /**
   * Writes the marks on the resources in the format of another cleanup tool. A failure changes nothing about a mark;
   * the next survey writes again where `Resource.markedElsewhereAt` does not show it.
   * @param at ms since the epoch; `undefined` removes our values, and never those of the other tool
   */
  markElsewhere?(batch: readonly R[], at: number | undefined): Promise<void>;
  /**
   * Shows marks beside the resources, where people of the provider look: an Event of Kubernetes. Called by each live
   * survey with all marks; a failure changes nothing about them.
   */
  announceMarks?(marks: readonly AnnouncedMark<R>[]): Promise<void>;
}
