/** The shape of docs/architecture.md: allowed imports, and places of effects. Each exception stands here with its reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { handlers } from '../src/handlers/index.ts';
import { type SourceFile, sourceFiles, type Use } from './support/sourceFiles.ts';

const files = sourceFiles();
const importsByPath = new Map(files.map(({ path, imports }) => [path, imports]));

/** A file imports only lower ranks. Folders of one rank do not know each other. */
const RANKS: Readonly<Record<string, number>> = {
  core: 0,
  documents: 0.5,
  handlers: 1,
  state: 1,
  notify: 1,
  config: 2,
  lifecycle: 2,
  queue: 3,
  http: 3,
  registry: 3,
  composition: 4,
  tools: 4.5,
  cli: 5,
  'main.ts': 6,
};

/** Folders beside the ranks, each with a rule of its own below. */
const BESIDE = ['sandbox', 'telemetry'];

/** Which files may import a package; a path ends with `/` for all of a folder. */
const FENCES: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/*': ['handlers/aws/', 'sandbox/'],
  '@smithy/*': ['handlers/aws/', 'sandbox/'],
  ioredis: ['state/', 'queue/'],
  redlock: ['state/', 'queue/'],
  bullmq: ['state/', 'queue/'],
  'node-cron': ['queue/manager.ts'],
  nodemailer: [
    'notify/mail/smtp.ts',
    'notify/mail/smtpAttachment.ts',
    'notify/mail/smtpNotifier.ts',
    'notify/mail/smtpUrl.ts',
    'notify/mail/smtpEml.ts',
  ],
  preact: ['core/text/html.ts', 'notify/mail/html/'],
  'preact-render-to-string': ['core/text/html.ts'],
  'openid-client': ['http/operator/signIn/oidcProvider.ts'],
  fastify: ['http/'],
  '@fastify/*': ['http/'],
  commander: ['cli/'],
  picocolors: ['cli/'],
  yaml: [
    'config/',
    'handlers/aws/resources/templates/tree.ts',
    'handlers/images/split.ts',
    'handlers/kubernetes/',
    'tools/import-swabbie/',
    'tools/import/',
  ],
  '@opentelemetry/*': ['telemetry/tracing/'],
  'date-holidays': ['config/schema/holidays.ts'],
  pino: ['telemetry/'],
  'prom-client': ['telemetry/'],
  re2js: ['core/evaluation/pattern.ts'],
  'email-addresses': ['core/text/address.ts'],
  'temporal-polyfill': ['core/', 'notify/', 'config/schema/calendar.ts'],
  'postal-mime': ['sandbox/mail/'],
  'smtp-server': ['sandbox/mail/'],
  zod: ['core/', 'documents/', 'handlers/', 'registry/', 'config/', 'http/', 'tools/import-gitlab/', 'tools/docs/'],
  'node:child_process': [
    'state/embedded/embedded.ts',
    'state/embedded/embeddedBinary.ts',
    'cli/demo',
    'cli/lookCommand.ts',
    'handlers/programs/runProgram.ts',
  ],
};

/** Where something is used that belongs in few places, and why it may be. */
const USES: Readonly<Record<Use, Readonly<Record<string, string>>>> = {
  'process.env': {
    'handlers/kubernetes/wire/inCluster.ts': 'a Pod learns the address of its cluster from two variables',
    'handlers/programs/runProgram.ts':
      'the programs that a source, a kubeconfig or Docker’s configuration names inherit the allowed part of it',
    'main.ts': 'hands it to everybody else as an argument, and leaves in it what libraries and their programs may have',
    'cli/demo/daemonEnv.ts': 'picks the few variables that the spawned instances inherit',
    'state/embedded/embeddedBinary.ts':
      'looks for redis-server on PATH and passes the allowed part to the package manager',
  },
  'Date.now()': {
    'cli/demo/': 'its clock is the real one, also for what happens around the instances',
    'cli/sandbox/': 'the sandbox runs on the real clock',
    'core/common/clock.ts': 'is the clock',
    'handlers/aws/wire/credentials.ts': 'credentials expire by real time, whatever the business clock says',
    'queue/processor.ts': 'BullMQ delays jobs to an instant of real time',
    'sandbox/': 'has the provider’s own clock',
  },
  'new Date()': {},
  'Math.random()': {
    'queue/itemRunner.ts': 'spreads the retries of a contended lock',
    'state/redis/connection.ts': 'spreads reconnects',
    'state/redis/evidenceCache.ts': 'spreads those who wait for another’s read',
  },
  console: {},
  any: {
    'handlers/aws/wire/client.ts': 'the SDK types the middleware stack of any client this way',
    'handlers/aws/wire/wire.ts': 'the SDK types the middleware stack of any client this way',
  },
};

