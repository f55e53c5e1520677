// Discards all log lines.
const nothing = () => {};
export const LocalLog = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => LocalLog };
