import { plainKind } from '../collections/kind.ts';

/** A resource of any service, in the form of its CloudFormation type. */
export interface CloudResource {
  readonly TypeName: string;
  /** The values of the type's primary identifier, with `|` between them. */
  readonly Identifier: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

export const cloudResources = plainKind<
  'cloudResource',
  Partial<CloudResource> & Pick<CloudResource, 'TypeName'>,
  CloudResource
>('cloudResource', {
  make: ({ TypeName, Identifier, Properties = {} }, { ids }) => ({
    TypeName,
    Identifier: Identifier ?? ids.next('resource'),
    Properties,
  }),
  keyOf: ({ TypeName, Identifier }) => `${TypeName} ${Identifier}`,
});