/** Words of one provider: they stand in its folder, in the sandbox that plays it, in the tools and in the demo. */
const PROVIDER_WORDS = [
  'aws',
  'arn',
  'arns',
  'sts',
  'iam',
  'cloudformation',
  'organization',
  'organizations',
  'role',
  'roles',
];
const PROVIDER_PLACES = [
  'handlers/aws/',
  'sandbox/',
  'tools/',
  'cli/demo/',
  'cli/demo.ts',
  'cli/sandbox/',
  'cli/sandbox.ts',
];

/** Where else such a word stands, and why it may. */
const PROVIDER_WORDS_ELSEWHERE: Readonly<Record<string, string>> = {
  'handlers/registry/types/tag/handler.ts':
    'images of any registry run in AWS accounts, and the sources of that provider find them there',
  'handlers/kubernetes/evidence/references.ts': 'roles of Kubernetes’ own RBAC',
  'handlers/kubernetes/mentions/namesIn.ts': 'words of kubectl for its kinds',
  'handlers/kubernetes/objects/groupKind.ts': 'roles of Kubernetes’ own RBAC',
  'handlers/kubernetes/objects/mayName.ts': 'roles of Kubernetes’ own RBAC',
  'handlers/kubernetes/objects/refersTo.ts': 'roles of Kubernetes’ own RBAC',
  'handlers/kubernetes/rights/clusterRoles.ts': 'roles of Kubernetes’ own RBAC',
  'handlers/kubernetes/rights/kinds.ts': 'roles of Kubernetes’ own RBAC',
  'handlers/kubernetes/rights/rbac.ts': 'roles of Kubernetes’ own RBAC',
  'cli/examples.ts': 'help texts show a namespace as it looks in a real configuration',
  'http/operator/openapi/operations.ts': 'its examples show a namespace as it looks in a real configuration',
  'config/schema/mailSection.ts': 'Amazon SES as a mail server: the form of the topics by which it says what came back',
  'cli/import.ts': 'the names of the programs whose files it converts',
  'cli/outline.ts': 'repeats the name and the sentence of each provider’s command, so that the help loads no provider',
  'core/text/address.ts': 'people write the ARN of a session into a tag for an owner, and it ends in the address',
  'handlers/programs/environment.ts': 'lists the variables by which the programs of clouds know who they are',
  'handlers/index.ts': 'is the list of providers',
  'handlers/variables.ts': 'is the list of what providers want in the environment',
  'http/public/ses/routes.ts': 'Amazon SES as a mail server: its messages name their topic by ARN',
  'http/public/ses/snsMessage.ts': 'Amazon SES as a mail server: its messages name their topic by ARN',
};

/** The escaping of the mailbox's page; nothing is decided in there. */
const ESCAPING = ['core/text/html.ts', 'core/text/visible.ts'];

/** Where markup is taken as it is, and why. */
const RAW_MARKUP: Readonly<Record<string, string>> = {
  'cli/look/report.tsx': 'the style sheet of the report, a file of ours',
  'http/page/layout.tsx': 'the style sheet of the pages, a file of ours',
  'notify/mail/html/parts.tsx': 'comments that only Word reads, constants of ours',
  'sandbox/mail/pages.tsx': 'the style sheet of the mailbox, a constant of ours',
};

