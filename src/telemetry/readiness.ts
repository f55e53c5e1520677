/** The reasons why this instance is not ready. */
export class Readiness {
  readonly #checks = new Map<string, () => string | undefined>();
  readonly #notes = new Map<string, () => string | undefined>();

  /** Each check calls it; it returns the problem and the advice, or `undefined`. */
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

  /** Shown, but the instance is ready all the same. */
  note(name: string, text: () => string | undefined): void {
    this.#notes.set(name, text);
  }

  check(): readonly { readonly name: string; readonly ok: boolean; readonly why?: string }[] {
    return [
      ...[...this.#checks].map(([name, problem]) => outcomeOf(name, problem(), false)),
      ...[...this.#notes].map(([name, text]) => outcomeOf(name, text(), true)),
    ];
  }
}

function outcomeOf(name: string, why: string | undefined, ok: boolean) {
  return why === undefined ? { name, ok: true } : { name, ok, why };
}
