/** A filter names exactly the values that stand in it, in whatever language, and whatever the names are. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { told } from '../../support/mentioning/told.ts';

const call = 'aws ec2 describe-volumes --filters';
/** @param name of a tag `Name` */
const FORMS: Readonly<Record<string, (name: string) => string>> = {
  'no quotes': (name) => `${call} Name=tag:Name,Values=${name} --query x`,
  'quotes inside': (name) => `${call} Name=tag:Name,Values="${name}"`,
  'quotes around': (name) => `${call} 'Name=tag:Name,Values=${name}' "Name=status,Values=available"`,
  'double quotes around': (name) => `${call} "Name=tag:Name,Values=${name}" | jq -r '.Volumes[0]'`,
  'quotes in quotes': (name) => `${call} 'Name=tag:Name,Values="a","${name}"'`,
  'two filters in one quote': (name) => `F="Name=tag:Name,Values=${name} Name=status,Values=available"\n${call} $F`,
  'two in one quote, the second': (name) => `F="Name=status,Values=available Name=tag:Name,Values=${name}"\n${call} $F`,
  'escaped quotes around': (name) => `bash -c "${call} \\"Name=tag:Name,Values=${name}\\""`,
  'JSON in quotes': (name) => `${call} '[{"Name":"tag:Name","Values":["${name}"]}]'`,
  'Python, single': (name) => `ec2.describe_volumes(Filters=[{'Name': 'tag:Name', 'Values': ['${name}']}])`,
  'Python, double': (name) => `ec2.describe_volumes(Filters=[{"Name": "tag:Name", "Values": ["a", "${name}"]}])`,
  'Python, with prefixes': (name) =>
    `ec2.describe_volumes(Filters=[{'Name': u'tag:Name', 'Values': [b'a', r"${name}"]}])`,
  Terraform: (name) =>
    `data "aws_ebs_volume" "x" {\n  filter {\n    name   = "tag:Name"\n    values = ["${name}"]\n  }\n}`,
  Go: (name) => `DescribeVolumes(Filters: []Filter{{Name: aws.String("tag:Name"), Values: []string{"${name}"}}})`,
  PowerShell: (name) => `describe-volumes; Get-EC2Volume -Filter @{ Name='tag:Name'; Values='${name}' }`,
};
const BARE = ['no quotes'];
const namesIn = (text: string) => told({ UserData: `#!/bin/sh\n${text}\n` });

describe.each(Object.entries(FORMS))('A171 %s', (form, write) => {
  test('names ending as a prefix of Python does, and any other', () => {
    for (const name of ['shop-de', 'shop-fr', 'shop-br', 'node-b', 'node-f', 'x-ru', 'b', 'fr'])
      expect([name, namesIn(write(name))]).toEqual([name, expect.arrayContaining([`volume volume/tag:Name=${name}`])]);
  });

  test('any name of letters, digits and dashes', () => {
    const name = fc.stringMatching(/^[A-Za-z][\w-]{0,11}$/);
    fc.assert(
      fc.property(name, (one) => namesIn(write(one)).includes(`volume volume/tag:Name=${one}`)),
      { numRuns: 100 },
    );
  });

  if (!BARE.includes(form))
    test('a name with blanks', () => {
      for (const name of ['Jenkins Master', 'My b', 'R&D data', 'Größe (neu)'])
        expect([name, namesIn(write(name))]).toEqual([
          name,
          expect.arrayContaining([`volume volume/tag:Name=${name}`]),
        ]);
    });
});

test.each(["Name=tag:Name,Values='", '"Name=tag:Name,Values=a ', "'", "b'"])(
  'A171 also behind 200,000 times %j',
  (part) => {
    expect(namesIn(`${part.repeat(200_000)}\n${FORMS['quotes around']?.('web')}`).length).toBeGreaterThan(0);
  },
);
