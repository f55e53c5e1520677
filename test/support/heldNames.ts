/**
 * Connections that take long to open: the name of their host is looked up, and the answer waits until the test wants it.
 * The time between the last check of a request and its first byte is otherwise too short for a test.
 */
import dns from 'node:dns';

export interface HeldNames {
  /** Resolves when a connection waits. */
  readonly waiting: Promise<void>;
  /** The connections that wait now. */
  readonly count: number;
  /** Lets all of them open. */
  release(): void;
  /** Releases, and puts the usual lookup back. */
  end(): void;
}

/**
 * Connections to `localhost` wait from here on.
 * @param holds the others open as usual
 */
export function holdNames(holds: () => boolean = () => true): HeldNames {
  const usual = dns.lookup;
  const held: (() => void)[] = [];
  let isReleased = false;
  let noteWaiting: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    noteWaiting = resolve;
  });
  const lookup = (...args: Parameters<typeof usual>) => {
    if (isReleased || args[0] !== 'localhost' || !holds()) return usual(...args);
    held.push(() => usual(...args));
    noteWaiting();
  };
  dns.lookup = lookup as typeof usual;
  const release = () => {
    isReleased = true;
    for (const go of held.splice(0)) go();
  };
  return {
    waiting,
    get count() {
      return held.length;
    },
    release,
    end: () => {
      release();
      dns.lookup = usual;
    },
  };
}
