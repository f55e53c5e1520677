import { Argument, type Command } from 'commander';
import { type CliContext, writeLine } from './context.ts';
import { CONFIG_OPTION, load } from './load.ts';

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

export function registerCompletion(program: Command, context: CliContext): void {
  program
    .command('completion')
    .description('Print a script that completes commands, options and namespaces in your shell.')
    .addArgument(new Argument('[shell]', 'your shell').choices([...SHELLS]).default('bash'))
    .option('--namespaces', 'print the namespaces of the configuration instead, one a line; the script asks for them')
    .option(...CONFIG_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell, options: CompletionOptions) => {
      if (!options.namespaces) return writeLine(context.stdout, scriptOf(shell, program));
      const { workConfigurations } = await load(options.config, context);
      for (const { namespace } of workConfigurations) writeLine(context.stdout, namespace);
    });
}

interface Word {
  readonly name: string;
  readonly options: readonly string[];
}

function scriptOf(shell: Shell, program: Command): string {
  const words = program.commands.map((command) => ({
    name: command.name(),
    options: [...command.options.flatMap(({ long }) => (long ? [long] : [])), '--help'],
  }));
  if (shell === 'fish') return fish(words, program);
  const functions = bash(words);
  return shell === 'bash' ? functions : `#compdef holystone\nautoload -U +X bashcompinit && bashcompinit\n${functions}`;
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

function fish(words: readonly Word[], program: Command): string {
  const lines = words.flatMap(({ name, options }) => {
    const about = program.commands.find((one) => one.name() === name)?.description() ?? '';
    const command = `complete -c holystone -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`;
    const own = options.map((option) => `${inCommand(name)} -l ${option.slice(2)}`);
    return [command, ...own];
  });
  const namespaces = `complete -c holystone -n 'not __fish_use_subcommand' -a '(holystone completion --namespaces 2>/dev/null)'`;
  return [...lines, namespaces].join('\n');
}

function inCommand(name: string): string {
  return `complete -c holystone -n '__fish_seen_subcommand_from ${name}'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
