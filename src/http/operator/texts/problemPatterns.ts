/** The sentences in which Holystone reports a problem, in German; each pattern is that of a whole sentence. */

/** German as it stands, a `rest` that other patterns may know, or `english` words of a provider. */
export type Part = string | { readonly rest: string } | { readonly english: string };
type Pattern = readonly [pattern: RegExp, parts: (...groups: readonly string[]) => readonly Part[]];

const count = (number: string, one: string, other: string) => `${number} ${number === '1' ? one : other}`;
const comma = (number: string) => number.replace('.', ',').replace('%', ' %');
/** `a, b and c`; the names have no spaces. */
const listed = (names: string) => names.replace(/ and (\S+)$/, ' und $1');
const after = (rest: string): readonly Part[] => (rest === '' ? [] : ['; ', { rest }]);
const said = (words: string): readonly Part[] => [' (', { english: words }, ')'];

const SHARES: Readonly<Record<string, string>> = {
  'would be newly marked': 'würden neu markiert',
  'marks would be removed': 'Markierungen würden entfernt',
  'became due without a notice for this date': 'wurden ohne Nachricht für dieses Datum fällig',
};

/** Several tripwires stand one after the other. */
const TRIPWIRES: readonly Pattern[] = [
  [
    /^newMarks: (\d+) new marks?, more than (\d+)(?:; (.*))?$/s,
    (marks = '', limit = '', rest = '') => [
      `newMarks: ${count(marks, 'neue Markierung', 'neue Markierungen')}, mehr als ${limit}`,
      ...after(rest),
    ],
  ],
  [
    new RegExp(
      `^(\\w+Share): (\\d+) of (\\d+) \\(([\\d.]+%)\\) (${Object.keys(SHARES).join('|')}), more than ([\\d.]+%)(?:; (.*))?$`,
      's',
    ),
    (wire = '', part = '', whole = '', share = '', what = '', limit = '', rest = '') => [
      `${wire}: ${part} von ${whole} (${comma(share)}) ${SHARES[what]}, mehr als ${comma(limit)}`,
      ...after(rest),
    ],
  ],
  [
    /^shrunkBy: (the listing|evidence (\S+)) fell from (\d+) to (\d+), by more than ([\d.]+%)(?:; (.*))?$/s,
    (_what = '', source = '', before = '', now = '', limit = '', rest = '') => [
      `shrunkBy: ${source === '' ? 'die Aufzählung' : `Nachweis ${source}`} fiel von ${before} auf ${now}, um mehr als ${comma(limit)}`,
      ...after(rest),
    ],
  ],
  [
    /^the next mark pass will be blocked too: approve that one$/,
    () => ['der nächste Durchlauf „Markieren“ wird auch blockiert: Stimmen Sie jenem zu'],
  ],
  [
    /^no pass ran between (\S+) and (\S+), or a clock was set ahead, or an older state was restored$/,
    (from, to) => [
      `zwischen ${from} und ${to} lief kein Durchlauf, oder eine Uhr ging vor, oder ein älterer Stand wurde wiederhergestellt`,
    ],
  ],
  [
    /^(AWS|the sandbox) said (\S+) when the clock of the instance said (\S+): set it by NTP$/,
    (by = '', at, heardAt) => [
      `${by === 'AWS' ? by : 'die Sandbox'} nannte ${at}, als die Uhr der Instanz ${heardAt} zeigte: Stellen Sie sie per NTP`,
    ],
  ],
];

const READS: readonly Pattern[] = [
  [/^(.*?\(\d+ resources? (?:is|are) unknown\)); (.*)$/s, (one = '', rest = '') => [{ rest: one }, '; ', { rest }]],
  [
    /^(.*) \((\d+) resources? (?:is|are) unknown\)$/s,
    (rest = '', unknown = '') => [
      { rest },
      ` (${count(unknown, 'Ressource ist unbekannt', 'Ressourcen sind unbekannt')})`,
    ],
  ],
  [
    /^((?:[\w-]+, )*[\w-]+(?: and [\w-]+)?) could not be read in ([^:]+): (.*)$/s,
    (sources = '', where = '', rest = '') => [
      `${listed(sources)} nicht lesbar in ${listed(where).replace(/ locations\)$/, ' Orte)')}: `,
      { rest },
    ],
  ],
  [/^(\S+) could not be listed: (.*)$/s, (namespace, rest = '') => [`${namespace} war nicht aufzuzählen: `, { rest }]],
  [/^the read by id failed: (.*)$/s, (rest = '') => ['das Lesen nach der Id schlug fehl: ', { rest }]],
  [/^the read by id did not return it$/, () => ['das Lesen nach der Id ergab sie nicht']],
  [
    /^(\S+) is denied; allow it for (.*)$/s,
    (permission, rest = '') => [`${permission} ist verweigert; erlauben Sie es für `, { rest }],
  ],
  [
    /^the role (\S+) \((\w+) of account ([^()]+)\)$/,
    (role, key, account) => [`die Rolle ${role} (${key} des Kontos ${account})`],
  ],
  [
    /^the default credentials \(account ([^()]+) has no (\w+)\)$/,
    (account, key) => [`die voreingestellten Zugangsdaten (das Konto ${account} hat keine ${key})`],
  ],
  [
    /^(\S+) throttled (\S+); Holystone retries more slowly \((.*)\)$/s,
    (provider, call, words = '') => [
      `${provider} bremst ${call}; Holystone versucht es langsamer wieder`,
      ...said(words),
    ],
  ],
  [
    /^(\S+) did not answer (\S+); check the network and the endpoint \((.*)\)$/s,
    (provider, call, words = '') => [
      `${provider} antwortete nicht auf ${call}; prüfen Sie das Netz und den Endpunkt`,
      ...said(words),
    ],
  ],
  [/^(\w[\w.:-]*) failed \((.*)\)$/s, (call, words = '') => [`${call} schlug fehl`, ...said(words)]],
  // The read itself, such as `listing images in shop/us-east-1`, is in the words of its handler.
  [
    /^((?:listing|reading|looking|getting|describing) [^:;]+): (.*)$/s,
    (read = '', rest = '') => [{ english: read }, ': ', { rest }],
  ],
];

