/** What a text finds by a name in a filter or a query. */
import { describe, expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { toFileSystem } from '../../../src/handlers/aws/resources/fileSystem.ts';
import { toImage } from '../../../src/handlers/aws/resources/image.ts';
import { toSecurityGroup } from '../../../src/handlers/aws/resources/securityGroup.ts';

/** The resource of a kind that is called so, by the keys that it has. */
const OF: Readonly<Record<string, (name: string) => readonly string[] | undefined>> = {
  image: (Name) => toImage({ ImageId: 'ami-0123456789abcdef0', Name })?.aliases,
  securityGroup: (GroupName) => toSecurityGroup({ GroupId: 'sg-1', GroupName }, { accountId: undefined })?.aliases,
  fileSystem: (Value) => fileSystem({ Tags: [{ Key: 'Name', Value }] }),
  made: (CreationToken) => fileSystem({ CreationToken }),
};

function fileSystem(more: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const FileSystemArn = 'arn:aws:elasticfilesystem:eu-west-1:111111111111:file-system/fs-0123456789abcdef0';
  const one = { FileSystemId: 'fs-0123456789abcdef0', FileSystemArn, Tags: [], ...more };
  return toFileSystem({ fileSystem: one as never, accessPoints: [] }, undefined)?.aliases;
}

/** Does the text use the one of this kind that is called so? */
const uses = (kind: string, text: string, name: string) => {
  const aliases = new Set(OF[kind]?.(name));
  const isOf = kind === 'made' ? 'fileSystem' : kind;
  return mentionsIn({ text }).some((one) => (one.kind === isOf || one.kind === 'name') && aliases.has(one.alias));
};

const QUERY = '`ghost-content`';

describe('A165 by its name, and by no other,', () => {
  test.each([
    ['image', 'aws ec2 describe-images --filters "Name=name,Values=ghost-content" --owners self --output text'],
    ['image', `c.describe_images(Filters=[{'Name': 'name', 'Values': ['ghost-content']}])`],
    ['image', 'data "aws_ami" "x" {\n  filter {\n    name = "name"\n    values = ["ghost-content"]\n  }\n}'],
    ['image', "aws ec2 describe-images --query 'Images[?Name==`ghost-content`].ImageId'"],
    ['image', '{"source_ami_filter": {"filters": {"name": "ghost-content"}}}'],
    ['fileSystem', `EFS_ID=$(aws efs describe-file-systems --query 'FileSystems[?Name==${QUERY}].FileSystemId')`],
    ['fileSystem', 'aws efs describe-file-systems | jq -r \'.FileSystems[] | select(.Name=="ghost-content")\''],
    ['made', 'aws efs describe-file-systems --creation-token ghost-content'],
    ['made', "boto3.client('efs').describe_file_systems(CreationToken='ghost-content')"],
    [
      'securityGroup',
      'SG_ID=$(aws ec2 describe-security-groups --filters Name=group-name,Values=ghost-content | jq .)',
    ],
    ['securityGroup', `c.describe_security_groups(Filters=[{'Name': 'group-name', 'Values': ['ghost-content']}])`],
    [
      'securityGroup',
      'c.DescribeSecurityGroups({Filters: [{Name: aws.String("group-name"), Values: []string{"ghost-content"}}]})',
    ],
    ['securityGroup', "c.describe_security_groups(GroupNames=['a', 'ghost-content'])"],
    [
      'securityGroup',
      'aws ec2 describe-security-groups --query "SecurityGroups[?GroupName==\'ghost-content\'].GroupId"',
    ],
    [
      'securityGroup',
      'aws ec2 describe-security-groups | jq \'.SecurityGroups[] | select(.GroupName == "ghost-content")\'',
    ],
    ['securityGroup', `[g for g in ec2.describe_security_groups() if g['GroupName'] == 'ghost-content']`],
    ['securityGroup', `[g for g in ec2.describe_security_groups() if g.get("GroupName") == "ghost-content"]`],
    ['securityGroup', 'ec2_security_group_info:\n  filters:\n    group-name: ghost-content\n'],
    ['securityGroup', 'N=ghost-content\naws ec2 describe-security-groups --filters "Name=group-name,Values=$N"'],
  ])('a text uses the %s: %s', (kind, text) => {
    expect(uses(kind, text, 'ghost-content')).toBe(true);
    expect(uses(kind, text, 'ghost')).toBe(false);
    expect(uses(kind, text, 'ghost-other')).toBe(false);
  });

  test.each([
    ['image', 'aws ec2 describe-images --filters "Name=name,Values=ghost-*" --owners self'],
    ['image', `c.describe_images(Filters=[{'Name': 'name', 'Values': [f'ghost-{day}']}])`],
    ['image', 'ec2_ami_info:\n  filters:\n    name: "ghost-*"\n'],
    ['image', "aws ec2 describe-images --query 'Images[?starts_with(Name, `ghost-`)]'"],
    ['securityGroup', 'aws ec2 describe-security-groups --filters Name=group-name,Values=ghost-$ENV'],
    ['securityGroup', "aws ec2 describe-security-groups --query 'SecurityGroups[?starts_with(GroupName, `ghost-`)]'"],
    ['fileSystem', "aws efs describe-file-systems --query 'FileSystems[?starts_with(Name, `ghost-`)]'"],
    ['made', 'aws efs describe-file-systems --creation-token ghost-$ENV'],
  ])('a text uses each %s whose name begins so: %s', (kind, text) => {
    expect(uses(kind, text, 'ghost-content')).toBe(true);
    expect(uses(kind, text, 'web-content')).toBe(false);
  });

  test.each([
    ['image', 'aws ec2 describe-images --filters "Name=name,Values=$1" --owners self'],
    ['image', "aws ec2 describe-images --query 'Images[?contains(Name, `content`)]'"],
    ['securityGroup', `c.describe_security_groups(Filters=[{'Name': 'group-name', 'Values': [name]}])`],
    ['securityGroup', 'c.describe_security_groups(GroupNames=names)'],
    ['made', 'aws efs describe-file-systems --creation-token "$TOKEN"'],
  ])('a text that gets it when it runs uses any %s: %s', (kind, text) => {
    expect(uses(kind, text, 'ghost-content')).toBe(true);
  });

  test.each([
    ['image', 'aws ec2 describe-volumes --filters "Name=name,Values=$1"'],
    ['image', 'aws ec2 describe-images --image-ids $1; aws ec2 create-tags --tags Key=Name,Value=$1'],
    ['securityGroup', 'aws ec2 describe-images --filters "Name=group-name,Values=ghost-content"'],
    ['securityGroup', 'c.create_security_group(GroupName=name); c.describe_security_groups(GroupIds=[x])'],
    ['made', 'aws efs create-file-system --creation-token "$TOKEN"'],
  ])('a text that asks for something else uses no %s: %s', (kind, text) => {
    expect(uses(kind, text, 'ghost-content')).toBe(false);
  });

  test.each(['SG', 'SG_NAME', 'EC2_SG', 'sgName', 'nodeSg', 'web_sgs', 'SG_IDS'])(
    'a variable %s names a group',
    (key) => {
      expect(uses('securityGroup', `export ${key}=ghost-content; ./run`, 'ghost-content')).toBe(true);
      expect(mentionsIn({ Environment: { [key]: 'ghost-content' } })).toContainEqual(
        expect.objectContaining({ kind: 'securityGroup', alias: 'securityGroup/ghost-content' }),
      );
    },
  );

  test.each(['MSG', 'msg', 'SGX'])('a variable %s names none', (key) => {
    expect(mentionsIn({ Environment: { [key]: 'ghost-content' } }).map(({ kind }) => kind)).not.toContain(
      'securityGroup',
    );
  });
});

test.each(['name=', 'name ', 'name", ', 'GroupName', '[?Name', 'starts_with(Name,', '\\"', '{', ' ', 'group-names=['])(
  'A165 a text of 200,000 times %j is read in time',
  (one) => {
    const text = `describe-images describe-security-groups ${one.repeat(200_000)} Name=group-name,Values=ghost-content`;
    expect(mentionsIn({ text })).toContainEqual(expect.objectContaining({ kind: 'securityGroup' }));
  },
);
