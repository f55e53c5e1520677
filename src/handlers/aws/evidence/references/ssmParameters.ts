import type { Finding } from '../../../../core/common/finding.ts';
import type { Scope } from '../../../contract/handler.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ssm } from '../../calls/ssm.ts';
import type { ImageParameters } from '../../resources/imageParameters.ts';
import { everyAccount, everyLocation } from '../../wire/places.ts';
import { readTemplates } from '../launches/launchTemplates.ts';
import { placeSource } from '../placeSource.ts';
import { refuseSecure, type Version } from './parameterApi.ts';
import { accountIn, imagesIn, type ParameterReference, referencesIn } from './parameterReferences.ts';
import { parametersHere, sharedVersions, type Taking } from './parameterVersions.ts';

/**
 * Any reader of a parameter may launch the image in it. The current version counts, and every version with a label or
 * named by number; other old versions are found only by a person who searches the history. A text below a path may name
 * images of any region (for example a map); AWS ensures that the image of a typed parameter is in its own region.
 */
export const ssmParameters = placeSource<ImageParameters>({
  name: 'ssmParameters',
  summary:
    'SSM parameters with an image id as value: those of the type `aws:ec2:image`, those below `evidence.ssm.paths`, and those that a launch template names (`resolve:ssm:`); the current version, and each that has a label or is named by its number.',
  calls: [
    ec2.describeLaunchTemplates,
    ec2.describeLaunchTemplateVersions,
    ssm.describeParameters,
    ssm.getParameterHistory,
    ssm.getParameters,
    ssm.getParametersByPath,
  ],
  affectsOtherAccounts: true,
  places: (scope) => (pathsOf(scope).length === 0 ? everyAccount(scope) : everyLocation(scope)),
  variant: (scope) => pathsOf(scope).toSorted().join(' '),
  async find(target, found, scope) {
    const references: ParameterReference[] = [];
    await found.attempt(async () => {
      references.push(...referencesIn(await readTemplates(target)));
    });
    const isShared = ({ name }: ParameterReference) => ![undefined, target.account.id].includes(accountIn(name));
    const own = references.filter((reference) => !isShared(reference));
    const secure: Version[] = [];
    const take: Taking = async (read) => {
      await found.attempt(async () => {
        for (const { version, because } of await read()) {
          if (version.isSecure) secure.push(version);
          else found.add(findingsOf(version, because));
        }
      });
    };
    await found.attempt(() => parametersHere(target, pathsOf(scope), own, take));
    await sharedVersions(target, references.filter(isShared), take);
    refuseSecure(secure, target);
  },
});

/** `/golden/` and `/golden` are equal. */
function pathsOf({ parameters }: Scope<ImageParameters>): readonly string[] {
  return parameters.evidence.ssm.paths.map((path) => (path === '/' ? path : path.replace(/\/$/, '')));
}

function findingsOf({ name, number, value }: Version, because: readonly string[]): readonly Finding[] {
  const by = `SSM parameter ${name} version ${number} (${because.join('; ')})`;
  return imagesIn(value).map((alias) => ({ alias, says: 'used', by }));
}
