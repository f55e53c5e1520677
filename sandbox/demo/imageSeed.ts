import type { ImageSeed, Place, SandboxControl } from '../aws/index.ts';
import { DEV, OWNERS } from './accounts.ts';
import { AGES_DAYS, DAY_MS, type Family, familiesOf, imageName, NEWEST_KEPT, ORPHANED, tagsOf } from './families.ts';
import { attachTerminated, IMAGE_USERS } from './imageUsers.ts';
import { kept, type SeededResource, type Truth, UNUSED } from './truth.ts';

interface Planned {
  readonly family: Family;
  readonly seed: ImageSeed;
  readonly truth: Truth;
}

export interface SeededImages {
  readonly resources: readonly SeededResource[];
  /** Auto Scaling groups created as users of the images, all in use. */
  readonly groups: readonly { readonly name: string; readonly stem: string }[];
}

/** All images of one place with their users. @param now ms since the epoch */
export function seedImages(control: SandboxControl, place: Place, now: number): SeededImages {
  const families = familiesOf(place.account);
  const orphaned = place.account === DEV.id && place.region === 'us-east-1' ? [ORPHANED] : [];
  const planned = [...families, ...orphaned].flatMap((family, index) => familyOf(family, now, index));
  const special = specials(families[0] as Family, now);
  const ids = control.addImages(
    place,
    [...planned, ...special].map(({ seed }) => seed),
  );
  const resources = [...planned, ...special].map(({ family, seed, truth }, index) =>
    resourceOf(place, ids[index] ?? '', seed, family, truth),
  );
  return attachUsers(control, place, now, resources);
}

/** One image per build; the newest are kept, used or not. */
function familyOf(family: Family, now: number, shift: number): readonly Planned[] {
  return AGES_DAYS.map((days, index): Planned => {
    const truth = index < NEWEST_KEPT ? kept('newest', `one of the newest ${NEWEST_KEPT} of its family`) : UNUSED;
    return { family, seed: aged(family, now, days + shift), truth };
  });
}

function aged(family: Family, now: number, days: number): ImageSeed {
  const CreationDate = new Date(now - days * DAY_MS);
  const Description = `${family.stem}, built by ${family.builtBy}`;
  const Name = imageName(family.stem, CreationDate);
  return { Name, Description, CreationDate: CreationDate.toISOString(), tags: tagsOf(family) };
}

/** Old images without a user that are kept for another reason, and two that look used and are not. */
function specials(owned: Family, now: number): readonly Planned[] {
  const one = (stem: string, days: number, change: ImageSeed, truth: Truth, tags = {}): Planned => {
    const family: Family = { ...owned, stem };
    const seed = aged(family, now, days);
    return { family, seed: { ...seed, ...change, tags: { ...seed.tags, ...tags } }, truth };
  };
  const young = [1, 3, 6, 12, 20].map((days) =>
    one('nightly', days, {}, kept('protected', 'it is younger than 30 days')),
  );
  const aFamilyOf = (stem: string) =>
    [47, 71, 103].map((days) => one(stem, days, {}, kept('newest', `one of the newest ${NEWEST_KEPT} of its family`)));
  return [
    ...young,
    // The family keeps these; the special ones below are older, so that only their own property keeps them.
    ...aFamilyOf('payroll'),
    one(
      'payroll',
      410,
      { DeregistrationProtection: 'enabled-without-cooldown' },
      kept('protected', 'deregistration protection'),
    ),
    one('payroll', 420, {}, kept('protected', 'tagged expiration_time: never'), { expiration_time: 'never' }),
    one('payroll', 430, {}, kept('protected', 'made by CloudFormation'), {
      'aws:cloudformation:stack-name': 'payroll',
    }),
    one('payroll', 440, {}, kept('protected', 'made by AWS Backup'), {
      'aws:backup:source-resource': 'i-0d4a1f2b3c4d5e6f7',
    }),
    one('payroll', 450, { State: 'pending' }, kept('protected', 'pending')),
    one(
      'payroll',
      460,
      { LastLaunchedTime: new Date(now - 4 * DAY_MS).toISOString() },
      kept('inUse', 'launched 4 days ago'),
    ),
    one('payroll', 470, {}, kept('protected', 'tagged holystone:keep'), { 'holystone:keep': 'always' }),
    one('golden-base', 480, {}, kept('protected', 'the configuration keeps names that begin with golden-')),
    one('payroll', 490, { State: 'disabled' }, UNUSED),
    one('payroll', 500, { LastLaunchedTime: new Date(now - 200 * DAY_MS).toISOString() }, UNUSED),
  ];
}

/** Assigns an old image to every kind of user, across the families. */
function attachUsers(
  control: SandboxControl,
  place: Place,
  now: number,
  resources: readonly SeededResource[],
): SeededImages {
  const groups: { name: string; stem: string }[] = [];
  const changed = new Map<string, SeededResource>();
  const free = resources.filter(({ truth, owner }) => truth.kind === 'unused' && owner !== OWNERS.gone);
  const otherImageId = resources[0]?.id ?? '';
  const contextOf = ({ id, name }: SeededResource) => {
    const stem = name.replace(/-\d{8}$/, '');
    return { control, place, imageId: id, stem, otherImageId, now };
  };
  IMAGE_USERS.forEach(({ why, attach }, index) => {
    const image = free[index * 2];
    if (!image) throw new Error('the seed has fewer old images than kinds of users');
    const context = contextOf(image);
    for (const name of attach(context)) groups.push({ name, stem: context.stem });
    changed.set(image.id, { ...image, truth: kept('inUse', `used by ${why}`) });
  });
  const last = free.at(-1);
  if (last && !changed.has(last.id)) attachTerminated(contextOf(last));
  return { resources: resources.map((resource) => changed.get(resource.id) ?? resource), groups };
}

function resourceOf(place: Place, id: string, seed: ImageSeed, family: Family, truth: Truth): SeededResource {
  const name = seed.Name ?? id;
  const owner = family.owner ?? OWNERS.fallback;
  const disabled = seed.State === 'disabled' ? { disabled: true as const } : {};
  return { ...place, type: 'image', id, name, owner, unowned: family.owner === undefined, truth, ...disabled };
}
