import type { AccountState } from '@aws-sdk/client-organizations';

/** Units of an organisation, each with its direct accounts. An account id need not be an account of the sandbox. */
interface OrganizationalUnitSeed {
  /** `ou-abcd-12345678` */
  readonly id: string;
  readonly name?: string;
  readonly accounts?: readonly string[];
  readonly units?: readonly OrganizationalUnitSeed[];
}
export interface OrganizationSeed {
  /** `o-1234567890` */
  readonly id: string;
  /** In the root. */
  readonly managementAccount: string;
  /** Delegated administrators, which may also list it. */
  readonly delegated?: readonly string[];
  /** In the root. */
  readonly accounts?: readonly string[];
  readonly units?: readonly OrganizationalUnitSeed[];
  /** Accounts that are not `ACTIVE`. */
  readonly states?: Readonly<Record<string, AccountState>>;
  /** Accounts with another name than `account-<id>`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Tags of accounts, by id. */
  readonly tags?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A parent of accounts: the root or a unit. */
export interface OrganizationNode {
  readonly id: string;
  readonly name: string;
  readonly parent?: OrganizationNode;
}

const ROOT = 'r-abcd';

/** An organisation with its accounts and their parents. */
export class Organization {
  readonly id: string;
  readonly managementAccount: string;
  readonly nodes = new Map<string, OrganizationNode>();
  /** The parent of each account, in the order of listings. */
  readonly parents = new Map<string, OrganizationNode>();
  readonly states: Readonly<Record<string, AccountState>>;
  readonly names: Readonly<Record<string, string>>;
  readonly tags: NonNullable<OrganizationSeed['tags']>;
  readonly #administrators: ReadonlySet<string>;

  constructor(seed: OrganizationSeed) {
    const {
      id,
      managementAccount,
      delegated = [],
      accounts = [],
      units = [],
      states = {},
      names = {},
      tags = {},
    } = seed;
    this.tags = tags;
    this.states = states;
    this.names = names;
    this.id = id;
    this.managementAccount = managementAccount;
    this.#administrators = new Set([managementAccount, ...delegated]);
    const root: OrganizationNode = { id: ROOT, name: 'Root' };
    this.nodes.set(ROOT, root);
    for (const account of [managementAccount, ...accounts]) this.parents.set(account, root);
    for (const unit of units) this.#add(unit, root);
  }

  get arn(): string {
    return `arn:aws:organizations::${this.managementAccount}:organization/${this.id}`;
  }

  unitArn(id: string): string {
    return `arn:aws:organizations::${this.managementAccount}:ou/${this.id}/${id}`;
  }

  /** The management account and delegated administrators may list; every member may read its organisation's id. */
  mayList(account: string): boolean {
    return this.#administrators.has(account);
  }

  /** Does an ARN of the organisation, or of a unit above it, name the account? */
  isNamedBy(account: string, arn: string | undefined): boolean {
    const parent = this.parents.get(account);
    if (!parent) return false;
    for (let node: OrganizationNode | undefined = parent; node; node = node.parent) {
      if (this.unitArn(node.id) === arn) return true;
    }
    return this.arn === arn;
  }

  #add({ id, name = id, accounts = [], units = [] }: OrganizationalUnitSeed, parent: OrganizationNode): void {
    const node: OrganizationNode = { id, name, parent };
    this.nodes.set(id, node);
    for (const account of accounts) this.parents.set(account, node);
    for (const unit of units) this.#add(unit, node);
  }
}
