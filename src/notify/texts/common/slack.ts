/** The words of the buttons in Slack, and of the answers to whoever presses one. Addresses come in unchanged. */
export interface SlackTexts {
  /** Of the button. @param count of resources in the message */
  keep(count: number): string;
  /** Of the button that leads to the page of the message. */
  readonly open: string;
  /** Before what a decision did. @param actor an address */
  by(actor: string): string;
  /** Of a link. */
  readonly page: string;
  /** Somebody else pressed. @param owner one address, or several with commas */
  notYours(owner: string): string;
  readonly expired: string;
  /** Not signed by a key of ours. */
  readonly unreadable: string;
  readonly notStored: string;
  /** Slack did not say whose address the person has. */
  readonly unasked: string;
}
