/** One resource type for the generic suites: how to create it in the sandbox, and how AWS reads and deletes it. */
import type { Place, SandboxControl } from '../../sandbox/aws/index.ts';
import type { AwsType } from '../support/awsTypes.ts';
import type { Users } from '../support/graph/whole.ts';

export interface Kit {
  readonly type: AwsType;
  /** Creates `count` unused resources. @returns their ids, as the handler knows them */
  make(control: SandboxControl, place: Place, count: number): readonly string[];
  /** With each it makes others of the type, which the listing has too. */
  readonly hasOthers?: true;
  /** Removes one without a call; absent: the sandbox has a kind of this name. */
  gone?(control: SandboxControl, place: Place, id: string): void;
  /** Creates one with tags. @returns its id; absent: the type has no tags */
  tagged?(control: SandboxControl, place: Place, tags: Readonly<Record<string, string>>): string;
  /** It costs nothing of its own; absent: it does. */
  readonly isFree?: true;
  /** Other accounts may use it, or name it: a survey reads them, too. Absent: only its own account can use it. */
  readonly othersMayUse?: true;
  /** Each kind of user, how to create it, and the correct verdict. */
  readonly users: Users;
  readonly listing: {
    /** `ec2:DescribeVolumes`, which also reads by id. */
    readonly call: string;
    /** Items per page; absent: AWS returns everything at once. */
    readonly size?: number;
    /** The fixed input of every page request. */
    readonly asks?: Readonly<Record<string, unknown>>;
    /** Calls without which nothing can be listed, for example to find where to list. */
    readonly also?: readonly string[];
  };
  /** The call that reads by id; absent: the listing. `isHead`: it reads one at a time, and its answer has no body. */
  readonly reads?: { readonly call: string; readonly isHead?: true };
  /**
   * The state of an id that AWS omits from a reply: `unknown` when AWS returns an error for a missing id, `gone` when
   * it omits a missing one. Absent: a read of one id cannot omit it.
   */
  readonly leftOut?: 'unknown' | 'gone';
  /** For a type that AWS knows by name: a new resource may take the name. */
  readonly named?: {
    /** Creates one with this name. */
    make(control: SandboxControl, place: Place, name: string): void;
    /** Names per read request. */
    readonly size: number;
    /** AWS's text in a ValidationError when no resource has the name; absent: the deletion of a missing one succeeds. */
    notFound?(name: string): string;
  };
  readonly deleting: {
    /** `ec2:DeleteVolume` */
    readonly call: string;
    /** The rate limit bucket of AWS for the call. */
    readonly bucket: string;
    /** The whole input of the request. */
    input(id: string): Readonly<Record<string, unknown>>;
    /** The meaning of its success. */
    readonly done: 'accepted' | 'deleted';
    /** AWS supports DryRun for it. */
    readonly dryRun: boolean;
    /** AWS's code for a first request, which is refused as long as parts of it are there; absent: the first one deletes it. */
    readonly refusedFirst?: string;
    /** Brings one into the state in which its quarantine leaves it; absent: it may be deleted as it is. */
    ready?(control: SandboxControl, place: Place, id: string): void;
  };
}

/** `count` seeds, each made for its index. */
export function times<T>(count: number, seed: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => seed(index));
}

/** `ec2:DescribeVolumes` → `DescribeVolumes` */
export function operationOf(call: string): string {
  return call.slice(call.indexOf(':') + 1);
}
