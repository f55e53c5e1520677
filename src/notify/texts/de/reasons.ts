import type { GoneCluster, Named, Reason, ReasonCatalogue, Span } from '../../../core/common/reason.ts';

const UNITS = {
  second: ['Sekunde', 'Sekunden'],
  minute: ['Minute', 'Minuten'],
  hour: ['Stunde', 'Stunden'],
  day: ['Tag', 'Tage'],
} as const;

const span = ({ count, unit }: Span) => `${String(count).replace('.', ',')} ${UNITS[unit][count === 1 ? 0 : 1]}`;
/** The same after `seit`. */
const spanSince = (since: Span) => span(since).replace(/Tage$/, 'Tagen');
const listed = ({ names, more }: Named, others = 'weitere') =>
  `${names.join(', ')}${more > 0 ? ` und ${more} ${others}` : ''}`;

const ANOTHER_NAME = 'Ein neu angelegter hat einen anderen DNS-Namen';

/** Every reason in German; words of a provider stay as they are. */
export const germanReasons: ReasonCatalogue = {
  and: ({ all }, words) => all.map(words).join(', und '),
  words: ({ words }) => words,
  unused: ({ isElse, isByRecord }) =>
    `nichts ${isElse ? 'anderes ' : ''}benutzt sie${isByRecord ? ', soweit die Prüfungen es sehen: Eine Nutzung zwischen zwei Prüfungen hinterlässt keine Spur' : ''}`,
  older: ({ age, moreThan }) => `sie ist ${span(age)} alt, mehr als ${span(moreThan)}`,
  aged: ({ age }) => `sie ist ${span(age)} alt`,
  attributes: ({ facts }) =>
    facts
      .map(({ path, value, compared }) =>
        value === undefined ? `${path} fehlt` : `${path} ist ${value}${compared === undefined ? '' : ` (${compared})`}`,
      )
      .join(', '),
  expired: ({ tag, value }) => `ihr Tag ${tag}=${value} ist abgelaufen`,
  noInstances: () => 'sie hat keine Instanzen',
  noBalancer: () => 'kein Load Balancer und keine Target Group ist angehängt',
  disabled: ({ age, moreThan }) => `sie ist seit ${spanSince(age)} abgeschaltet, länger als ${span(moreThan)}`,
  noTag: () => 'kein Tag nennt sie, und kein anderes Manifest ihres Repositorys',
  imageGone: ({ image }) => `sie gehört zum Image ${image}, das die Registry nicht mehr hat`,
  databaseGone: ({ name }) =>
    `sie wurde von der Datenbank ${name} gemacht, die es nicht mehr gibt, und nichts benutzt sie`,
  volumeGone: ({ volume }) => `das Volume ${volume}, von dem sie gemacht wurde, gibt es nicht mehr`,
  madeForImage: ({ image, goesFirst }) =>
    goesFirst
      ? `sie wurde für das Image ${image} angelegt, das vorher gelöscht wird, und sonst benutzt sie nichts`
      : `sie wurde für das Image ${image} angelegt, das es nicht mehr gibt, und nichts benutzt sie`,
  clustersGone: ({ clusters }, words) => clusters.map((cluster) => gone(cluster, words)).join(', '),
  notInState: ({ workspace }) => `sie trägt das Tag des Workspace ${workspace}, und kein State von Terraform nennt sie`,
  stackGone: ({ stack }) => `ihr Stack ${stack} ist gelöscht und ließ sie zurück`,
  clusterMayBeGone: () => 'ihren Cluster gibt es vielleicht nicht mehr',
  clusterElsewhere: ({ name, vpc, more, part, here }) =>
    `einen Cluster ${name} gibt es in ${vpc}${more > 0 ? ` und ${more} weiteren` : ''} (${part}): Behalten, wenn er auch in ${here} arbeitet`,
  clusterBeside: ({ name, part, others }) =>
    `daneben ${others.names.length + others.more === 1 ? 'lebt' : 'leben'} ${listed(others)} (${part}): Behalten, wenn dieser Cluster sich ${name} nennt`,
  clusterAsleep: ({ name, part, more }) =>
    `EKS hat keinen Cluster ${name}, und nur ${part}${more > 0 ? ` und ${more} weitere haben` : ' hat'} sein Tag: Behalten, wenn es kein Cluster von EKS ist und er schläft`,
  judged: ({ match }) =>
    match === undefined ? 'der Eintrag ohne `match` beurteilt sie' : `der Eintrag ${match} beurteilt sie`,
  notInSource: () => 'die Quelle nennt es nicht',
  selected: () => 'die Aufräumregel wählt sie aus',
  shared: ({ names, count }) =>
    `sie teilt ihren Digest mit ${names.join(', ')}${count > names.length ? ` (${count} Tags)` : ''}: Sie wird allein gelöscht, wo die Registry das kann; sonst bleibt sie`,
  followed: (named) => `was zu ihr gehört, wird gelöscht, sobald es ihr Image nicht mehr gibt: ${listed(named)}`,
  markedElsewhere: ({ on }) => `ein anderes Werkzeug markierte sie am ${on.split('-').toReversed().join('.')}`,
  after: ({ users }) => `sie wird gelöscht nach: ${users.join(', ')}`,
  snapshotsStay: (named) =>
    `${named.names.length + named.more === 1 ? 'ihr Snapshot bleibt' : 'ihre Snapshots bleiben'}: ${listed(named)}`,
  snapshotsMayFollow: (named) =>
    `${named.names.length + named.more === 1 ? 'ihr Snapshot kann ihr folgen und wird dann eigens angekündigt und gelöscht' : 'ihre Snapshots können ihr folgen, und jeder wird dann eigens angekündigt und gelöscht'}: ${listed(named)}`,
  snapshotsFollow: ({ go, others }) =>
    `${go.names.length + go.more === 1 ? 'ihr Snapshot wird' : 'ihre Snapshots werden'} nach ihr gelöscht: ${listed(go)}${others.names.length + others.more === 0 ? '' : `; die anderen bleiben, wenn sie nicht eigens angekündigt werden: ${listed(others)}`}`,
  numberGone: ({ number, template }) =>
    `EC2 vergibt die Nummer ${number} von ${template} nicht noch einmal: Wiederhergestellt werden ihre Daten zur neuesten Version, unter einer neuen Nummer`,
  versionsGo: ({ latest }) => `alle ihre Versionen werden mit gelöscht; die neueste ist ${latest}`,
  dataGoes: ({ claim, gibibytes, type = 'von unbekanntem Typ', zone }) =>
    `${claim === undefined ? '' : `sie wurde für den Claim ${claim} angelegt; `}ihre Daten werden mit gelöscht (${gibibytes === undefined ? '' : `${gibibytes} GiB `}${type}${zone === undefined ? '' : ` in ${zone}`}); Snapshots davon bleiben`,
  volumesGo: ({ go, stay }) => {
    const image = 'vorher wird ein Image von ihr angelegt, das bleibt: es enthält die Daten aller ihrer Volumes';
    const going = go.names.length === 0 ? 'kein Volume wird mit gelöscht' : `mit gelöscht: ${listed(go)}`;
    return `${going}; ${stay.names.length === 0 ? '' : `ihre anderen Volumes bleiben und kosten Geld: ${listed(stay)}; `}${image}`;
  },
  onlyStops: () =>
    'sie wird nur gestoppt: Was nur in ihrem Arbeitsspeicher steht, geht verloren, sonst nichts; ihre Volumes und Adressen bleiben und kosten, was sie kosten, und wer sie braucht, startet sie wieder, soweit ihr Anbieter dann Platz für ihren Typ hat',
  onlyStopsFor: ({ days }) =>
    `sie wird nur gestoppt: Ihre Daten, ihr Speicher und ihre Backups bleiben und kosten, was sie kosten; ihr Anbieter startet sie nach ${days} Tagen von selbst wieder, und wer sie vorher braucht, startet sie`,
  onlyPauses: () =>
    'es wird nur angehalten: Seine Abfragen enden, und sonst geht nichts verloren als Tabellen, die ohne Backups angelegt wurden; seine Daten und seine Snapshots bleiben und kosten, was sie kosten, und wer es braucht, setzt es fort, soweit sein Anbieter dann Platz für seine Knoten hat',
  tasksStop: () =>
    'er wird nur gestoppt: Seine Tasks enden, und was nur in ihrem Arbeitsspeicher oder auf ihren eigenen Platten steht, geht verloren; der Dienst, seine Einstellungen, seine Load Balancer und seine Logs bleiben und kosten, was sie kosten, seine Skalierung ruht, und wer ihn braucht, fordert seine Tasks wieder an',
  listenersGo: () =>
    `seine Listener und deren Regeln werden mit gelöscht; Target Groups, Zertifikate und Security Groups nicht. ${ANOTHER_NAME}`,
  hooksGo: () =>
    'ihre Lifecycle Hooks, Benachrichtigungen und Skalierungsrichtlinien werden mit gelöscht; Launch Template, Load Balancer und Topics nicht',
  policiesGo: () =>
    `seine Listener und Policies werden mit gelöscht; Zertifikate und Security Groups nicht. ${ANOTHER_NAME}`,
  finalDeletion: () => 'die Löschung ist endgültig: nichts bringt die Daten zurück',
  exportedFirst: ({ address }) =>
    `ihre Ereignisse werden vorher nach ${address} exportiert und bleiben dort; nichts bringt sie in eine Log-Gruppe zurück`,
  backupsGo: ({ days }) =>
    `mit ihm gelöscht: seine automatischen Backups${days === undefined ? '' : ` (${days === 1 ? 'des letzten Tages' : `der letzten ${days} Tage`})`}; andere Backups davon bleiben und kosten weiter`,
  addressFree: ({ address, subnet = 'ihrem Subnetz' }) => `die Adresse ${address} in ${subnet} ist danach frei`,
  addressReturned: ({ address, provider }) =>
    `die Adresse ${address} geht an ${provider} zurück, das sie einem anderen Account geben kann; dann bekommt niemand sie wieder`,
  addressesStay: (named) =>
    `${listed(named)} ${named.names.length + named.more === 1 ? 'bleibt' : 'bleiben'} reserviert, damit es wieder eines mit derselben Adresse geben kann, und kosten bis zur Freigabe`,
  imageTagged: ({ expires, ...named }) =>
    `${tagged(named)}${expires ? '; die Lifecycle-Regel von ECR würde das Image ebenfalls löschen' : ''}`,
  tagsGo: ({ names, more = 0 }) =>
    names.length === 0
      ? 'kein Tag nennt es'
      : `mit ihm ${names.length + more === 1 ? 'wird sein Tag' : 'werden seine Tags'} gelöscht: ${listed({ names, more })}`,
  objectsGo: ({ names, more = 0 }) => `mit ihm gelöscht: ${listed({ names, more })}`,
  partsGo: () => 'ihre Teile, die kein Tag und kein anderer Index nennt, werden mit gelöscht',
  collectedLater: ({ upTo }) =>
    `Platz gibt erst die Garbage Collection der Registry frei${upTo === undefined ? '' : `: bis zu ${upTo.replace('.', ',')}`}`,
};

function gone({ name, age, neverSeen, cautions = [] }: GoneCluster, words: (reason: Reason) => string): string {
  const since = age === undefined ? '' : `: Seit ${spanSince(age)} hat ihn keine Prüfung gefunden`;
  const seen = neverSeen ? '; Holystone hat ihn nie laufen sehen' : '';
  return `den Cluster ${name} gibt es nicht mehr${since}${seen}${cautions.map((one) => `; ${words(one)}`).join('')}`;
}

function tagged(named: Named): string {
  const { names, more } = named;
  if (names.length === 0) return 'das Image wird mit diesem Tag gelöscht, seinem letzten';
  return `das Image wird mit dem letzten seiner Tags gelöscht; es hat auch ${names.length + more === 1 ? 'den Tag' : 'die Tags'} ${listed(named, 'weitere')}`;
}
