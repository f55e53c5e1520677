/** One resource type as the generic suites need to know it: how one is made in the sandbox, and how AWS reads and deletes it. */
import type { Place, SandboxControl } from '../../sandbox/aws/index.ts';
import type { Users } from '../support/graph/whole.ts';

export interface Kit {
  /** As a handler names its type, and the sandbox's control its kind. */
  readonly type: Parameters<SandboxControl['remove']>[1];
  /** Makes so many that nobody uses. @returns their ids, as the handler knows them */
  make(control: SandboxControl, place: Place, count: number): readonly string[];
  /** Makes one with tags. @returns its id; absent: the type has no tags */
  tagged?(control: SandboxControl, place: Place, tags: Readonly<Record<string, string>>): string;
  /** Each kind of user of it, how that is made, and which verdict must come of it. */
  readonly users: Users;
  readonly listing: {
    /** `ec2:DescribeVolumes`, which also reads by id. */
    readonly call: string;
    /** How many come in a page. */
    readonly size: number;
    /** What every request for a page asks. */
    readonly asks?: Readonly<Record<string, unknown>>;
  };
  /**
   * What an id is that AWS leaves out of an answer: `unknown` where AWS names an error for one that is not there, `gone`
   * where it leaves such a one out.
   */
  readonly leftOut: 'unknown' | 'gone';
  /** Of a type that AWS knows by name: another one may take it. */
  readonly named?: {
    /** Makes one of this name. */
    make(control: SandboxControl, place: Place, name: string): void;
    /** How many names a request reads. */
    readonly size: number;
    /** What AWS says in a ValidationError where nobody has the name. */
    notFound(name: string): string;
  };
  readonly deleting: {
    /** `ec2:DeleteVolume` */
    readonly call: string;
    /** The bucket that AWS counts it in. */
    readonly bucket: string;
    /** The whole input of the request. */
    input(id: string): Readonly<Record<string, unknown>>;
    /** What its success says. */
    readonly done: 'accepted' | 'deleted';
    /** AWS can be asked with DryRun. */
    readonly rehearsed: boolean;
  };
}

/** So many seeds, each its own. */
export function times<T>(count: number, seed: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => seed(index));
}

/** `ec2:DescribeVolumes` → `DescribeVolumes` */
export function operationOf(call: string): string {
  return call.slice(call.indexOf(':') + 1);
}
