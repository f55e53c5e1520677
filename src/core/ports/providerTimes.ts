/**
 * Hears the time in the answers of providers. Only a wire that knows who sent the answer reports it: another machine,
 * which no operator of Holystone sets, over TLS.
 */
export interface ProviderTimes {
  /**
   * An answer came just now.
   * @param by who said it, for people: `AWS`
   * @param at its header `Date`, ms since the epoch
   */
  heard(by: string, at: number): void;
}
