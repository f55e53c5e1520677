/**
 * The commands without their code: all that the help of the program, a mistyped name and a completion script need. A test
 * compares each with the command itself, which is loaded when it is called.
 */
import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { ofPackage } from './ofPackage.ts';

/** The help of a command, known without loading its code. */
export interface CommandOutline {
  readonly name: string;
  /** One or two sentences for the help. */
  readonly about: string;
  /** As the help shows them: `<namespace>`, `[ids...]`. */
  readonly args?: readonly string[];
  /** The long options, without those that the help hides. */
  readonly options: readonly string[];
  /** Loads the code of the command. @returns the function that adds it to the program */
  load(): Promise<(program: Command, context: CliContext) => void>;
}

function optionsIn(words: string): readonly string[] {
  return words.split(' ');
}

/** By group, as the help lists them. */
export const OUTLINE: readonly (readonly [title: string, commands: readonly CommandOutline[]])[] = [
  [
    'Look',
    [
      {
        name: 'look',
        about: 'Show what the account of your credentials wastes, and what only looks unused. Needs no configuration.',
        options: optionsIn('--region --kubernetes --registry --cdk --output --html --json --open'),
        load: async () => (await import('./look.ts')).registerLook,
      },
      {
        name: 'status',
        about: 'Print the state of the fleet: instances, switches, stages, marks, next deletions, problems.',
        options: ['--config', '--output'],
        load: async () => (await import('./status.ts')).registerStatus,
      },
      {
        name: 'marks',
        about: 'List the marks: which resource goes when, whether its owner is notified, and which ones owners keep.',
        options: ['--owner', '--namespace', '--entry', '--within', '--limit', '--output', '--config'],
        load: async () => (await import('./marks.ts')).registerMarks,
      },
      {
        name: 'savings',
        about: 'Print what the deletions of each month save a month from then on, by team and type.',
        options: ['--month', '--output', '--config'],
        load: async () => (await import('./savings.ts')).registerSavings,
      },
      {
        name: 'plan',
        about: 'Show the resources that Holystone would mark and delete, and why. Changes nothing, needs no Redis.',
        options: optionsIn('--config --output --namespace --sort --diff --quick --resume --state --kept --verbose'),
        load: async () => (await import('./plan.ts')).registerPlan,
      },
      {
        name: 'diff',
        about: 'List the live objects of an environment that are not in its source. Changes nothing, reads no Redis.',
        args: ['<environment>'],
        options: ['--config', '--account', '--exit-code', '--output'],
        load: async () => (await import('./diff.ts')).registerDiff,
      },
      {
        name: 'explain',
        about: 'Evaluate one resource now and show the whole trace: each reference, rule and exclusion.',
        args: ['<namespace>', '[id]'],
        options: ['--from', '--config', '--output'],
        load: async () => (await import('./explain.ts')).registerExplain,
      },
      {
        name: 'history',
        about:
          'Print the history of one resource, or of the fleet: each change, its actor and its reason. The log has all events.',
        args: ['[namespace]', '[id]'],
        options: [...['--actor', '--person', '--event', '--from', '--to', '--limit'], ...['--config', '--output']],
        load: async () => (await import('./history.ts')).registerHistory,
      },
      {
        name: 'mail',
        about: 'Print the next message to an owner. Sends and writes nothing.',
        args: ['[what]'],
        options: ['--owner', '--config', '--output', '--sample'],
        load: async () => (await import('./mail.ts')).registerMail,
      },
    ],
  ],
  [
    'Run',
    [
      {
        name: 'serve',
        about: 'Run the daemon: several instances share the work through Redis. SIGHUP reloads the configuration.',
        options: ['--config', '--instance'],
        load: async () => (await import('./serve.ts')).registerServe,
      },
      {
        name: 'run',
        about: 'Run passes once, in the foreground, with the same safety rules as the daemon.',
        options: optionsIn(
          '--once --action --rollback-buffer-days --created-buffer-days --namespace --confirm --yes --output --config',
        ),
        load: async () => (await import('./run.ts')).registerRun,
      },
      {
        name: 'demo',
        about: 'Show a whole cycle on this machine: sandbox AWS, private Redis, mailbox, two instances. Nothing real.',
        options: ['--scene', '--slow', '--exit', '--no-install'],
        load: async () => (await import('./demo.ts')).registerDemo,
      },
      {
        name: 'sandbox',
        about: 'Start a sandbox AWS on this machine, and print how a configuration reaches it. Nothing real.',
        options: ['--config', '--seed', '--write', '--rate', '--port', '--bind', '--redis'],
        load: async () => (await ofPackage('sandbox', () => import('./sandbox.ts'))).registerSandbox,
      },
    ],
  ],
  [
    'Control',
    [
      {
        name: 'kill',
        about: 'The kill switch: when this command returns, no instance sends deletions any more, until you lift it.',
        options: ['--lift', '--output', '--config', '--as', '--reason'],
        load: async () => (await import('./kill.ts')).registerKill,
      },
      {
        name: 'service',
        about:
          'Take the fleet out of service, or put it back: out of service, no new work starts and running work stops.',
        args: ['[state]'],
        options: ['--output', '--config', '--as', '--reason'],
        load: async () => (await import('./service.ts')).registerService,
      },
      {
        name: 'limits',
        about: 'Show or change the limits of the whole fleet; changes take effect at once, without a restart.',
        options: optionsIn(
          '--capacity --deletes-per-day --provider --delete-budget --starve-after --output --config --as --reason',
        ),
        load: async () => (await import('./limits.ts')).registerLimits,
      },
      {
        name: 'stage',
        about: 'Show or change the rollout stage of each type in each account: plan, notify, canary, live.',
        args: ['[pattern]', '[account]'],
        options: ['--set', '--share', '--output', '--config', '--as', '--reason'],
        load: async () => (await import('./stage.ts')).registerStage,
      },
      {
        name: 'approve',
        about:
          'Approve exactly the changes that stopped a blocked pass, or families of its new marks. Void if they change.',
        args: ['<namespace>'],
        options: ['--pass', '--family', '--output', '--config', '--as'],
        load: async () => (await import('./approve.ts')).registerApprove,
      },
      {
        name: 'recalculate',
        about: 'Bring forward the deletion dates of the oldest marks, never before the date in the notice.',
        args: ['<namespace>'],
        options: ['--within', '--count', '--output', '--config', '--as'],
        load: async () => (await import('./recalculate.ts')).registerRecalculate,
      },
      {
        name: 'keep',
        about: 'Keep a resource: the same opt-out as from a link in a message, in your name. It takes effect at once.',
        args: ['<namespace>', '[id]'],
        options: ['--pattern', '--yes', '--unseen', '--until', '--undo', '--output', '--config', '--as', '--reason'],
        load: async () => (await import('./keep.ts')).registerKeep,
      },
      {
        name: 'restore',
        about: 'Restore a deleted resource, or print the steps. Without --yes it only prints the plan.',
        args: ['<namespace>', '[id]'],
        options: ['--generation', '--unsigned', '--yes', '--config', '--as', '--output'],
        load: async () => (await import('./restore.ts')).registerRestore,
      },
      {
        name: 'release',
        about: 'List the resources in quarantine, or release them. Without --yes it only prints the plan.',
        args: ['[namespace]', '[ids...]'],
        options: ['--yes', '--output', '--config', '--as'],
        load: async () => (await import('./release.ts')).registerRelease,
      },
      {
        name: 'repair',
        about: 'List stored marks that cannot be read, or drop one. Holystone never deletes on such a mark.',
        args: ['<namespace>'],
        options: ['--drop', '--config', '--as', '--output'],
        load: async () => (await import('./repair.ts')).registerRepair,
      },
    ],
  ],
  [
    'Set up',
    [
      {
        name: 'init',
        about: 'Write a first configuration: one account, dry run, reads only.',
        options: optionsIn('--output --force --from --account --locations --types --fallback --sender'),
        load: async () => (await import('./init.ts')).registerInit,
      },
      {
        name: 'validate',
        about: 'Check a configuration, and list its namespaces and how far Holystone goes in each.',
        options: ['--config', '--output', '--verbose', '--online'],
        load: async () => (await import('./validate.ts')).registerValidate,
      },
      {
        name: 'iam-policy',
        about:
          'Print the minimum IAM policies for the configuration: separate ones for readers, deleters, the daemon and `restore`.',
        options: optionsIn('--config --account --identity --live --output --members --from --principal --external-id'),
        load: async () => (await import('./rights.ts')).rightsCommand('iam-policy'),
      },
      {
        name: 'rbac',
        about:
          'Print the minimum ClusterRoles for the configuration: separate ones for the users that read, delete and restore.',
        options: ['--config', '--account', '--identity', '--live', '--output', '--groups'],
        load: async () => (await import('./rights.ts')).rightsCommand('rbac'),
      },
      {
        name: 'import',
        about:
          'Convert files of other cleaners: Swabbie, Custodian, aws-nuke, cloud-nuke, ECR, Harbor, acr purge, GitLab.',
        args: ['<source>', '[file]'],
        options: ['--output', '--force'],
        load: async () => (await import('./import.ts')).registerImport,
      },
      {
        name: 'completion',
        about: 'Print a script that completes commands, options and namespaces in your shell.',
        args: ['[shell]'],
        options: ['--namespaces', '--config'],
        load: async () => (await import('./completion.ts')).registerCompletion,
      },
    ],
  ],
];
