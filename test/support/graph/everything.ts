/** Accounts with everything: each kind of user of each type, with its own resource. */
import { KITS } from '../../kits/index.ts';
import { images } from './images.ts';
import { IMAGE_USERS } from './imageUsers.ts';
import { type Everything, everythingOf, type Few } from './whole.ts';

/** By resource type. */
export const EVERYTHING: Readonly<Record<string, Everything>> = Object.fromEntries(
  KITS.map(({ type, users }) => [type, users.everything]),
);

/** A small account in which every source of a type keeps a resource that no other source keeps. */
export function aFewOf(type: string, isOptional: boolean): Few {
  const kit = KITS.find((known) => known.type === type);
  if (!kit) throw new Error(`there is no kit of ${type}`);
  return kit.users.few(isOptional);
}

/**
 * Users in another account that others read: their images need not be shared with that account, because any account may
 * read the name and launch the image.
 */
const READ_BY_OTHERS = /^parameter|^recipe|^container recipe/;

/** Images with nearly all users in another account; all but those named above are shared with that account. */
export const IN_ANOTHER_ACCOUNT: Everything = everythingOf(images, {
  images: [
    ...IMAGE_USERS.map(({ name, isExternal }) => ({
      is: 'plain' as const,
      sharedWith: READ_BY_OTHERS.test(name) || isExternal ? ('nobody' as const) : ('other' as const),
      report: 'none' as const,
    })),
    { is: 'plain', sharedWith: 'nobody', report: 'none' },
    { is: 'plain', sharedWith: 'other', report: 'none' },
  ],
  users: IMAGE_USERS.map((user, image) => ({ user, image, account: 'other' as const })),
  sharing: 'check',
  on: 'imageReferences',
});
