/**
 * The reasons of rules and the notes of handlers, which marks store in English, in German. A text that no pattern
 * matches, such as one from another version, stays in English.
 */
import type { Language } from '../../core/common/language.ts';

type German = readonly [pattern: RegExp, words: (...parts: readonly string[]) => string];

const UNITS: Readonly<Record<string, readonly [one: string, other: string]>> = {
  s: ['Sekunde', 'Sekunden'],
  m: ['Minute', 'Minuten'],
  h: ['Stunde', 'Stunden'],
  d: ['Tag', 'Tage'],
};

/** `412 days` or `90d` → `412 Tage`, `90 Tage`. */
function span(text: string): string {
  const [, number = '', unit = ''] = /^([\d.]+) ?([smhd])/.exec(text) ?? [];
  const [one, other] = UNITS[unit] ?? [text, text];
  return `${number.replace('.', ',')} ${number === '1' ? one : other}`;
}

/** The same after `seit`. */
const spanSince = (text: string) => span(text).replace(/Tage$/, 'Tagen');

const EXPIRES = '; die Lifecycle-Regel von ECR würde das Image ebenfalls löschen';

const GERMAN: readonly German[] = [
  [/^nothing uses it$/i, () => 'nichts benutzt sie'],
  [/^nothing else uses it$/i, () => 'nichts anderes benutzt sie'],
  [/^deleted after (.+)$/i, (users) => `sie wird gelöscht nach: ${users}`],
  [
    /^nothing uses it, as far as surveys can see: a use between two surveys leaves no trace$/i,
    () =>
      'nichts benutzt sie, soweit die Prüfungen es sehen: Eine Nutzung zwischen zwei Prüfungen hinterlässt keine Spur',
  ],
  [/^it is (.+) old, more than (.+)$/i, (age = '', most = '') => `sie ist ${span(age)} alt, mehr als ${span(most)}`],
  [/^it is not in source$/i, () => 'die Quelle nennt es nicht'],
  [/^the cleanup policy selects it$/i, () => 'die Aufräumregel wählt sie aus'],
  [/^it is (\d+ [a-z]+) old$/i, (age = '') => `sie ist ${span(age)} alt`],
  [
    /^it shares its digest with (.+): goes alone where the registry can; else stays$/i,
    (tags = '') =>
      `sie teilt ihren Digest mit ${tags.replace(/\((\d+) tags\)$/, '($1 Tags)')}: Sie wird allein gelöscht, wo die Registry das kann; sonst bleibt sie`,
  ],
  [
    /^only the garbage collection of the registry frees its space(?:: up to (.+))?$/i,
    (size) =>
      `Platz gibt erst die Garbage Collection der Registry frei${size ? `: bis zu ${size.replace('.', ',')}` : ''}`,
  ],
  [/^its tag (.+) has expired$/i, (tag) => `ihr Tag ${tag} ist abgelaufen`],
  [/^it has no instances$/i, () => 'sie hat keine Instanzen'],
  [/^no load balancer or target group is attached$/i, () => 'kein Load Balancer und keine Target Group ist angehängt'],
  [
    /^it has been disabled for (.+), more than (.+)$/i,
    (since = '', most = '') => `sie ist seit ${spanSince(since)} abgeschaltet, länger als ${span(most)}`,
  ],
  [
    /^it was made for the image (.+), which is gone, and nothing uses it$/i,
    (image) => `sie wurde für das Image ${image} angelegt, das es nicht mehr gibt, und nichts benutzt sie`,
  ],
  [/^its snapshot stays: (.+)$/i, (names) => `ihr Snapshot bleibt: ${names}`],
  [
    /^its snapshots stay: (.+)$/i,
    (names = '') => `ihre Snapshots bleiben: ${names.replace(/ and (\d+) more$/, ' und $1 weitere')}`,
  ],
  [
    /^all its versions go with it; the latest is (.+)$/i,
    (latest) => `alle ihre Versionen werden mit gelöscht; die neueste ist ${latest}`,
  ],
  [
    /^(?:it was made for the claim (\S+); )?its data goes with it \((.+)\); snapshots of it stay$/i,
    (claim, disk = '') =>
      `${claim ? `sie wurde für den Claim ${claim} angelegt; ` : ''}ihre Daten werden mit gelöscht (${disk.replace('of a type that is not known', 'von unbekanntem Typ')}); Snapshots davon bleiben`,
  ],
  [
    /^cluster (\S+) is gone(?:: no survey has found it for ([^;,]+))?(; Holystone never saw it alive)?(?:; there is a cluster \S+ in (\S+)(?: and (\d+) more)? \((.+)\): keep it if that one works in (\S+) too)?$/i,
    (name, since, never, elsewhere, more, part, here) =>
      `den Cluster ${name} gibt es nicht mehr${since ? `: Seit ${spanSince(since)} hat ihn keine Prüfung gefunden` : ''}${never ? '; Holystone hat ihn nie laufen sehen' : ''}${elsewhere ? `; einen Cluster ${name} gibt es in ${elsewhere}${more ? ` und ${more} weiteren` : ''} (${part}): Behalten, wenn er auch in ${here} arbeitet` : ''}`,
  ],
  [
    /^its listeners and their rules are deleted with it; its target groups, certificates and security groups are not\. A load balancer that is made again has another DNS name$/i,
    () =>
      'seine Listener und deren Regeln werden mit gelöscht; Target Groups, Zertifikate und Security Groups nicht. Ein neu angelegter hat einen anderen DNS-Namen',
  ],
  [
    /^its address (\S+) in (.+) is free afterwards$/i,
    (address, subnet = '') =>
      `die Adresse ${address} in ${subnet.replace('its subnet', 'ihrem Subnetz')} ist danach frei`,
  ],
  [
    /^the address (\S*) goes back to (\S+), which may give it to another account; then nobody can get it back$/i,
    (address, provider) =>
      `die Adresse ${address} geht an ${provider} zurück, das sie einem anderen Account geben kann; dann bekommt niemand sie wieder`,
  ],
  [
    /^the image goes with this tag, which is its last(; the lifecycle policy of ECR would expire the image too)?$/i,
    (expires) => `das Image wird mit diesem Tag gelöscht, seinem letzten${expires ? EXPIRES : ''}`,
  ],
  [
    /^the image stays, with the (tags?) ([^;]+?)(; the lifecycle policy of ECR would expire the image too)?$/i,
    (noun = '', tags = '', expires = '') =>
      `das Image bleibt, mit ${noun === 'tag' ? 'dem Tag' : 'den Tags'} ${tags.replace(/ and (\d+) more$/, ' und $1 weiteren')}${expires ? EXPIRES : ''}`,
  ],
  // Of the rule `attribute`, the only other one with this form.
  [
    /^((?!it )\S+ is .+)$/i,
    (facts = '') =>
      facts
        .split(', ')
        .map((fact) => fact.replace(' is ', ' ist '))
        .join(', '),
  ],
];

/** @returns the text in the language if it has one, with the language that it is in */
export function reasonIn(language: Language, reason: string): { readonly text: string; readonly language: Language } {
  if (language === 'en') return { text: reason, language };
  const parts = reason.split(', and ').map(german);
  if (parts.every((part) => part !== undefined)) return { text: parts.join(', und '), language };
  const whole = german(reason);
  return whole === undefined ? { text: reason, language: 'en' } : { text: whole, language };
}

function german(reason: string): string | undefined {
  const end = reason.endsWith('.') ? '.' : '';
  for (const [pattern, words] of GERMAN) {
    const found = pattern.exec(end === '' ? reason : reason.slice(0, -1));
    if (found) return `${words(...found.slice(1))}${end}`;
  }
  return undefined;
}
