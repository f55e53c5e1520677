/** Rows of cells as a table for a terminal, numbers to the right. */
export function table(head, rows) {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column])].map((t) => t.length)),
  );
  const line = (cells) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export const whole = (number) => Math.round(number).toLocaleString('en-US');
export const times = (ratio) => `${ratio.toFixed(2)} ×`;

export async function timed(run) {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