const LONGEST_FILE = 250;

describe('ranks', () => {
  test('every file has a rank or stands beside them', () => {
    const known = [...Object.keys(RANKS), ...BESIDE];
    expect(files.map(unitOf).filter((unit) => !known.includes(unit))).toEqual([]);
  });

  test('a file imports only lower ranks, and nothing of a sibling', () => {
    const ranked = edges().filter(({ from, to }) => from in RANKS && to in RANKS);
    expect(sentences(ranked.filter(({ from, to }) => rankOf(from) <= rankOf(to)))).toEqual([]);
  });

  test('every import names a file that exists', () => {
    const paths = new Set(files.map(({ path }) => path));
    const broken = files.flatMap(({ path, imports }) => imports.filter((to) => !paths.has(to)).map((to) => [path, to]));
    expect(broken).toEqual([]);
  });

  test('the SDK is loaded when a service is called, not when the program starts', () => {
    const eager = files.filter(({ path, text }) => {
      return path.startsWith('handlers/') && /^(import|export) (?!type )[^;]*from '@aws-sdk\//m.test(text);
    });
    expect(eager.map(({ path }) => path)).toEqual([]);
  });

  test('telemetry imports only core, and is imported from the composition root up', () => {
    const out = edges().filter(({ from, to }) => from === 'telemetry' && to !== 'core');
    const into = edges().filter(({ from, to }) => to === 'telemetry' && rankOf(from) < rankOf('composition'));
    expect(sentences([...out, ...into])).toEqual([]);
  });

  test('the sandbox is imported by the demo, by the command that starts it, and by tests only', () => {
    const places = ['cli/demo/', 'cli/sandbox/'];
    const into = edges().filter(({ to, path }) => to === 'sandbox' && !places.some((place) => path.startsWith(place)));
    expect(sentences(into)).toEqual([]);
  });

  test('the sandbox judges independently: it has nothing of the code under test', () => {
    const out = edges().filter(({ from, target, path }) => {
      return from === 'sandbox' && !(path.startsWith('sandbox/mail/') && ESCAPING.includes(target));
    });
    expect(sentences(out)).toEqual([]);
  });

  test('the oracle imports nothing from core, handlers or lifecycle, not even by way of others', () => {
    const oracles = files.filter(({ path }) => /(^|\/)oracle[^/]*\.ts$|\/oracle\//i.test(path));
    expect(oracles).not.toEqual([]);
    expect(
      oracles.flatMap(({ path }) => [...reachedFrom(path, importsOf)].filter(isJudged).map((to) => `${path} → ${to}`)),
    ).toEqual([]);
  });

  test('resource types do not know each other', () => {
    const across = edges('within').filter(({ path, target }) => {
      const [from, to] = [typeFolderOf(path), typeFolderOf(target)];
      return from !== undefined && to !== undefined && from !== to;
    });
    expect(sentences(across)).toEqual([]);
  });
});

describe('circles', () => {
  test('no files import each other in a circle, types included', () => {
    expect(
      circlesOf(
        files.map(({ path }) => path),
        importsOf,
      ),
    ).toEqual([]);
  });

  test('no folders import each other in a circle, types included', () => {
    const next = new Map(files.map(({ path }) => [folderOf(path), new Set<string>()]));
    for (const { path, imports } of files) {
      for (const to of imports) if (folderOf(to) !== folderOf(path)) next.get(folderOf(path))?.add(folderOf(to));
    }
    expect(circlesOf([...next.keys()], (folder) => [...(next.get(folder) ?? [])])).toEqual([]);
  });
});

describe('fences', () => {
  test.each(Object.entries(FENCES))('%s is imported only in its place', (pattern, places) => {
    const trespassers = files
      .filter(({ packages }) => packages.some((name) => covers(pattern, name)))
      .filter(({ path }) => !places.some((place) => isIn(place, path)));
    expect(trespassers.map(({ path }) => path)).toEqual([]);
  });

  test('every package has a fence', () => {
    const packages = new Set(files.flatMap((file) => file.packages).filter((name) => !name.startsWith('node:')));
    const patterns = Object.keys(FENCES);
    expect([...packages].filter((name) => !patterns.some((pattern) => covers(pattern, name)))).toEqual([]);
  });

  test.each(Object.entries(USES))('%s is used only where its reason stands', (use, places) => {
    const found = files.filter(({ uses }) => uses.includes(use as Use));
    expect(
      found.filter(({ path }) => !Object.keys(places).some((at) => isIn(at, path))).map(({ path }) => path),
    ).toEqual([]);
  });

  test('no exception outlives its reason', () => {
    const stale = Object.entries(USES).flatMap(([use, places]) =>
      Object.keys(places)
        .filter((place) => !files.some(({ path, uses }) => isIn(place, path) && uses.includes(use as Use)))
        .map((place) => `${use} in ${place}`),
    );
    expect(stale).toEqual([]);
  });

  test('nothing outside its folder speaks of one provider, but where a reason stands', () => {
    const speaks = ({ words }: SourceFile) => PROVIDER_WORDS.filter((word) => words.has(word));
    const found = files
      .filter(({ path }) => !PROVIDER_PLACES.some((place) => isIn(place, path)))
      .flatMap((file) => (speaks(file).length > 0 ? [[file.path, speaks(file).join()]] : []));
    const known = Object.keys(PROVIDER_WORDS_ELSEWHERE);
    expect(found.filter(([path]) => !known.includes(path as string))).toEqual([]);
    expect(known.filter((path) => !found.some(([other]) => other === path))).toEqual([]);
  });

  test('core is pure: no file, no network, no process', () => {
    const allowed = ['node:crypto'];
    const isClock = (path: string, name: string) => path === 'core/common/clock.ts' && name === 'node:os';
    const impure = files
      .filter(({ path }) => path.startsWith('core/'))
      .flatMap(({ path, packages }) =>
        packages
          .filter((name) => name.startsWith('node:') && !allowed.includes(name) && !isClock(path, name))
          .map((name) => `${path} → ${name}`),
      );
    expect(impure).toEqual([]);
  });

  test('markup that nothing escapes is ours, and stands where its reason does', () => {
    const raw = files.filter(({ text }) => text.includes('dangerouslySetInnerHTML')).map(({ path }) => path);
    expect(raw.sort()).toEqual(Object.keys(RAW_MARKUP).sort());
  });

  test('the transitions of a mark stand in core/mark: nothing else counts its revision up', () => {
    const counting = files.filter(
      ({ path, text }) => !path.startsWith('core/mark/') && /\b[mM]ark\w*\.revision \+ 1/.test(text),
    );
    expect(counting.map(({ path }) => path)).toEqual([]);
  });

  test('one file makes the keys of the state in Redis', () => {
    const elsewhere = files.filter(
      ({ path, text }) => path !== 'state/redis/keys.ts' && /['"`]holystone:(\{\$|control)/.test(text),
    );
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
  });

  // A worker keeps its modules, and one variable says which test runs: docs/fast-tests.md.
  test('no test replaces a module or the timers, or runs beside the others of its file', () => {
    const forbidden = /\bjest\.(mock|doMock|unstable_mockModule|resetModules|useFakeTimers)\(|\.concurrent\b[.(]/;
    const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.test.ts'),
    );
    const wrong = tests.filter((path) => forbidden.test(readFileSync(`test/${path}`, 'utf8')));
    expect({ some: tests.length > 0, wrong }).toEqual({ some: true, wrong: [] });
  });
});

describe('files', () => {
  test(`none is longer than ${LONGEST_FILE} lines`, () => {
    const long = files.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
    expect(long.filter(({ lines }) => lines > LONGEST_FILE)).toEqual([]);
  });

  test('every resource type is a folder with a handler, and is in the list, in alphabetical order', () => {
    const folders = files
      .map(({ path }) => /^handlers\/(\w+)\/types\/(\w+)\/handler\.ts$/.exec(path))
      .filter((m) => m !== null);
    const inFolders = folders.map(([, provider, type]) => `${provider} ${type}`).sort();
    const listed = handlers.map(({ provider, resourceType }) => `${provider} ${resourceType}`);
    expect(listed).toEqual(inFolders);
  });

  test('every Lua script has a header with its keys, arguments and answer, and the state store loads it', () => {
    const folder = new URL('../src/state/redis/lua/', import.meta.url);
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.lua'));
    const loaded = files.flatMap(({ text }) =>
      [...text.matchAll(/loadScript\(\s*'(\w+)'/g)].map(([, name]) => `${name}.lua`),
    );
    const header = /^--\[\[\n.*?\n\nKEYS {2}1 .*?\nARGV {2}.*?\nReply .*?\n\]\]\n/s;
    expect([...new Set(loaded)].sort()).toEqual(scripts.sort());
    expect(scripts.filter((name) => !readFileSync(new URL(name, folder), 'utf8').match(header))).toEqual([]);
  });
});

interface Edge {
  readonly path: string;
  readonly from: string;
  readonly target: string;
  readonly to: string;
}

/** Every import from one unit to another; or, `within`, all of them. */
function edges(which?: 'within'): readonly Edge[] {
  return files.flatMap((file) =>
    file.imports
      .map((target): Edge => ({ path: file.path, from: unitOf(file), target, to: unitOf({ path: target }) }))
      .filter(({ from, to }) => which === 'within' || from !== to),
  );
}

function unitOf({ path }: Pick<SourceFile, 'path'>): string {
  const slash = path.indexOf('/');
  return slash >= 0 ? path.slice(0, slash) : path;
}

function rankOf(unit: string): number {
  return RANKS[unit] ?? Number.POSITIVE_INFINITY;
}

/** `handlers/aws/image/…` → `handlers/aws/image`, where that folder is a resource type. */
function typeFolderOf(path: string): string | undefined {
  const folder = /^handlers\/\w+\/types\/\w+(?=\/)/.exec(path)?.[0];
  return folder !== undefined && files.some((file) => file.path === `${folder}/handler.ts`) ? folder : undefined;
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
}

function importsOf(path: string): readonly string[] {
  return importsByPath.get(path) ?? [];
}

/** Everything that a node leads to; itself only by way of others. */
function reachedFrom(node: string, next: (node: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (from: string) => {
    for (const to of next(from)) {
      if (seen.has(to)) continue;
      seen.add(to);
      visit(to);
    }
  };
  visit(node);
  return seen;
}

/** The groups of nodes in which each leads to all the others. */
function circlesOf(nodes: readonly string[], next: (node: string) => readonly string[]): readonly string[][] {
  const reach = new Map(nodes.map((node) => [node, reachedFrom(node, next)]));
  const together = (a: string, b: string) => reach.get(a)?.has(b) && reach.get(b)?.has(a);
  const circles = nodes.map((node) => nodes.filter((other) => together(node, other)));
  return [...new Map(circles.filter(({ length }) => length > 0).map((circle) => [circle.join(), circle])).values()];
}

function isJudged(path: string): boolean {
  return /^(core|handlers|lifecycle)\//.test(path) && !ESCAPING.includes(path);
}

function covers(pattern: string, name: string): boolean {
  return pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function isIn(place: string, path: string): boolean {
  return place.endsWith('/') || !place.endsWith('.ts') ? path.startsWith(place) : path === place;
}

function sentences(wrong: readonly Edge[]): readonly string[] {
  return wrong.map(({ path, target }) => `${path} imports ${target}`);
}
