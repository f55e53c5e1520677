/** The facts that the comparison of verdicts needs of a type. Neither the program nor the kits have a say in it. */
import type { World } from './world.ts';

/** A resource of the account, and the truth about it by construction. */
export interface Case {
  /** Of the resource. */
  readonly name: string;
  /** The evidence that has to find a user, alphabetically; empty: it has no user. */
  readonly kinds: readonly string[];
  /** Its tags. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Kept although it has no user. */
  readonly keptBy?: string;
  /** Its users are candidates themselves, so it waits for their deletion. */
  readonly isHeld?: true;
  /** Why Cloud Custodian says something else; absent: it says the same. */
  readonly custodian?: string;
}

/** Brings one case into the account, if that AWS can be brought into it. */
export type Attempt = (name: string, make: () => Promise<unknown>) => Promise<void>;

/** The questions to one `plan`. */
export interface Asked {
  /** Evidence of this type that is switched off. */
  readonly off: readonly string[];
  /** `evidence.sharing`, for images. */
  readonly sharing: string;
}

/** A resource as Cloud Custodian writes it down. */
export interface Selected {
  readonly [member: string]: unknown;
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
}

/** How one without a user is made, and how its reads and its deletion end. */
export interface One {
  /** @returns its id */
  make(world: World, name: string): Promise<string>;
  /** An id that does not exist. */
  readonly nowhere: string;
  /** The kind of the read of such an id, unless it is `gone`. */
  readonly missing?: RegExp;
  /** The kind of the read of one that was deleted, unless it is `gone`. */
  readonly deleted?: RegExp;
  /** The outcome of a second deletion, unless it is `gone`. */
  readonly again?: RegExp;
  /** Its deletion refuses one that is not in the quarantine of Holystone. */
  readonly onlyAfterQuarantine?: true;
  /** `false`: moto does not answer what identifies one, so it is read nowhere there. */
  readonly identifiedInMoto?: false;
  /** `false`: moto has no call that deletes one. */
  readonly deletedInMoto?: false;
  /** `false`: moto deletes it at a dry run. */
  readonly dryRun?: false;
  /** `false`: it carries no keep tag, or moto does not show tags that were written after it was made. */
  readonly tagsShown?: false;
}

/** One resource type: its part of the account, how each program is asked about it, and how its answer is shown. */
export interface TypeCases {
  /** Everything of the type in the account, also resources that the cases of other types make. */
  readonly cases: readonly Case[];
  /** The other types' cases need these: they are created before. */
  readonly isFirst?: true;
  /** Creates the cases; absent: other types create them. */
  make?(world: World, attempt: Attempt): Promise<void>;
  /** More keys of its entry in `cleanup`. */
  readonly entry?: string;
  /** Keys of `evidence` beside `off`. */
  evidence?(asked: Asked): string;
  readonly one: One;
  readonly custodian: {
    /** The policy, without its name. */
    readonly policy: string;
    nameOf(selected: Selected): unknown;
    /** Candidates that it does not select. */
    readonly misses?: readonly string[];
  };
  readonly moto: {
    /** Evidence that a case needs and moto 5.2 does not answer, and what it answers otherwise than AWS. */
    readonly cannotRead: readonly string[];
    /** Cases that it cannot be brought into. */
    readonly cannotMake?: readonly string[];
    /** Cases whose use it does not show, which stay unknown: it answers nothing that proves them unused. */
    readonly unknown?: readonly string[];
    /** Cases with another verdict of ours there, because it answers otherwise than AWS: with that verdict. */
    readonly verdicts?: Readonly<Record<string, string>>;
    /** Names of resources that it makes by itself, for others: no verdict on them is compared. */
    readonly brings?: RegExp;
    /** Cases with another answer of Cloud Custodian there, and the reason. */
    readonly otherwise?: Readonly<Record<string, string>>;
  };
  /** In the document. */
  readonly shown: {
    /** `Launch templates` */
    readonly many: string;
    /** `Launch template` */
    readonly one: string;
    readonly note?: string;
  };
}

/** The name that a person gave it in a tag. */
export function nameTag({ Tags }: Selected): string | undefined {
  return Tags?.find(({ Key }) => Key === 'Name')?.Value;
}
