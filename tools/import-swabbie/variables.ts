/** The kinds of use of a variable, each with the value for the check of an imported file. */
const STAND_INS = {
  number: () => '14',
  text: (name: string) => `x-${name}`,
  address: () => 'owner@example.com',
  from: () => '03:07',
  to: () => '19:41',
  zone: () => 'UTC',
} as const;

export type VariableUse = keyof typeof STAND_INS;

/** The variables that an imported file needs and that have no default. */
export class Variables {
  readonly #uses = new Map<string, VariableUse>();

  /** @returns false when the variable is already used with another kind */
  need(name: string, use: VariableUse): boolean {
    const known = this.#uses.get(name);
    if (known !== undefined && known !== use) return false;
    this.#uses.set(name, use);
    return true;
  }

  names(): readonly string[] {
    return [...this.#uses.keys()].sort();
  }

  /** An environment in which every variable has a value of its kind. */
  standIns(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#uses].map(([name, use]) => [name, STAND_INS[use](name)]));
  }
}
