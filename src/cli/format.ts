/** `-o, --output` of every command that prints for people or for programs. */
import { InvalidArgumentError, Option } from 'commander';

const FLAGS = '-o, --output <format>';
const EARLIER_FLAGS = '-f, --format <format>';

/** Sets `format`, as each of its spellings does. */
export class FormatOption extends Option {
  override attributeName(): string {
    return 'format';
  }

  override choices(values: readonly string[]): this {
    super.choices(values);
    return this.argParser((value: string) => {
      // An earlier name of the table.
      const format = value === 'text' && !values.includes(value) ? 'table' : value;
      if (values.includes(format)) return format;
      throw new InvalidArgumentError(`Allowed choices are ${values.join(', ')}.`);
    });
  }

  /** `-f, --format`, which scripts use: the same choices, not in the help. */
  earlierSpelling(): Option {
    return new FormatOption(EARLIER_FLAGS, this.description).choices(this.argChoices ?? []).hideHelp();
  }
}

/** For commands that print a text for people, on a terminal and in a pipe, unless a program asks for JSON. */
export function formatOption(): Option {
  return new FormatOption(FLAGS, 'the output').choices(['json', 'table']).default('table');
}

/** Of a command that prints sentences for people. */
export interface TextFormat {
  readonly format: 'json' | 'table';
}

/** For commands with formats of their own; the first is the default. */
export function formatOptionOf(formats: readonly string[]): Option {
  return new FormatOption(FLAGS, 'the output').choices(formats).default(formats[0]);
}
