/** The properties that Swabbie's rules and exclusions could read, and their place in a native resource. */
import { canonical } from './relaxed.ts';

/** Swabbie's resource type → the native one. */
const TYPES: Readonly<Record<string, NativeType>> = { image: 'image', servergroup: 'autoScalingGroup' };

export type NativeType = 'image' | 'autoScalingGroup';

export function nativeType(swabbie: string): NativeType | undefined {
  return Object.hasOwn(TYPES, canonical(swabbie)) ? TYPES[canonical(swabbie)] : undefined;
}

/** Property of Swabbie's resource, or of its details → attribute of the native one. */
export const ATTRIBUTES: Readonly<Record<NativeType, Readonly<Record<string, string>>>> = {
  image: {
    architecture: 'architecture',
    description: 'description',
    imageId: 'id',
    imageName: 'name',
    imageType: 'imageType',
    name: 'name',
    public: 'public',
    resourceId: 'id',
    rootDeviceType: 'rootDeviceType',
    state: 'state',
    virtualizationType: 'virtualizationType',
  },
  autoScalingGroup: {
    autoScalingGroupName: 'name',
    desiredCapacity: 'desiredCapacity',
    healthCheckType: 'described.HealthCheckType',
    launchConfigurationName: 'described.LaunchConfigurationName',
    maxSize: 'maxSize',
    minSize: 'minSize',
    name: 'name',
    resourceId: 'id',
    status: 'status',
  },
};

/** Texts that may contain commas; Swabbie also compared each part between them. AWS allows no commas in image names. */
const FREE_TEXTS: Readonly<Record<NativeType, readonly string[]>> = {
  image: ['description'],
  autoScalingGroup: ['name', 'id', 'described.HealthCheckType', 'described.LaunchConfigurationName'],
};

/** The detail in which Swabbie stores the owner of a resource. */
const OWNER = 'swabbieResourceOwner';

/** The attributes of {@link ATTRIBUTES} whose values are no texts. */
export const OTHER_KINDS = {
  desiredCapacity: 'number',
  maxSize: 'number',
  minSize: 'number',
  public: 'boolean',
} as const;

/** The native matcher key for a property. */
export type Field = { readonly kind: 'name' | 'id' | 'owner' } | { readonly kind: 'attribute'; readonly path: string };

export function fieldOf(type: NativeType, property: string): Field | undefined {
  if (property === OWNER) return { kind: 'owner' };
  const path = Object.hasOwn(ATTRIBUTES[type], property) ? ATTRIBUTES[type][property] : undefined;
  if (path === undefined) return undefined;
  return path === 'name' || path === 'id' ? { kind: path } : { kind: 'attribute', path };
}

export function mayHoldCommas(type: NativeType, field: Field): boolean {
  return FREE_TEXTS[type].includes(field.kind === 'attribute' ? field.path : field.kind);
}
