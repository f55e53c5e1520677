/**
 * Images whose parts stand in several members: the repository in one, the tag in another, as charts, Flux, Argo CD and Kustomize write
 * them. What cannot be put together keeps the whole repository. Pure.
 */
import { parseDocument } from 'yaml';
import { ANY_PLACE, imageAliases, placeAlias, readReference } from './reference.ts';

/** Names of members, without capitals, `_` and `-`. */
const HOST = /registry$/;
const REPOSITORY = /^(?:image)?repo(?:sitory)?$|^repourl$|^newname$|^url$/;
const CHART = /^chart$/;
/** A scan of texts finds what these mean without a tag beside them. */
const IMAGE = /^(?:image(?:name)?|name)$/;
const TAG = /(?:tag|semver|digest|^version|imageversion|revision)$/;
const PLAIN_TAG = /^\w[\w.+-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** Only this is one version of a chart: `1.2` and `1.x` are ranges. */
const VERSION = /^v?\d+\.\d+\.\d+/;
const OCI = /^oci:\/\//i;
/** `oci://host/path`, without a tag. */
const PATH = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([\w.-]+(?::\d+)?(?:\/[\w.-]+)*)\/?$/i;
const WITH_HOST = /^(?:localhost|[^/]*[.:][^/]*)\//;
/** Longer texts than the values of any chart. */
const LONGEST_TEXT = 1_000_000;

type Members = Readonly<Record<string, unknown>>;

/**
 * The aliases of the images in a tree of values, also in YAML that stands in a text (`helm.values` of an Application).
 * @returns `host/repository:tag`, `host/repository@digest`, or `host/path/` for all that is at that path or below
 */
export function splitImagesIn(root: unknown): ReadonlySet<string> {
  const objects = [...membersIn(root)];
  const everywhere = objects.flatMap(hostsIn);
  return new Set(objects.flatMap((one) => imagesOf(one, everywhere)));
}

/** Each object in a tree, and each list of `{ name, value }` as one. */
function* membersIn(node: unknown): Generator<Members, void, undefined> {
  if (typeof node === 'string') yield* membersIn(treeIn(node));
  else if (Array.isArray(node)) {
    for (const one of node) yield* membersIn(one);
    yield* byPath(node);
  } else if (isMembers(node)) {
    yield node;
    for (const one of Object.values(node)) yield* membersIn(one);
  }
}

/** Parameters of a chart: `[{ name: image.tag, value: '1.2' }]`. */
function* byPath(list: readonly unknown[]): Generator<Members, void, undefined> {
  const groups = new Map<string, Record<string, unknown>>();
  for (const one of list) {
    if (!isMembers(one) || typeof one.name !== 'string' || one.value === undefined) continue;
    const dot = one.name.lastIndexOf('.');
    const group = groups.get(one.name.slice(0, Math.max(0, dot))) ?? {};
    group[one.name.slice(dot + 1)] = one.value;
    groups.set(one.name.slice(0, Math.max(0, dot)), group);
  }
  yield* groups.values();
}

/** Only where such a member may be: a cluster has many large texts that are no values, as dashboards. */
const HAS_REPOSITORY = /(?:repo(?:sitory|url)?|newname)["']?[ \t]{0,40}:/i;

function treeIn(text: string): unknown {
  if (!text.includes('\n') || !HAS_REPOSITORY.test(text) || text.length > LONGEST_TEXT) return undefined;
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  const tree: unknown = document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 100 });
  return typeof tree === 'object' ? tree : undefined;
}

function isMembers(node: unknown): node is Members {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

function hostsIn(members: Members): readonly string[] {
  return textsUnder(members, HOST).flatMap((text) => PATH.exec(text)?.[1] ?? []);
}

/** @param everywhere hosts that the tree names anywhere: `global.imageRegistry` of a chart */
function imagesOf(members: Members, everywhere: readonly string[]): readonly string[] {
  const named = textsUnder(members, REPOSITORY);
  const images = textsUnder(members, IMAGE).filter((text) => WITH_HOST.test(text));
  const charts = textsUnder(members, CHART);
  const both = isMembers(members.ref) ? [members, members.ref] : [members];
  const tags = both.flatMap((one) => textsUnder(one, TAG));
  const ranges = both.flatMap((one) => textsUnder(one, /semver$/));
  const exact = tags.filter((tag) => !ranges.includes(tag) && (charts.length === 0 || VERSION.test(tag)));
  const isWhole = exact.length < tags.length;
  // The repository of a release of Flux is an object of its own: any with the name of the chart may be meant.
  const anywhere = named.length > 0 ? [] : charts.map((chart) => `${ANY_PLACE}${chart}`);
  const places = [...named, ...images].flatMap((text) => placesIn(text, hostsIn(members), everywhere, charts));
  const whole = [...named, ...images].some((text) => OCI.test(text) && members.type !== 'oci') || 'tag' in members;
  const open = tags.length === 0 && (charts.length > 0 || whole || textsUnder(members, /^newname$/).length > 0);
  return [...places, ...anywhere].flatMap((place) => [
    ...exact.flatMap((tag) => referenceOf(place, tag)),
    ...(isWhole || open ? wholeOf(place) : []),
  ]);
}

function placesIn(
  text: string,
  own: readonly string[],
  everywhere: readonly string[],
  charts: readonly string[],
): readonly string[] {
  const path = PATH.exec(text)?.[1];
  if (path === undefined) return [];
  const hosts = own.length > 0 ? own : everywhere;
  const places = WITH_HOST.test(`${path}/`) || hosts.length === 0 ? [path] : hosts.map((host) => `${host}/${path}`);
  return charts.length === 0 ? places : places.flatMap((place) => charts.map((chart) => `${place}/${chart}`));
}

function referenceOf(place: string, tag: string): readonly string[] {
  if (DIGEST.test(tag)) return aliasesOf(`${place}@${tag}`);
  // A chart of version 1.2.3+4 has the tag 1.2.3_4: https://helm.sh/docs/topics/registries/
  return PLAIN_TAG.test(tag) ? aliasesOf(`${place}:${tag.replaceAll('+', '_')}`) : [];
}

function aliasesOf(text: string): readonly string[] {
  if (text.startsWith(ANY_PLACE)) return [text];
  const reference = readReference(text);
  return reference ? imageAliases(reference) : [];
}

function wholeOf(place: string): readonly string[] {
  if (place.startsWith(ANY_PLACE)) return [`${place}/`];
  const reference = readReference(place);
  return reference ? [placeAlias(reference)] : [];
}

/** Of the members with such a name; an empty one says nothing. */
function textsUnder(members: Members, name: RegExp): readonly string[] {
  return Object.entries(members).flatMap(([key, value]) => {
    if (!name.test(key.replaceAll(/[_-]/g, '').toLowerCase())) return [];
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : [];
  });
}
