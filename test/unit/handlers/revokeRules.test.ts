/** No deletion takes a rule of a security group away: docs/adr/0053-no-rule-is-revoked.md. */
import { expect, test } from '@jest/globals';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { securityGroup } from '../../../src/handlers/aws/types/securityGroup/handler.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { problemsOf } from '../config/load.ts';

const text = (
  revokeRules: string,
) => `accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1] }]
cleanup: [{ type: securityGroup, when: [{ rule: clusterGone }], revokeRules: ${revokeRules} }]
`;

test('C12 the loader refuses `revokeRules: sameCluster` where it is written, and names the reason and the alternative', () => {
  expect(problemsOf(text('sameCluster'), { handlers })).toEqual([
    expect.stringMatching(
      /^h\.yaml:2:\d+: cleanup\[0\]\.revokeRules: found "sameCluster"; .*Holystone revokes no rule.*only name each other stay.*revoke their rules by hand/,
    ),
  ]);
});

test('C12 `revokeRules: off` is allowed, and says the same as nothing', () => {
  expect(problemsOf(text('"off"'), { handlers })).toEqual([]);
});

test('law 7 no call that deletes or marks revokes a rule: only a restore does, on the group that it made', () => {
  const revoking = ALL_CALLS.filter(({ api }) => /revoke/i.test(api));
  expect(revoking.map(({ effect }) => effect)).toEqual(['restores']);
  const { delete: deletes, protect = [] } = securityGroup.permissions;
  expect([...deletes, ...protect].filter((right) => /revoke/i.test(right))).toEqual([]);
});
