/** Ids in AWS's format, equal in every run of the same seed. */
export class Ids {
  #state = 0x2f6e2b1;

  /** `ami-0` and 16 more hexadecimal digits: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/resource-ids.html */
  next(prefix: string): string {
    return `${prefix}-0${this.#hex(16)}`;
  }

  uuid(): string {
    const variant = '89ab'.charAt(this.#byte() % 4);
    return [this.#hex(8), this.#hex(4), `4${this.#hex(3)}`, variant + this.#hex(3), this.#hex(12)].join('-');
  }

  /** Upper-case letters and digits, as in access keys and role ids. */
  upper(length: number): string {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    return Array.from({ length }, () => alphabet.charAt(this.#byte() % 32)).join('');
  }

  #hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += this.#byte().toString(16).padStart(2, '0');
    return text.slice(0, digits);
  }

  /** A byte of mulberry32. */
  #byte(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 16) & 0xff;
  }
}
