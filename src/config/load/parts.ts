/**
 * How other types judge what goes with the resources of a namespace, what follows these, and what they lead to: by the entries of
 * those types, else by the defaults.
 */
import { z } from 'zod';
import { mismatchesOf } from '../../core/evaluation/attributePattern.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import { type Matcher, ruleNamesOf, type WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { type Namespace, namespaceOf, partsOf } from '../../core/resource/namespace.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { AccountSettings } from '../schema/accountSections.ts';
import type { ValidFile } from './entryPart.ts';
import { flatten } from './flatten.ts';
import { sha256 } from './hashOf.ts';
import type { JudgedNamespace } from './namespaceTarget.ts';

/** Work configurations of other types. */
interface Others {
  readonly all: readonly WorkConfiguration[];
  readonly hash: string;
}

function othersOf(all: readonly WorkConfiguration[]): Others {
  return { all, hash: sha256(all.map(({ hash }) => hash).join()) };
}

/** The types that follow the resources of this namespace: none unless its entries say so. */
function followersOf({ followedBy }: Handler, { parameters }: WorkConfiguration): readonly string[] {
  if (followedBy === undefined) return [];
  return (parameters as Readonly<Record<string, unknown>>)[followedBy.key] === true ? followedBy.types : [];
}

/** What deletes nothing follows only what deletes nothing either: in a dry run people read what it would do. */
function isAsLive(one: WorkConfiguration, leader: WorkConfiguration): boolean {
  return deletesNothingBecause(one) === undefined || deletesNothingBecause(leader) !== undefined;
}

/** Adds `parts`, `linked`, `follows` and `isFollowed` to the work configurations of one file. */
export class PartsOf {
  readonly #file: ValidFile;
  readonly #handlers: readonly Handler[];
  /** Every namespace that entries judge, and each other one that was asked for. */
  readonly #known: Map<Namespace, WorkConfiguration>;
  readonly #judged: ReadonlyMap<Namespace, WorkConfiguration>;
  /** By type: each caches what its namespaces share. */
  readonly #withoutEntries = new Map<Handler, ValidFile>();
  /** Of every account, by location and types: all namespaces there share them, or they would grow with the square of the accounts. */
  readonly #linked = new Map<string, Others>();

  /** @param judged every namespace that entries judge */
  constructor(file: ValidFile, handlers: readonly Handler[], judged: ReadonlyMap<Namespace, WorkConfiguration>) {
    this.#file = file;
    this.#handlers = handlers;
    this.#known = new Map(judged);
    this.#judged = judged;
  }

