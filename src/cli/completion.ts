import { Argument, type Command } from 'commander';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, writeLine } from './context.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

interface CompletionOptions {
  readonly config: string;
  readonly namespaces?: boolean;
}

const EXAMPLES = `
Examples:
  $ source <(holystone completion bash)
  $ holystone completion zsh > "\${fpath[1]}/_holystone"
  $ holystone completion fish > ~/.config/fish/completions/holystone.fish`;

/** `completion` prints a script of the shell; it reads a configuration only for `--namespaces`, and Redis never. */
export function registerCompletion(program: Command, context: CliContext): void {
  program
    .command('completion')
    .addArgument(new Argument('[shell]', 'your shell').choices([...SHELLS]).default('bash'))
    .option('--namespaces', 'print the namespaces of the configuration instead, one a line; the script asks for them')
    .option(...CONFIG_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell, options: CompletionOptions) => {
      if (!options.namespaces) return writeLine(context.stdout, scriptOf(shell, program));
      const { load } = await import('./load.ts');
      const { workConfigurations } = await load(options.config, context);
      for (const { namespace } of workConfigurations) writeLine(context.stdout, namespace);
    });
}

interface Word {
  readonly name: string;
  readonly about: string;
  readonly options: readonly string[];
}

const SCRIPTS: Readonly<Record<Shell, (words: readonly Word[]) => string>> = { bash, zsh, fish };

function scriptOf(shell: Shell, program: Command): string {
  const words = program.commands.map((command) => {
    const all = [command, ...command.commands].flatMap(({ options }) => options);
    const shown = all.filter(({ hidden }) => !hidden).flatMap(({ long }) => (long ? [long] : []));
    return { name: command.name(), about: command.description(), options: [...new Set(shown), '--help'] };
  });
  return SCRIPTS[shell](words);
}

/** A namespace has colons, at which bash breaks words: the part before the last colon is taken off the answers. */
function bash(words: readonly Word[]): string {
  const cases = words.map(({ name, options }) => `    ${name}) words="${options.join(' ')}" ;;`);
  return `_holystone() {
  local line="\${COMP_LINE:0:COMP_POINT}" command="\${COMP_WORDS[1]}" words="" now config
  now="\${line##* }"
  config=$(sed -nE 's/.* (-c|--config)[ =]([^ ]+).*/\\2/p' <<< "$line")
  if [ "$COMP_CWORD" -le 1 ]; then
    COMPREPLY=($(compgen -W "${words.map(({ name }) => name).join(' ')}" -- "$now")); return
  fi
  case "$command" in
${cases.join('\n')}
  esac
  case "$now" in
    -*) ;;
    *) words=$(holystone completion --namespaces \${config:+--config "$config"} 2>/dev/null) ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$now"))
  local before="\${now%"\${now##*:}"}"
  COMPREPLY=("\${COMPREPLY[@]#"$before"}")
}
complete -o default -F _holystone holystone`;
}

/** Works as a file of `fpath`, whose first call must answer too, and through `source`. */
function zsh(words: readonly Word[]): string {
  const commands = words.map(({ name, about }) => `      ${quoted(`${name}:${about}`, `'\\''`)}`);
  const cases = words.map(({ name, options }) => `      ${name}) compadd -- ${options.join(' ')} ;;`);
  return `#compdef holystone
_holystone() {
  local -a commands namespaces config
  local at
  if (( CURRENT == 2 )); then
    commands=(
${commands.join('\n')}
    )
    _describe command commands
    return
  fi
  if [[ $words[CURRENT] == -* ]]; then
    case $words[2] in
${cases.join('\n')}
    esac
    return
  fi
  at=\${words[(I)(-c|--config)]}
  (( at > 0 && at < CURRENT - 1 )) && config=(--config $words[at+1])
  namespaces=(\${(f)"$(holystone completion --namespaces $config 2>/dev/null)"})
  compadd -a namespaces || _files
}
if [[ $funcstack[1] == _holystone ]]; then _holystone "$@"; else compdef _holystone holystone; fi`;
}

function fish(words: readonly Word[]): string {
  const lines = words.flatMap(({ name, about, options }) => {
    const command = `complete -c holystone -n __fish_use_subcommand -f -a ${name} -d ${quoted(about, "\\'")}`;
    const own = options.map((option) => `${inCommand(name)} -l ${option.slice(2)}`);
    return [command, ...own];
  });
  return `${lines.join('\n')}
function __holystone_namespaces
  set -l given (commandline -opc)
  set -l at (contains -i -- --config $given; or contains -i -- -c $given)
  if test -n "$at"; and test (math $at + 1) -le (count $given)
    holystone completion --namespaces --config $given[(math $at + 1)] 2>/dev/null
  else
    holystone completion --namespaces 2>/dev/null
  end
end
complete -c holystone -n 'not __fish_use_subcommand' -a '(__holystone_namespaces)'`;
}

function inCommand(name: string): string {
  return `complete -c holystone -n '__fish_seen_subcommand_from ${name}'`;
}

/** @param escaped a quote within quotes, as the shell wants it */
function quoted(text: string, escaped: string): string {
  return `'${text.replaceAll("'", () => escaped)}'`;
}
