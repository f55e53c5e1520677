import { describe, expect, test } from '@jest/globals';
import { ProblemLog } from '../../../src/queue/problemLog.ts';
import { collectingLogger, type LogLine } from '../../support/fleet.ts';

describe('a problem that goes on', () => {
  const levelsOf = (use: (log: ProblemLog) => void) => {
    const lines: LogLine[] = [];
    use(new ProblemLog(collectingLogger(lines)));
    return lines.map((line) => line.level);
  };

  test('L19 is logged once per cause', () => {
    const levels = levelsOf((log) => {
      for (const message of ['denied', 'denied', 'throttled']) log.report('mark x', 'failed', new Error(message));
    });
    expect(levels).toEqual(['error', 'debug', 'error']);
  });

  test('is logged again after it had gone, and its going is logged', () => {
    const levels = levelsOf((log) => {
      log.report('mark x', 'failed', new Error('denied'));
      log.solved('mark x');
      log.report('mark x', 'failed', new Error('denied'));
    });
    expect(levels).toEqual(['error', 'info', 'error']);
  });

  test('is another one for another subject', () => {
    const levels = levelsOf((log) => {
      log.report('mark x', 'failed', new Error('denied'));
      log.report('mark y', 'failed', new Error('denied'));
    });
    expect(levels).toEqual(['error', 'error']);
  });

  test('names the cause below the message', () => {
    const lines: LogLine[] = [];
    new ProblemLog(collectingLogger(lines)).report(
      's',
      'failed',
      new Error('locking', { cause: new Error('ETIMEDOUT') }),
    );
    expect(lines[0]?.fields).toEqual({ subject: 's', problem: 'locking', cause: 'ETIMEDOUT' });
  });
});
