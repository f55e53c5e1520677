// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the native file
/**
 * Converts command lines of `acr purge` (`Azure/acr-cli`, README and `cmd/acr/purge.go`), as they stand in a script or in
 * the file of a task.
 */
import { ALL_LOCATIONS } from '../../../src/core/resource/locationPattern.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { type ImportedFile, whyRefused, writeNative } from '../nativeFile.ts';
import { goDuration } from '../nuke/nukeFilter.ts';
import { type Plain, type Row, refused } from '../sourceFile.ts';
import { type PurgeCommand, purgesIn } from './purgeCommands.ts';

/** @throws ConfigurationError if it has no `acr purge`, or none that can be carried over */
export function importAcrPurge(text: string, file: string, handlers: readonly Handler[]): ImportedFile {
  const commands = purgesIn(text);
  if (commands.length === 0) throw refused(file, 'it has no command line of `acr purge`');
  const rows: Row[] = [];
  const found = commands.flatMap((command) => {
    const tell = (carried: Row['carried'], message: string) =>
      rows.push({ file, line: command.line, column: 1, message, carried });
    return entriesOf(command, tell).filter((entry) => {
      const why = whyRefused(entry, { accounts: accountsOf([entry]) }, handlers);
      if (why !== undefined) tell('no', why);
      return why === undefined;
    });
  });
  const entries = found.map((one) =>
    found.some((other) => other !== one && overlaps(other, one)) ? one : withoutMatch(one),
  );
  return writeNative(
    { of: 'Azure', source: 'acr-purge', file, says: SAYS, accounts: accountsOf(entries), entries, rows },
    handlers,
  );
}

const SAYS = [
  'The age of a tag counts from when Holystone first saw it with this image, so nothing goes before that time has passed once more. ' +
    'A tag that two commands name is judged by the first alone.',
];

function accountsOf(entries: readonly Plain[]): readonly Plain[] {
  const locations = [...new Set(entries.flatMap((entry) => entry.locations as string[]))];
  const credentials = { username: '${REGISTRY_USER}', password: '${REGISTRY_PASSWORD}' };
  return [{ name: 'acr', provider: 'registry', url: '${REGISTRY_URL}', credentials, locations }];
}

/** Several entries of one repository need a `match`; one alone does not. */
function overlaps(left: Plain, right: Plain): boolean {
  const [a, b] = [left, right].map(({ locations }) => String((locations as string[])[0]));
  return a === b || [a, b].some((one) => one === 'all' || one?.includes('*'));
}

function withoutMatch({ match: _match, ...entry }: Plain): Plain {
  return entry;
}

type Tell = (carried: Row['carried'], message: string) => void;

const IGNORED = [
  'registry',
  'r',
  'concurrency',
  'repository-page-size',
  'username',
  'u',
  'password',
  'p',
  'config',
  'c',
];

function entriesOf({ filters, options }: PurgeCommand, tell: Tell): readonly Plain[] {
  const { ago, keep, untagged, 'dry-run': dryRun, ...others } = options;
  const odd = Object.keys(others).find((key) => !IGNORED.includes(key));
  if (odd) tell('no', `\`--${odd}\` has no counterpart`);
  if (untagged) tell('no', '`--untagged`: Holystone deletes tags; manifests without one stay');
  if (odd) return [];
  const spanMs = ago === undefined ? undefined : goDuration(ago);
  if (spanMs === undefined) {
    tell('no', ago === undefined ? 'it has no `--ago`' : `\`--ago ${ago}\` is no duration above zero`);
    return [];
  }
  const count = keep === undefined ? 0 : keep === '' ? Number.NaN : Number(keep);
  if (!Number.isInteger(count) || count < 0) {
    tell('no', `\`--keep ${keep}\` is no number`);
    return [];
  }
  if (count > 0) {
    const why = `\`--keep ${count}\` keeps the tags updated last, and a registry of Azure states no such date in its API; without \`--keep\` more would go`;
    tell('no', `${why}. Write \`keepN\`, which counts by the build, or \`olderThan\` as you mean it`);
    return [];
  }
  const hours = Math.ceil(spanMs / 3_600_000);
  const age = { olderThan: hours % 24 === 0 ? `${hours / 24}d` : `${hours}h` };
  return filters.flatMap(({ repository, tags }) => {
    const location = locationOf(repository);
    if (location === undefined) {
      tell('no', `the repositories \`${repository}\`: a regex other than \`.*\` has no counterpart`);
      return [];
    }
    const live = dryRun ? { live: false } : {};
    return [
      {
        type: 'tag',
        locations: [location],
        ...live,
        match: { name: `/^(?:${tags})$/` },
        nameRegexDelete: tags,
        keepLatest: false,
        allowDeleteAll: true,
        ...age,
      },
    ];
  });
}

/** A regex of whole names; only names and `.*` have a counterpart. Below `samples/` is not `samples` itself. */
function locationOf(regex: string): string | undefined {
  if (regex === '.*') return ALL_LOCATIONS;
  const plain = regex
    .replace(/\/\.[*+]$/, '/*/**')
    .replaceAll('\\.', '.')
    .replace(/^\^|\$$/g, '');
  return plain !== ALL_LOCATIONS && /^[a-z0-9._/-]+(?:\/\*\/\*\*)?$/.test(plain) ? plain : undefined;
}
