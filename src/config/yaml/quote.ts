const LONGEST = 80;

/** A text of the file for a message: in quotes, control characters escaped, a long text cut. */
export function quote(text: string): string {
  return JSON.stringify(clip(text));
}

/** A long text cut short, with an ellipsis. */
export function clip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
