export type Members = Readonly<Record<string, unknown>>;

/** What one request said about a thing. */
export interface KeptInput {
  /** By its signing name. */
  readonly service: string;
  /** In small letters: `model`. */
  readonly noun: string;
  /** The names and ids of what it is about. */
  readonly names: ReadonlySet<string>;
  readonly input: Members;
}
