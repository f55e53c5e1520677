/** Where people see a resource at its provider. */
export interface ProviderPage {
  /**
   * The https address of a resource in the provider's own web console, from its id; no secret in it. Absent or
   * `undefined`: it has no page there.
   */
  pageOf?(id: string, location: string): string | undefined;
}
