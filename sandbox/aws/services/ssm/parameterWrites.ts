import type { ParameterHistory, PutParameterCommandInput } from '@aws-sdk/client-ssm';
import { AwsError } from '../../collections/errors.ts';
import { newParameter, type ParameterRow, VERSIONS_KEPT } from '../../seeds/parameterSeeds.ts';
import type { Call } from '../../store/call.ts';
import { currentOf, invalid, type SsmHandlers } from './common.ts';
import { nameProblem } from './parameterValues.ts';

/**
 * "A label can't start with a number, aws, or ssm", "letters, numbers, periods, hyphens, underscores":
 * API_LabelParameterVersion.
 */
const LABEL = /^(?!\d|aws|ssm)[\w.-]{1,100}$/i;
/** "A version of a parameter can have a maximum of 10 labels": API_LabelParameterVersion. */
const LABELS_PER_VERSION = 10;

/** Operations that create parameters and versions. AWS validates an `aws:ec2:image` value later, by an event. */
export const parameterWrites: SsmHandlers = {
  PutParameter(input, call) {
    const { Name: name = '', Value: value, Type, DataType, Overwrite = false } = input;
    const problem = nameProblem(name);
    if (problem !== undefined) throw invalid(problem);
    if (!value) throw invalid('The parameter value is missing.');
    const known = call.here.parameters.get(name);
    if (known && !Overwrite) {
      throw new AwsError(
        'ParameterAlreadyExists',
        'The parameter already exists. To overwrite this value, set the overwrite option in the request to true.',
      );
    }
    if (!known && !Type) throw invalid('A parameter type is required when you create a parameter.');
    const row = known ? nextVersion(known, value, call) : newParameter(seedOf(input, value), call);
    call.here.parameters.put(name, DataType === undefined ? row : { ...row, dataType: DataType });
    return { Version: currentOf(row).Version, Tier: 'Standard' };
  },

  LabelParameterVersion({ Name: name = '', ParameterVersion: number, Labels: labels = [] }, { here }) {
    const row = here.parameters.get(name);
    if (!row) throw new AwsError('ParameterNotFound', `Parameter ${name} not found.`);
    const wanted = number ?? currentOf(row).Version;
    if (!row.versions.some(({ Version }) => Version === wanted)) {
      throw new AwsError('ParameterVersionNotFound', `Systems Manager could not find version ${wanted} of ${name}.`);
    }
    const [good, bad] = [labels.filter((label) => LABEL.test(label)), labels.filter((label) => !LABEL.test(label))];
    // A label is on one version: "you can move a label from one version to another".
    const versions = row.versions.map((version): ParameterHistory => {
      const others = (version.Labels ?? []).filter((label) => !good.includes(label));
      return { ...version, Labels: version.Version === wanted ? [...others, ...good] : others };
    });
    if (versions.some(({ Labels = [] }) => Labels.length > LABELS_PER_VERSION)) {
      throw new AwsError('ParameterVersionLabelLimitExceeded', 'A parameter version can have at most 10 labels.');
    }
    here.parameters.put(name, { ...row, versions });
    return { InvalidLabels: bad, ParameterVersion: wanted };
  },
};

function seedOf({ Name: name = '', Type, DataType = 'text' }: PutParameterCommandInput, value: string) {
  return { name, type: Type ?? ('String' as const), dataType: DataType, versions: [{ value }] };
}

/**
 * "If the oldest version has a label attached to it, Parameter Store won't delete the version":
 * ParameterMaxVersionLimitExceeded.
 */
function nextVersion(row: ParameterRow, value: string, { now }: Call): ParameterRow {
  const [oldest] = row.versions;
  if (row.versions.length === VERSIONS_KEPT && oldest?.Labels?.length) {
    throw new AwsError('ParameterMaxVersionLimitExceeded', `The oldest version of ${row.name} has a label.`);
  }
  const current = currentOf(row);
  const Version = (current.Version ?? 0) + 1;
  const next: ParameterHistory = { ...current, Value: value, Version, Labels: [], LastModifiedDate: now };
  return { ...row, versions: [...row.versions, next].slice(-VERSIONS_KEPT) };
}
