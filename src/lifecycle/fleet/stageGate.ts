import { isLower, type Stage, stageForbidsDeleting } from '../../core/policy/stage.ts';

/** The checks of a permit gate of one namespace, without waiting. */
export interface DeleteGate {
  /** `undefined` = requests may leave. */
  denies(): string | undefined;
  /** Until when this process certainly counts as live, monotonic ms; no permit may outlast it. */
  readonly aliveUntil: number;
  /** A gate opens; the caller calls the returned function when it closes. */
  open(): () => void;
}

/** The part of a fleet member that a gate needs. */
interface Member {
  denies(): string | undefined;
  readonly aliveUntil: number;
  open(denies: () => string | undefined): () => void;
}

/** Closes with the fleet's control, with a difference between instances, and where the stage was lowered since. */
export class StageGate implements DeleteGate {
  readonly #member: Member;
  readonly #stage: () => Stage;
  readonly #differs: () => string | undefined;
  #opened: Stage | undefined;

  /**
   * @param stage the stage of the last read
   * @param differs which live instance runs otherwise, by the last heartbeat
   */
  constructor(member: Member, stage: () => Stage, differs: () => string | undefined = () => undefined) {
    this.#member = member;
    this.#stage = stage;
    this.#differs = differs;
  }

  get aliveUntil(): number {
    return this.#member.aliveUntil;
  }

  denies(): string | undefined {
    const stage = this.#stage();
    const lowered = this.#opened !== undefined && isLower(stage, this.#opened);
    const why = stageForbidsDeleting(stage) ?? (lowered ? `its stage was lowered to ${stage} meanwhile` : undefined);
    return this.#member.denies() ?? why ?? this.#differs();
  }

  open(): () => void {
    this.#opened = this.#stage();
    return this.#member.open(() => this.denies());
  }
}
