/*
 * The permit to delete one resource: every order of steps of two instances, an owner, an operator, Redis with a replica,
 * and clocks. `node test/proof/prove.mjs` searches each variant below with Spin and compares what it finds.
 *
 *   SLEEP      machine 0 may be suspended once: its monotonic clock stands, and one that counts sleep goes on
 *   STEADY     the program looks at the monotonic clock only (the mend of SLEEP is taken out)
 *   INSTANT    something may happen between the last check and the moment at which the request leaves
 *   KILL       an operator stops all deletions
 *   FAILOVER   Redis is once replaced by its replica, which may be behind; connections break
 *   REPLICAS   a decision counts when the replica has it
 *   TOLD_AGAIN the law under FAILOVER without REPLICAS: a keep may be lost, but then the owner is told anew first
 *   FORGETFUL  nobody compares incarnations: a Redis that forgot something is taken for the one that it was
 *   UNFENCED   the permit's script does not look at the lock
 *   UNHEARD    the permit's script does not look for keeps
 *   UNAWAITED  who finds a permit without an end does not wait until its request can no longer arrive
 *
 * Time has ticks. A lock lives for TTL of them by Redis's clock; the instance counts them by its own clocks from the
 * moment of its request. A request is under way for at most FLIGHT ticks. What it prints as it goes is a trace, which
 * `test/simulation` replays with the program itself.
 */
#define TTL 2
#define FLIGHT 1
#define NOBODY 2
#ifndef TICKS
#define TICKS 6
#endif
#ifndef TRIES
#define TRIES 5
#endif

/* Redis */
byte lock = NOBODY, left, mayArrive;
bool kept, intent, killed, noticed = true, isBehind;
/* its replica */
bool copyKept, copyIntent, copyNoticed = true;
/* the world */
bool gone, keepAnswered, keepHadBegun, killAnswered, isKeepLost, toldAgain, hasFailedOver;
byte ticks, sleeps, failovers, deaths, tries;

mtype = { idle, locked, asked, granted, checked, sent, done };
typedef Instance {
  mtype at = idle;
  byte mono, boot;             /* what its two clocks leave of the lock */
  byte flight;
  bool asleep;
  bool doubt;                  /* its connection broke: it has not yet compared what Redis remembers */
#ifdef KILL
  bool seesKill;
  byte announced, announcedMono, announcedBoot;
#endif
}
Instance I[2];

inline down(n) { if :: n > 0 -> n-- :: else fi }

inline tickOf(i) {
  if :: !I[i].asleep -> down(I[i].mono) :: else fi;
  down(I[i].boot); down(I[i].flight);
#ifdef KILL
  if :: !I[i].asleep -> down(I[i].announcedMono) :: else fi;
  down(I[i].announced); down(I[i].announcedBoot)
#endif
}

#ifdef STEADY
#define COUNTS(mono, boot) (mono > FLIGHT)
#else
#define COUNTS(mono, boot) (mono > FLIGHT && boot > FLIGHT)
#endif
#ifdef KILL
#define MAY_SEND (!I[me].seesKill && COUNTS(I[me].announcedMono, I[me].announcedBoot))
#define OBEYS(i) (I[i].announced == 0 || (I[i].seesKill && I[i].at != checked && I[i].at != sent))
#else
#define MAY_SEND true
#endif
#ifdef UNFENCED
#define HAS_LOCK true
#else
#define HAS_LOCK (lock == me)
#endif
#ifdef UNHEARD
#define IS_KEPT false
#else
#define IS_KEPT kept
#endif
#ifdef REPLICAS
#define COPIED(copy) copy
#else
#define COPIED(copy) true
#endif

#ifdef UNAWAITED
#define NOTHING_ARRIVES true
#else
#define NOTHING_ARRIVES (mayArrive == 0)
#endif

/* What must hold when a request leaves. */
inline leaves() {
#ifdef TOLD_AGAIN
  assert(!isKeepLost || toldAgain);
#else
  assert(!keepAnswered || keepHadBegun);
#endif
  assert(!killAnswered);
  assert(hasFailedOver || lock == me);
  assert(noticed || hasFailedOver);
  printf("sends %d\n", me); I[me].at = sent; I[me].flight = FLIGHT
}

