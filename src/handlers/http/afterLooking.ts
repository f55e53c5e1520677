/** Of the whole time: a stop of the process counts as one of them, however long it is. */
const PARTS = 10;

/**
 * Calls back after a time in which this process looked at its connections. A process that is busy for seconds looks at
 * none of them, and its timers run before the next look: what came meanwhile would count as missing.
 * @returns the function that ends the wait
 */
export function afterLooking(ms: number, late: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let look: NodeJS.Immediate | undefined;
  const wait = (parts: number): void => {
    timer = setTimeout(() => {
      // Node handles what came before it runs this.
      look = setImmediate(() => (parts === 1 ? late() : wait(parts - 1)));
    }, ms / PARTS);
  };
  wait(PARTS);
  return () => {
    clearTimeout(timer);
    clearImmediate(look);
  };
}
