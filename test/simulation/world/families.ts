/** The types of resources that a run may have: how one comes to be, what takes it into use, and how its deletion is asked for. */
import type { Place, SandboxControl } from '../../../sandbox/aws/index.ts';

const DAY = 86_400_000;

export interface Family {
  /** Keys of its entry under `cleanup`. */
  readonly entry: string;
  /** Creates unused resources. @returns their ids, as the program knows them */
  make(control: SandboxControl, place: Place, count: number, now: number): readonly string[];
  /** Something that the program reads uses it from now on. */
  use(control: SandboxControl, place: Place, id: string): void;
  ids(control: SandboxControl, place: Place): readonly string[];
  /** Another resource takes its name; absent: ids name one for ever. */
  renew?(control: SandboxControl, place: Place, id: string, now: number): void;
}

const owner = (at: number) => ({ owner: `own${at % 3}@example.com` });
const UNUSED = 'unusedFor: off, when: [{ rule: unused }]';

export const FAMILIES = {
  image: {
    entry: `${UNUSED}, keepNewest: off`,
    make: (control, place, count, now) =>
      control.addImages(
        place,
        each(count, (at) => ({
          Name: `app-${String.fromCharCode(97 + at)}`,
          CreationDate: new Date(now - 100 * DAY).toISOString(),
          tags: owner(at),
        })),
      ),
    use: (control, place, ImageId) => void control.addInstances(place, [{ ImageId }]),
    ids: (control, place) => control.state(place).images.map(({ ImageId = '' }) => ImageId),
  },
  ecrTag: {
    entry: 'nameRegexDelete: "v.*", allowDeleteAll: true, olderThan: 30d',
    make: (control, place, count, now) => {
      const pushedAt = new Date(now - 100 * DAY);
      return control.addEcrTags(
        place,
        each(count, (at) => ({ repository: 'shop', tag: `v${at}`, salt: `${at}`, pushedAt })),
      );
    },
    use: (control, place, id) => {
      const ImageUri = `${place.account}.dkr.ecr.${place.region}.amazonaws.com/${id}`;
      control.addFunctions(place, [{ FunctionName: id.replace(':', '-'), PackageType: 'Image', code: { ImageUri } }]);
    },
    renew: (control, place, id, now) => {
      const [repository = '', tag = ''] = id.split(':');
      const pushedAt = new Date(now - 100 * DAY);
      control.addEcrTags(place, [{ repository, tag, salt: `another ${tag}`, pushedAt }]);
    },
    ids: (control, place) => control.state(place).ecrTags.map(({ repository, tag }) => `${repository}:${tag}`),
  },
} satisfies Readonly<Record<'image' | 'ecrTag', Family>> as Readonly<Record<'image' | 'ecrTag', Family>>;

export type FamilyName = keyof typeof FAMILIES;

const DELETIONS: readonly { readonly action: RegExp; readonly ids: (body: string) => readonly string[] }[] = [
  { action: /^DeregisterImage$/, ids: (body) => matches(body, /(?:^|&)ImageId=([\w-]+)/g) },
  {
    action: /\.BatchDeleteImage$/,
    ids: (body) => {
      const { repositoryName, imageIds } = JSON.parse(body) as {
        readonly repositoryName: string;
        readonly imageIds: readonly { readonly imageTag: string }[];
      };
      return imageIds.map(({ imageTag }) => `${repositoryName}:${imageTag}`);
    },
  },
];

/** Resources that a request would delete; empty: it deletes none. */
export function deletedBy(action: string, body: string): readonly string[] {
  if (body.includes('DryRun=true')) return [];
  return DELETIONS.find((one) => one.action.test(action))?.ids(body) ?? [];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

function each<T>(count: number, make: (at: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}