active [2] proctype instance() {
  byte me = _pid;
end: do
  :: atomic { !I[me].asleep && I[me].at == idle && !I[me].doubt && lock == NOBODY && !gone && tries < TRIES ->
       printf("locks %d\n", me); tries++; lock = me; left = TTL; I[me].mono = TTL; I[me].boot = TTL; I[me].at = locked }
  :: atomic { !I[me].asleep && I[me].at == locked && I[me].mono == 0 -> I[me].at = idle }
  :: atomic { !I[me].asleep && I[me].at == locked && lock == me && !noticed ->       /* retention begins anew */
       noticed = true; toldAgain = true }
  :: atomic { !I[me].asleep && I[me].at == locked && lock == me && intent && !gone && NOTHING_ARRIVES ->
       intent = false }                                                    /* read by id: it is still there */
  :: atomic { !I[me].asleep && I[me].at == locked && !I[me].doubt ->                  /* the permit's script */
       if
       :: HAS_LOCK && noticed && !intent && !IS_KEPT && !killed && !gone ->
            printf("permit %d\n", me); intent = true; mayArrive = left; I[me].mono = left; I[me].boot = left; I[me].at = asked
       :: else -> printf("denied %d\n", me); I[me].at = idle
       fi }
  :: atomic { !I[me].asleep && I[me].at == asked ->                                   /* the answer arrives, or is lost */
       if
       :: COPIED(copyIntent) && !I[me].doubt -> I[me].at = granted
       :: printf("lost %d\n", me); I[me].at = idle
       fi }
#ifdef INSTANT
  :: atomic { !I[me].asleep && I[me].at == granted ->
       if
       :: COUNTS(I[me].mono, I[me].boot) && !I[me].doubt && MAY_SEND -> I[me].at = checked
       :: else -> if :: lock == me -> intent = false :: else fi; I[me].at = idle
       fi }
  :: atomic { !I[me].asleep && I[me].at == checked -> leaves() }
#else
  :: atomic { !I[me].asleep && I[me].at == granted ->
       if
       :: COUNTS(I[me].mono, I[me].boot) && !I[me].doubt && MAY_SEND -> leaves()
       :: else -> if :: lock == me -> intent = false :: else fi; I[me].at = idle
       fi }
#endif
  :: atomic { I[me].at == sent ->                                                     /* the provider carries it out */
#ifndef TOLD_AGAIN
       assert(!keepAnswered || keepHadBegun);
#endif
       printf("gone %d\n", me); gone = true; I[me].at = done }
  :: atomic { !I[me].asleep && I[me].doubt ->                                         /* its beat */
#ifndef FORGETFUL
       if :: isBehind -> noticed = false; isBehind = false :: else fi;
#endif
       I[me].doubt = false }
  :: atomic { !I[me].asleep && deaths == 0 && I[me].at != sent && I[me].at != idle && I[me].at != done ->
       printf("dies %d\n", me); deaths++; I[me].at = idle }
#ifdef KILL
  :: atomic { !I[me].asleep && I[me].at != checked && (I[me].announcedMono < TTL || killed != I[me].seesKill) ->
       I[me].announced = TTL; I[me].announcedMono = TTL; I[me].announcedBoot = TTL; I[me].seesKill = killed }
#endif
  od
}

active proctype owner() {
  bool begun;
end: do
  :: atomic { !kept && !keepAnswered -> printf("keep\n"); kept = true; begun = intent }
  :: atomic { kept && !keepAnswered && COPIED(copyKept) -> keepAnswered = true; keepHadBegun = begun; break }
  od
}

#ifdef KILL
active proctype operator() {
  atomic { printf("kill\n"); killed = true };
end: atomic { OBEYS(0) && OBEYS(1) -> killAnswered = true }
}
#endif

active proctype world() {
end: do
  :: atomic { ticks < TICKS && !(I[0].at == sent && I[0].flight == 0) && !(I[1].at == sent && I[1].flight == 0) ->
       printf("tick\n"); ticks++; down(mayArrive); down(left); if :: left == 0 -> lock = NOBODY :: else fi; tickOf(0); tickOf(1) }
#ifdef SLEEP
  :: atomic { sleeps == 0 && I[0].at != idle && I[0].at != sent && I[0].at != done ->
       printf("sleeps\n"); sleeps++; I[0].asleep = true }
  :: atomic { I[0].asleep -> printf("wakes\n"); I[0].asleep = false }
#endif
#ifdef FAILOVER
  :: atomic { failovers == 0 && (copyKept != kept || copyIntent != intent || copyNoticed != noticed) ->
       copyKept = kept; copyIntent = intent; copyNoticed = noticed }
  :: atomic { failovers == 0 ->
       failovers++; hasFailedOver = true;
       isBehind = copyKept != kept || copyIntent != intent || copyNoticed != noticed;
       if :: isBehind -> printf("failover behind\n") :: else -> printf("failover\n") fi;
       isKeepLost = keepAnswered && !keepHadBegun && !copyKept;
       kept = copyKept; intent = copyIntent; noticed = copyNoticed; lock = NOBODY; left = 0;
       if :: I[0].at == asked -> I[0].at = idle :: else fi;      /* answers do not arrive */
       if :: I[1].at == asked -> I[1].at = idle :: else fi;
       I[0].doubt = true; I[1].doubt = true }
  :: atomic { failovers == 1 && (copyKept != kept || copyIntent != intent) -> copyKept = kept; copyIntent = intent }
#endif
  od
}