  /** @throws z.ZodError as {@link flatten}, and where nothing judges what follows */
  added(wc: WorkConfiguration, target: JudgedNamespace): WorkConfiguration {
    const { takesTypes = [], linkedTypes } = target.handler;
    const followers = followersOf(target.handler, wc);
    this.#refuseUnjudged(followers, target);
    this.#refuseEndless(followers, target, wc);
    this.#refuseStopped(target, wc);
    const following = this.#ofTypes(followers, target, [target.account]);
    const parts = othersOf([...this.#ofTypes(takesTypes, target, [target.account]), ...following]);
    const linked = this.#linkedTo(linkedTypes?.(wc.parameters) ?? [], target);
    const follows = this.#followedIn(target);
    if (parts.all.length + linked.all.length === 0 && follows === undefined) return wc;
    return {
      ...wc,
      ...(parts.all.length > 0 ? { parts: parts.all } : {}),
      ...(linked.all.length > 0 ? { linked: linked.all } : {}),
      ...(following.some((one) => isAsLive(one, wc)) ? { isFollowed: true as const } : {}),
      ...(follows === undefined ? {} : { follows, after: [...(wc.after ?? []), follows] }),
      hash: sha256([wc, parts, linked].map(({ hash }) => hash).join() + (follows ?? '')),
    };
  }

  /** The namespace of the same place whose entries say that resources of this type follow theirs. */
  #followedIn({ handler, namespace }: JudgedNamespace): Namespace | undefined {
    const place = partsOf(namespace);
    const isLeader = (one: Handler) =>
      one.provider === handler.provider && one.followedBy?.types.includes(handler.resourceType);
    return this.#handlers.flatMap((one) => {
      const wc = isLeader(one)
        ? this.#judged.get(namespaceOf({ ...place, resourceType: one.resourceType }))
        : undefined;
      return wc && followersOf(one, wc).length > 0 ? [wc.namespace] : [];
    })[0];
  }

  #refuseUnjudged(types: readonly string[], { handler, namespace }: JudgedNamespace): void {
    const missing = types.find((resourceType) => {
      const judged = this.#judged.get(namespaceOf({ ...partsOf(namespace), resourceType }));
      return !judged || !ruleNamesOf(judged.when).flat().includes('unused');
    });
    if (missing === undefined) return;
    const { account, location } = partsOf(namespace);
    const message =
      `it needs an entry of type \`${missing}\` with the rule \`unused\` for ${account}/${location}, whose \`live\`, \`keep\` and \`only\` count for them: ` +
      `add { type: ${missing}, when: [{ rule: unused }] }`;
    throw new z.ZodError([{ code: 'custom', path: [handler.followedBy?.key ?? ''], message, input: undefined }]);
  }

  /** What follows resources that are never deleted would be told a date, and wait for ever. */
  #refuseEndless(
    types: readonly string[],
    { handler, namespace }: JudgedNamespace,
    { actions }: WorkConfiguration,
  ): void {
    const waiting = types.find((resourceType) => {
      const judged = this.#judged.get(namespaceOf({ ...partsOf(namespace), resourceType }));
      return judged?.actions.includes('delete') && !actions.includes('delete');
    });
    if (waiting === undefined) return;
    const message = `the \`actions\` of this entry have no \`delete\`, so the resources of type \`${waiting}\` that follow would wait for ever: add \`delete\`, or leave this out`;
    throw new z.ZodError([{ code: 'custom', path: [handler.followedBy?.key ?? ''], message, input: undefined }]);
  }

  /** Each stop would end the mark that a deletion waits for, and people would be told a date each time. */
  #refuseStopped({ handler, namespace }: JudgedNamespace, wc: WorkConfiguration): void {
    const { stoppedAs, stopEndsMark, resourceType } = handler;
    if (stoppedAs === undefined || !stopEndsMark) return;
    const stopping = this.#judged.get(namespaceOf({ ...partsOf(namespace), resourceType: stoppedAs }));
    const acts = (one: WorkConfiguration) => deletesNothingBecause(one) === undefined && one.actions.includes('delete');
    if (!stopping || !acts(stopping) || !acts(wc)) return;
    const { account, location } = partsOf(namespace);
    const message =
      `this entry deletes what another one of type \`${stoppedAs}\` (or with \`stop\` in its \`actions\`) stops in ${account}/${location}: each stop begins its wait anew, ` +
      `so no resource of type \`${resourceType}\` would ever be deleted, though its owner is told a date. Keep one of the two, give them different \`accounts\` or \`locations\`, or set \`live: false\` in one`;
    throw new z.ZodError([{ code: 'custom', path: ['actions'], message, input: undefined }]);
  }

  #linkedTo(types: readonly string[], target: JudgedNamespace): Others {
    const key = JSON.stringify([target.handler.provider, target.location, types]);
    const known = this.#linked.get(key);
    if (known) return known;
    const made = othersOf(this.#ofTypes(types, target, this.#accounts(target.handler)));
    this.#linked.set(key, made);
    return made;
  }

  /** Indices of those that the provider has. */
  #accounts({ provider }: Handler): readonly number[] {
    return this.#file.accounts.flatMap((one, index) => (one?.provider === provider ? [index] : []));
  }

  #ofTypes(types: readonly string[], target: JudgedNamespace, accounts: readonly number[]): WorkConfiguration[] {
    const { provider } = target.handler;
    const isMeant = (one: Handler) => one.provider === provider && types.includes(one.resourceType);
    return this.#handlers.filter(isMeant).flatMap((handler) =>
      accounts.map((account) => {
        const { name: accountName } = this.#file.accounts[account] as AccountSettings;
        const { location } = target;
        const { resourceType } = handler;
        const namespace = namespaceOf({ provider, account: accountName, location, resourceType });
        const known = this.#known.get(namespace);
        if (known) return known;
        const made = this.#byDefault({ ...target, account, accountName, namespace, handler });
        this.#known.set(namespace, made);
        return made;
      }),
    );
  }

  /** As an entry that says nothing would judge it. */
  #byDefault(target: JudgedNamespace): WorkConfiguration {
    const file = this.#withoutEntries.get(target.handler) ?? {
      ...this.#file,
      given: { ...this.#file.given, cleanup: [{}] },
      cleanup: [{ when: [] }],
    };
    this.#withoutEntries.set(target.handler, file);
    const made = flatten({ ...target, entry: 0, others: [] }, file);
    return { ...made, keep: made.keep.filter((one) => mayFit(one, target.handler)) };
  }
}

/** The defaults may name attributes that this type lacks: a matcher of these is about other types. */
function mayFit({ attribute = {} }: Matcher, { attributes }: Handler): boolean {
  if (!attributes) return true;
  return Object.entries(attribute).every(([path, one]) => mismatchesOf(attributes, path, one).length === 0);
}
