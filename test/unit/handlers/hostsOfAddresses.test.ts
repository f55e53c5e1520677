/** An address counts by the names that stand for it, too. */
import { describe, expect, test } from '@jest/globals';
import { toInterface } from '../../../src/handlers/aws/resources/networkInterface.ts';
import { told } from '../../support/mentioning/told.ts';

describe('A166 an address is named by', () => {
  test.each([
    'ip-10-0-1-5.eu-west-1.compute.internal',
    'ip-10-0-1-5.ec2.internal',
    'ip-10-0-1-5',
    'IP-10-0-1-5',
    'ip-10-0-1-5:3306',
    'jdbc:postgresql://ip-10-0-1-5.ec2.internal:5432/x',
    'mysql:host=ip-10-0-1-5;dbname=x',
    '10.0.1.5.nip.io',
    '10-0-1-5.sslip.io',
    'https://shop.10.0.1.5.nip.io/',
    'shop-10-0-1-5.nip.io',
    'The old server is 10.0.1.5. Its port is closed.',
    'It is 10.0.1.5.',
    '"10.0.1.5.", no more',
  ])('%s', (value) => {
    const aliases = [{ Environment: { DB_HOST: value } }, { Text: value }, { data: { a: `host: ${value}\n` } }].map(
      told,
    );
    for (const all of aliases) expect(all).toContain('elasticIp 10.0.1.5');
    const PrivateIpAddress = '10.0.1.5';
    const PrivateIpAddresses = [{ PrivateIpAddress }];
    const one = { NetworkInterfaceId: 'eni-0123456789abcdef0', PrivateIpAddress, PrivateIpAddresses };
    expect(toInterface(one)?.aliases).toContain('10.0.1.5');
  });

  test.each([
    'ship-10-0-1-5',
    'ip-10-0-1-5-6',
    'ip-10-0-1-5x',
    '10.0.1.5.6',
    '10.0.1.5.example.com',
    '10.0.1.5.nip.iota',
  ])('and not by %s', (value) => {
    expect(told({ Environment: { DB_HOST: value } })).not.toContain('elasticIp 10.0.1.5');
  });

  test.each(['ip-', 'ip-1-', '1.', '1-', 'nip.io ', '.nip.io', '1.1.1.1.'])('also behind 200,000 times %j', (part) => {
    expect(told({ Text: `${part.repeat(200_000)} ip-10-0-1-5 x` })).toContain('elasticIp 10.0.1.5');
  });
});
