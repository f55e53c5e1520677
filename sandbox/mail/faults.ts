/** The sink's deliberate faults. */

/** The step of an SMTP session: its greeting, MAIL FROM, one RCPT TO, the message itself. */
export type MailStep = 'connection' | 'sender' | 'recipient' | 'data';

/**
 * - `refuse`: answers with this code (421, 450, 550 …) and text.
 * - `drop`: ends the connection without an answer; nothing is kept.
 * - `keepAndDrop`: takes the message, and ends the connection before its reply. Only for `data`.
 * - `delay`: lets the client wait before the usual answer.
 */
export type MailFaultKind =
  | { readonly kind: 'refuse'; readonly code: number; readonly text: string }
  | { readonly kind: 'drop' }
  | { readonly kind: 'keepAndDrop' }
  | { readonly kind: 'delay'; readonly ms: number };

export interface MailFault {
  readonly step: MailStep;
  readonly fault: MailFaultKind;
  /** Only for this address; compared without case. For `data`: if it is one of the recipients. */
  readonly recipient?: string;
  /** The number of uses; absent: until cleared. */
  readonly times?: number;
}

export class MailFaults {
  readonly #armed: { fault: MailFault; left: number }[] = [];

  add(fault: MailFault): void {
    this.#armed.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  clear(): void {
    this.#armed.length = 0;
  }

  /** Returns the first matching fault and counts the use. */
  take(step: MailStep, recipients: readonly string[] = []): MailFaultKind | undefined {
    const found = this.#armed.find(({ fault, left }) => left > 0 && fits(fault, step, recipients));
    if (!found) return undefined;
    found.left--;
    return found.fault.fault;
  }
}

function fits(fault: MailFault, step: MailStep, recipients: readonly string[]): boolean {
  if (fault.step !== step) return false;
  const { recipient } = fault;
  return recipient === undefined || recipients.some((address) => address.toLowerCase() === recipient.toLowerCase());
}
