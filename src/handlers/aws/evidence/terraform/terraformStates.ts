/** States of Terraform and OpenTofu: what they name is used, and which workspaces they say everything about. */
import type { Finding, Place } from '../../../../core/common/finding.ts';
import { collecting, type Found } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { s3 } from '../../calls/s3.ts';
import { workspaceAlias } from '../../resources/terraform/notInState.ts';
import { prefixesOf, statesAmong } from '../../resources/terraform/stateKeys.ts';
import { settingsOf } from '../../wire/accountSettings.ts';
import { provenReader } from '../../wire/places.ts';
import type { CallScope } from '../../wire/target.ts';
import type { TerraformState } from '../../wire/terraformSettings.ts';
import { StateMemory } from './stateMemory.ts';
import { objectsOf, problemOf, StateCache } from './stateReading.ts';

type Scope = Parameters<EvidenceSource['places']>[0];

/** Read only in accounts with `terraform`. */
export const terraformStates: EvidenceSource = {
  name: 'terraformStates',
  summary:
    'States of Terraform and OpenTofu in S3 (`terraform` of the account), by everything that they name: ids, names, and what their texts mention.',
  permissions: permissionsOf(s3.listObjectsV2, s3.getObject),
  only: (scope, place) => {
    const states = statesOf(scope).filter((one) => isAt(place, one, scope));
    return [
      { permissions: permissionsOf(s3.listObjectsV2), resources: unique(states.map(({ bucket }) => `s3:::${bucket}`)) },
      {
        permissions: permissionsOf(s3.getObject),
        resources: unique(states.flatMap((one) => prefixesOf(one).map((prefix) => `s3:::${one.bucket}/${prefix}*`))),
      },
    ];
  },
  per: 'location',
  places: (scope) => {
    const places = statesOf(scope).map((one) => placeOf(one, scope));
    return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  },
  variant: (scope) => JSON.stringify([scope.account.name, statesOf(scope)]),
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const { name } = scope.account;
    const states = statesOf(scope).filter((one) => isAt(place, one, scope));
    return collecting(async (found) => {
      const workspaces = new Workspaces();
      for (const setting of states) await found.attempt(() => readAll(target, name, setting, { found, workspaces }));
      found.add(workspaces.findings());
    });
  },
};

function statesOf({ account }: Pick<Scope, 'account'>): readonly TerraformState[] {
  return settingsOf(account).terraform?.states ?? [];
}

function placeOf({ account, region }: TerraformState, scope: Pick<Scope, 'account'>): Place {
  return { account: account ?? scope.account.name, location: region };
}

function isAt({ account, location }: Place, state: TerraformState, scope: Pick<Scope, 'account'>): boolean {
  const at = placeOf(state, scope);
  return at.account === account && at.location === location;
}

function unique(all: readonly string[]): readonly string[] {
  return [...new Set(all)];
}

interface Into {
  readonly found: Found;
  readonly workspaces: Workspaces;
}

/** @throws ReadError; what the other states name counts nevertheless */
async function readAll(target: CallScope, account: string, setting: TerraformState, { found, workspaces }: Into) {
  const { states, locked } = statesAmong(await objectsOf(target, setting), setting);
  const memory = await StateMemory.of(target, account, setting);
  if (states.length === 0) throw problemOf(setting, `no object is a state with the key ${setting.key}`);
  const present = new Set(states.map(({ object }) => object.key));
  // Before the doubts that end by themselves.
  for (const [key, workspace] of memory.gone(present)) {
    if (setting.retired.includes(key)) continue;
    const why = `the state ${setting.bucket}/${key} was there before and is gone: it may have another name; if not, add it to \`retired\``;
    workspaces.see(workspace, why);
  }
  const cache = target.io.clients.get('aws/terraformStates', () => new StateCache());
  for (const { object, workspace } of states) {
    const { key } = object;
    await found.attempt(async () => {
      const { findings, ...state } = await cache.read(target, setting, object);
      found.add(findings);
      const doubt = memory.see(key, { workspace, ...state });
      const isEmpty = state.managed === 0 && !setting.allowEmpty;
      const empty = isEmpty ? 'it manages nothing; set `allowEmpty: true` if that is meant' : undefined;
      const held = locked.has(key) ? 'a command holds its lock' : undefined;
      const why = doubt ?? empty ?? held;
      workspaces.see(workspace, why === undefined ? undefined : `the state ${setting.bucket}/${key}: ${why}`);
    });
  }
  await memory.keep(setting.retired.filter((key) => !present.has(key)));
}

/** Whether everything about a workspace was read, over all its states. */
class Workspaces {
  readonly #doubts = new Map<string, string | undefined>();

  see(workspace: string, doubt: string | undefined): void {
    this.#doubts.set(workspace, this.#doubts.get(workspace) ?? doubt);
  }

  findings(): readonly Finding[] {
    return [...this.#doubts].map(([workspace, doubt]) => {
      const alias = workspaceAlias(workspace);
      return doubt === undefined
        ? { alias, says: 'exists', by: `workspace ${workspace}` }
        : { alias, says: 'unknown', by: doubt };
    });
  }
}