const COURSE: readonly Pattern[] = [
  [/^the window is closed$/, () => ['das Zeitfenster ist geschlossen']],
  [/^the window closed$/, () => ['das Zeitfenster endete']],
  [
    /^pace: (\d+) deletes? in this pass$/,
    (n = '') => [`pace: ${count(n, 'Löschung', 'Löschungen')} in diesem Durchlauf`],
  ],
  [
    /^(\d+) requests? failed in this pass$/,
    (n = '') => [`${count(n, 'Anfrage schlug', 'Anfragen schlugen')} in diesem Durchlauf fehl`],
  ],
  [/^(\d+) batch(?:es)? to come$/, (n = '') => [`${count(n, 'Gruppe folgt', 'Gruppen folgen')} noch`]],
  [
    /^a person said no: this batch and the later ones stay$/,
    () => ['ein Mensch hat abgelehnt: Diese Gruppe und die späteren bleiben'],
  ],
  [
    /^the evidence was too old before the requests were sent; Holystone reads it again$/,
    () => ['die Nachweise waren zu alt, bevor die Anfragen abgingen; Holystone liest sie neu'],
  ],
  [
    /^the survey did not finish within (\d+) s and changed nothing; the next one starts from the beginning with twice the time\. If that repeats, raise work\.budget$/,
    (seconds) => [
      `die Durchsicht wurde in ${seconds} s nicht fertig und änderte nichts; die nächste beginnt von vorn, mit doppelter Zeit. Wiederholt sich das, so erhöhen Sie work.budget`,
    ],
  ],
  [
    /^the survey did not finish within (\d+) s and changed nothing; (\d+) times work\.budget is the maximum: Holystone marks and deletes nothing here until you raise work\.budget and work\.deadline, or work\.callRateShare$/,
    (seconds, times) => [
      `die Durchsicht wurde in ${seconds} s nicht fertig und änderte nichts; das ${times}-fache von work.budget ist das Höchste: Holystone markiert und löscht hier nichts, bis Sie work.budget und work.deadline oder work.callRateShare erhöhen`,
    ],
  ],
  [
    /^(\d+) stored marks? cannot be read \((.*?)(?: and (\d+) more)?\): Holystone decides nothing about (?:it|them); see `([^`]*)`$/s,
    (n = '', names = '', more = '', command = '') => [
      `${count(n, 'gespeicherte Markierung ist', 'gespeicherte Markierungen sind')} nicht lesbar (${names}${more === '' ? '' : ` und ${more} weitere`}): Holystone entscheidet darüber nichts; siehe `,
      { english: `\`${command}\`` },
    ],
  ],
];

const MARKS_AND_MESSAGES: readonly Pattern[] = [
  [
    /^overdue: its owner has no valid notice yet$/,
    () => ['überfällig: Der Eigentümer hat noch keine gültige Nachricht'],
  ],
  [
    /^overdue: its stored mark has no keyed checksum; the next survey marks it again$/,
    () => [
      'überfällig: Die gespeicherte Markierung hat keine Prüfsumme mit Schlüssel; die nächste Durchsicht markiert neu',
    ],
  ],
  [
    /^another instance may still send its request: read by id again soon$/,
    () => ['eine andere Instanz sendet ihre Anfrage vielleicht noch: wird bald noch einmal anhand der ID gelesen'],
  ],
  [/^an earlier attempt failed: evaluated again$/, () => ['ein früherer Versuch schlug fehl: neu bewertet']],
  [
    /^it exists long after its deletion was requested: it may have been restored, and is evaluated again$/,
    () => [
      'es gibt sie noch lange nach der Anfrage zur Löschung: Sie ist vielleicht wiederhergestellt und wird neu bewertet',
    ],
  ],
  [
    /^(\S+) did not accept the message to (\S+): (.*)$/s,
    (server, recipient, words = '') => [`${server} nahm die Nachricht an ${recipient} nicht an: `, { english: words }],
  ],
  [/^dryRun is not false$/, () => ['dryRun ist nicht false']],
  [/^the entry does not set live: true$/, () => ['der Eintrag setzt nicht live: true']],
  [
    /^(dryRun is not false|the entry does not set live: true); (.*)$/s,
    (one = '', rest = '') => [{ rest: one }, '; ', { rest }],
  ],
  [/^the account "([^"]*)" is declared without id$/, (account) => [`das Konto „${account}“ ist ohne id angegeben`]],
];

/** The first pattern that matches a whole sentence translates it; a sentence without one stays English. */
export const GERMAN_PROBLEMS: readonly Pattern[] = [...TRIPWIRES, ...READS, ...COURSE, ...MARKS_AND_MESSAGES];
