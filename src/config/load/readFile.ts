import { readFileSync } from 'node:fs';
import { ConfigurationError, messageOf } from '../../core/common/errors.ts';

/** The text of a configuration. @throws ConfigurationError if it cannot be read */
export function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new ConfigurationError([{ file: path, line: 1, column: 1, message: `cannot be read: ${messageOf(error)}` }]);
  }
}
