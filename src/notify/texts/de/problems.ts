import type { PageTexts } from '../common/pageTexts.ts';

/** The problems by their codes; details that no text here replaces stay in English. */
export const deProblems: PageTexts['problems'] = {
  badRequest: { title: 'Die Anfrage ist nicht gültig' },
  unauthorized: { title: 'Es wird ein Token gebraucht' },
  signInFailed: { title: 'Die Anmeldung ist nicht gelungen' },
  noRights: { title: 'Sie haben hier keine Rechte' },
  foreignHost: { title: 'Nur Anfragen an diesen Rechner unter seinem eigenen Namen sind erlaubt' },
  crossSite: { title: 'Änderungen von einer anderen Website werden abgelehnt' },
  wrongMethod: { title: 'Diese Adresse nimmt diese Methode nicht an' },
  unknownNamespace: { title: 'Diesen Namensraum gibt es in der Konfiguration nicht' },
  unknownId: { title: 'Diese Id ist unbekannt' },
  invalidConfiguration: { title: 'Die Konfiguration ist nicht gültig' },
  conflict: { title: 'Der Zustand hat sich inzwischen geändert' },
  headersTooLarge: { title: 'Die Adresse oder ein Header ist zu groß' },
  timeout: { title: 'Die Anfrage hat zu lange gedauert' },
  tooManyRequests: { title: 'Zu viele Anfragen' },
  forbidden: { title: 'Das ist nicht erlaubt' },
  notFound: { title: 'Diese Seite gibt es nicht', detail: 'Prüfen Sie, ob der Link vollständig ist.' },
  tooLarge: { title: 'Die Anfrage ist zu groß' },
  mediaType: { title: 'Inhalt dieser Art wird nicht unterstützt' },
  internal: {
    title: 'Interner Fehler',
    detail: 'Die Ursache steht im Protokoll; fragen Sie Ihren Betreiber, und nennen Sie die Nummer der Anfrage.',
  },
  upstream: { title: 'Ein benötigter Dienst antwortet nicht' },
  storeUnavailable: {
    title: 'Der Speicher antwortet gerade nicht',
    detail: 'Soweit bekannt, hat sich nichts geändert. Versuchen Sie es gleich noch einmal.',
  },
};
