import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { Judgement } from '../../../sandbox/demo/oracle.ts';
import type { Seeded } from '../../../sandbox/demo/seed.ts';
import type { Stage } from './stage.ts';
import type { MoreServers } from './world.ts';

/** The verdict of an oracle that a scene brings along: it replaces these fields of the oracle for AWS. */
export interface OwnJudgement extends Pick<Judgement, 'violations' | 'deleted'> {
  /** Its work: `pulled 40 manifests`. */
  readonly how: string;
}

/** One story that the demo plays. Each has a file of its own and an entry in scenes.ts. */
export interface Scene {
  /** The file with its prices; absent: the included table. */
  readonly prices?: string;
  /** The instances' configuration; absent: config/demo.yaml. */
  readonly config?: string;
  /** More servers beside AWS, started before the instances. */
  start?(): Promise<MoreServers>;
  /** The findings of the scene's own oracle at the end, in place of the one for AWS. */
  judge?(stage: Stage): Promise<OwnJudgement>;
  /** Fills the sandbox. @param now ms since the epoch, by the sandbox's clock */
  seed(control: SandboxControl, now: number): Seeded;
  /** Prepares the sandbox before an instance runs. @returns a function that resolves when the story is over */
  prepare(stage: Stage): () => Promise<void>;
  /** Beside the safety rules, which are checked in each scene: expectations that the end does not meet, in sentences. */
  check(stage: Stage): readonly string[];
}
