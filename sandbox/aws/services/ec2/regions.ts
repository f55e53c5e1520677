import type { Region } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { ec2Filter, type FilterTable } from '../../collections/filters.ts';
import { DEFAULT_REGIONS, OPT_IN_REGIONS } from '../../collections/regions.ts';
import type { Call } from '../../store/call.ts';
import type { Ec2Handlers } from './common.ts';

const FILTERS: FilterTable<Region> = {
  endpoint: (region) => region.Endpoint,
  'opt-in-status': (region) => region.OptInStatus,
  'region-name': (region) => region.RegionName,
};

export const regions: Ec2Handlers = {
  /** Only enabled Regions, unless AllRegions or names: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeRegions.html */
  DescribeRegions(input, call) {
    const { RegionNames: names = [], AllRegions } = input;
    const all = everyRegion(call);
    const unknown = names.find((name) => !all.some((region) => region.RegionName === name));
    if (unknown !== undefined) throw new AwsError('InvalidParameterValue', `Invalid region provided: ${unknown}`);
    const matches = ec2Filter(input.Filters, FILTERS);
    const shown = all.filter(
      (region) =>
        (names.length > 0
          ? names.includes(region.RegionName ?? '')
          : AllRegions || region.OptInStatus !== 'not-opted-in') && matches(region),
    );
    return { Regions: shown };
  },
};

function everyRegion({ account }: Call): Region[] {
  const names = new Set([...DEFAULT_REGIONS, ...OPT_IN_REGIONS, ...account.regions]);
  return [...names].map((name) => ({
    RegionName: name,
    Endpoint: `ec2.${name}.amazonaws.com`,
    OptInStatus: optInStatus(name, account.regions),
  }));
}

function optInStatus(name: string, enabled: readonly string[]): string {
  if (!enabled.includes(name)) return 'not-opted-in';
  return OPT_IN_REGIONS.includes(name) ? 'opted-in' : 'opt-in-not-required';
}
