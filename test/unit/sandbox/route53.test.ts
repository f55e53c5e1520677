import {
  ChangeResourceRecordSetsCommand,
  CreateHostedZoneCommand,
  ListHostedZonesCommand,
  ListResourceRecordSetsCommand,
  type ResourceRecordSet,
  Route53Client,
} from '@aws-sdk/client-route-53';
import { expect, test } from '@jest/globals';
import { client, failure, sandbox } from './fixture.ts';

test('zones and records are made and listed in pages, and a page of records begins at the named record', async () => {
  const route53 = client(await sandbox(), Route53Client);
  const zones = await Promise.all(
    ['a.example.', 'b.example.'].map((Name) =>
      route53.send(new CreateHostedZoneCommand({ Name, CallerReference: Name })),
    ),
  );
  const HostedZoneId = zones[0]?.HostedZone?.Id;
  const record: ResourceRecordSet = {
    Name: 'www.a.example.',
    Type: 'A',
    TTL: 60,
    ResourceRecords: [{ Value: '203.0.113.5' }],
  };
  const text: ResourceRecordSet = { ...record, Type: 'TXT', ResourceRecords: [{ Value: '"a < b & c"' }] };
  const Changes = [record, text].map((ResourceRecordSet) => ({ Action: 'CREATE' as const, ResourceRecordSet }));
  await route53.send(new ChangeResourceRecordSetsCommand({ HostedZoneId, ChangeBatch: { Changes } }));

  const first = await route53.send(new ListHostedZonesCommand({ MaxItems: 1 }));
  const second = await route53.send(new ListHostedZonesCommand({ MaxItems: 1, Marker: first.NextMarker }));
  expect([first, second].map(({ HostedZones, IsTruncated }) => [HostedZones?.length, IsTruncated])).toEqual([
    [1, true],
    [1, false],
  ]);
  const page = await route53.send(new ListResourceRecordSetsCommand({ HostedZoneId, MaxItems: 3 }));
  const { NextRecordName: StartRecordName, NextRecordType: StartRecordType } = page;
  const rest = await route53.send(
    new ListResourceRecordSetsCommand({ HostedZoneId, StartRecordName, StartRecordType }),
  );
  expect(page.ResourceRecordSets?.map(({ Type }) => Type)).toEqual(['NS', 'SOA', 'A']);
  expect([rest.ResourceRecordSets, rest.IsTruncated]).toEqual([[text], false]);
});

test('a missing zone is refused as Route 53 does', async () => {
  const route53 = client(await sandbox(), Route53Client);
  const listing = route53.send(new ListResourceRecordSetsCommand({ HostedZoneId: 'Z0' }));
  expect(await failure(listing)).toMatchObject({ code: 'NoSuchHostedZone', status: 404 });
});
