/** AWS's own time in a world, for suites in which AWS does something when it is due. */
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { DAY, type World, type WorldOptions } from './awsWorld.ts';

export interface AwsTime {
  /** The world anew, at AWS's time. */
  reset(options: WorldOptions): Promise<void>;
  /** Time passes for AWS and Holystone. */
  later(ms: number): void;
  /** Days pass, with surveys in between. */
  days(count: number): Promise<void>;
}

/** AWS's clock before that of this machine; a reset of the world leaves it. */
const aheadOf = new WeakMap<World, number>();

/** @param namespace whose surveys go on */
export function awsTimeOf(world: World, namespace: Namespace): AwsTime {
  const ahead = () => aheadOf.get(world) ?? 0;
  const laterForAws = (ms: number) => {
    world.sandbox.control.advanceClock(ms);
    aheadOf.set(world, ahead() + ms);
    world.sandbox.control.renewSessions();
  };
  return {
    async reset(options) {
      await world.reset(options);
      world.clock.advance(Date.now() + ahead() - world.clock.now());
    },
    later(ms) {
      world.clock.advance(ms);
      laterForAws(ms);
    },
    async days(count) {
      await world.watched(count, namespace);
      laterForAws(count * DAY);
    },
  };
}
