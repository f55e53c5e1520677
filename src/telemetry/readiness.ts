/** Why this instance is not ready, if it is not. */
export class Readiness {
  readonly #checks = new Map<string, () => string | undefined>();

  /** Asked each time; answers what is wrong and what to do, or nothing. */
  add(name: string, problem: () => string | undefined): void {
    this.#checks.set(name, problem);
  }

  /** Not ready until {@link unblock}ed. */
  block(name: string, why: string): void {
    this.#checks.set(name, () => why);
  }

  unblock(name: string): void {
    this.#checks.delete(name);
  }

  check(): readonly { readonly name: string; readonly ok: boolean; readonly why?: string }[] {
    return [...this.#checks].map(([name, problem]) => {
      const why = problem();
      return why === undefined ? { name, ok: true } : { name, ok: false, why };
    });
  }
}
