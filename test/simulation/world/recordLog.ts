import type { Logger } from '../../../src/core/common/logger.ts';
import { createLogger } from '../../../src/telemetry/logger.ts';

/** A line of an instance's log. */
export interface Line {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** The log of an instance: the real one, onto a destination that may stop to take lines. */
export class InstanceLog {
  readonly logger: Logger;
  /** Why the destination takes nothing; absent = it takes all. */
  fault: string | undefined;

  constructor(instance: string, onLine: (line: Line) => void) {
    const write = (text: string) => {
      if (this.fault !== undefined) throw Object.assign(new Error(this.fault), { code: this.fault });
      onLine(JSON.parse(text) as Line);
    };
    this.logger = createLogger({ level: 'info', instance, destination: { write } });
  }
}
