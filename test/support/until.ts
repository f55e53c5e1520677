import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls until the condition holds; fails after the deadline with the name of the condition. The deadline only ends a test
 * that hangs: no outcome depends on the speed of the machine. A pass whose Redis was too slow is tried again after minutes.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 420_000,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain until ${what}`);
    await delay(10);
  }
}
