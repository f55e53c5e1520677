/** What the process has before the simulation takes its place. */
export const real = {
  Date,
  setImmediate,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  clearImmediate,
  now: performance.now.bind(performance),
  random: Math.random,
};
