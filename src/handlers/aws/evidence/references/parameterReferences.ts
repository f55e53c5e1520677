import type { Template } from '../launches/launchTemplateApi.ts';

/** A parameter that a launch template names in place of an image. */
export interface ParameterReference {
  /** Name or ARN. */
  readonly name: string;
  /** A version number or a label; absent: the current version at the time of use. */
  readonly selector: string | undefined;
  /** The user: `launch template lt-1 "web" version 2`. */
  readonly by: string;
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RequestLaunchTemplateData.html */
const PREFIX = 'resolve:ssm:';
/** `arn:aws:ssm:REGION:ACCOUNT:parameter/NAME`; the selector follows it. */
const ARN_PARTS = 6;
/** Parameters that AWS publishes: they never contain an image of the account. */
const PUBLIC = /^(arn:.*:parameter)?\/?aws\/service\//;

/** Every parameter that a launch template version names, except those of AWS. */
export function referencesIn(templates: readonly Template[]): readonly ParameterReference[] {
  return templates.flatMap(({ id, name, versions }) =>
    [...versions].flatMap(([number, { imageId }]) =>
      parse(imageId, `launch template ${id} "${name}" version ${number}`),
    ),
  );
}

function parse(image: string | undefined, by: string): readonly ParameterReference[] {
  if (!image?.startsWith(PREFIX)) return [];
  const meant = parameterIn(image.slice(PREFIX.length));
  return meant === undefined ? [] : [{ ...meant, by }];
}

/** Parses `NAME`, `NAME:VERSION`, `NAME:LABEL`, or an ARN in place of the name; `undefined` for a parameter of AWS. */
export function parameterIn(text: string): Pick<ParameterReference, 'name' | 'selector'> | undefined {
  const parts = text.split(':');
  const own = parts[0] === 'arn' ? ARN_PARTS : 1;
  const name = parts.slice(0, own).join(':');
  return PUBLIC.test(name) ? undefined : { name, selector: parts[own] };
}

/** The account in an ARN; `undefined` for a plain name. */
export function accountIn(name: string): string | undefined {
  return name.startsWith('arn:') ? name.split(':')[4] : undefined;
}

const IMAGE_ID = /(?<![0-9a-z])ami-[0-9a-f]{8,17}(?![0-9a-f])/gi;

/** Every image id in a value: plain text, a list, JSON or any other format. */
export function imagesIn(value: string): readonly string[] {
  return [...new Set([...value.matchAll(IMAGE_ID)].map(([id]) => id.toLowerCase()))];
}
