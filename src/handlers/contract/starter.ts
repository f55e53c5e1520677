/** The provider's part of a first configuration, which `holystone init` writes. */

/** A question about one value, without the word that ends it. */
export interface StarterQuestion {
  /** `The account to look at: its id, or …` */
  readonly text: string;
  /** A valid answer, for the help text and for messages. */
  readonly example: string;
  /** The reason why an answer is invalid, for people; `undefined` = it is valid. */
  problemOf(answer: string): string | undefined;
}

/** The parts of a provider's first configuration that `init` asks for. */
export interface Starter {
  readonly account: StarterQuestion;
  /** About one location. */
  readonly location: StarterQuestion;
  /**
   * The keys of the entry of `accounts` that identify the account and how Holystone reads it, with comments: YAML lines
   * without indentation.
   */
  accountLines(account: string, locations: readonly string[]): readonly string[];
  /** `when` of a type in YAML flow style; `undefined` = `[{ rule: unused }]`. */
  when(resourceType: string): string | undefined;
  /**
   * The keys of a type that needs more than `when`, in place of it: YAML lines without indentation.
   * @param chosen all types of the file
   */
  choice?(resourceType: string, chosen: readonly string[]): readonly string[] | undefined;
}
