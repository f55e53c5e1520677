import { numbersIn, type Texts } from './texts.ts';

const english = numbersIn('en');
const german = numbersIn('de');

const en = {
  title: 'Instances',
  notReady: 'Not ready:',
  none: 'No instance announced itself in the last 30 seconds.',
  columns: {
    instance: 'Instance',
    version: 'Version',
    started: 'Started',
    beat: 'Last heartbeat',
    places: 'At once',
    configuration: 'Configuration',
    control: 'Control',
  },
  obeys: 'obeys the last change',
  disobeys: 'does not obey the last change',
  unknown: 'unknown',
  work: 'Work of the fleet',
  facts: { waiting: 'Waiting', active: 'Running', delayed: 'Delayed', capacity: 'At once, at most' },
  noQueue: 'No instance published the depth of the queue yet.',
  paused: 'paused',
  provider: (name: string) => `At once at ${name}`,
  calls: 'Calls to providers',
  callsOf: (name: string, since: string) => `${name}, since its start ${since}`,
  noCalls: 'No instance called a provider since its start.',
  service: 'Service',
  sent: 'Calls',
  throttled: 'Throttled',
  share: 'Share',
  more: (count: number) => `${english.pluralize(count, 'further service', 'further services')} with fewer calls`,
  different: 'Different configurations',
  same: 'All instances run with the same configuration.',
  pauses: 'Nothing is deleted in these namespaces until the instances agree.',
  namespace: 'Namespace',
};

const de: typeof en = {
  title: 'Instanzen',
  notReady: 'Nicht bereit:',
  none: 'In den letzten 30 Sekunden hat sich keine Instanz gemeldet.',
  columns: {
    instance: 'Instanz',
    version: 'Version',
    started: 'Gestartet',
    beat: 'Letzter Herzschlag',
    places: 'Zugleich',
    configuration: 'Konfiguration',
    control: 'Steuerung',
  },
  obeys: 'folgt der letzten Änderung',
  disobeys: 'folgt der letzten Änderung nicht',
  unknown: 'unbekannt',
  work: 'Arbeit der Flotte',
  facts: { waiting: 'Wartet', active: 'Läuft', delayed: 'Verzögert', capacity: 'Zugleich, höchstens' },
  noQueue: 'Noch hat keine Instanz die Länge der Warteschlange gemeldet.',
  paused: 'angehalten',
  provider: (name) => `Zugleich bei ${name}`,
  calls: 'Aufrufe der Anbieter',
  callsOf: (name, since) => `${name}, seit dem Start ${since}`,
  noCalls: 'Keine Instanz hat seit ihrem Start einen Anbieter aufgerufen.',
  service: 'Dienst',
  sent: 'Aufrufe',
  throttled: 'Gebremst',
  share: 'Anteil',
  more: (count) =>
    german.form(
      count,
      '1 weiterer Dienst mit weniger Aufrufen',
      `${german.number(count)} weitere Dienste mit weniger Aufrufen`,
    ),
  different: 'Verschiedene Konfigurationen',
  same: 'Alle Instanzen laufen mit derselben Konfiguration.',
  pauses: 'In diesen Namensräumen wird nichts gelöscht, bis die Instanzen übereinstimmen.',
  namespace: 'Namensraum',
};

/** For the list of live instances. */
export const instancesTexts: Texts<typeof en> = { en, de };
