// Asks the registry for known vulnerabilities of the shipped packages: high and critical ones fail. A registry that
// gives no answer is named and fails nothing, because it says nothing about the packages.
import { spawnSync } from 'node:child_process';

const FAILING = ['high', 'critical'];

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const report = parse(stdout);
const counts = report?.metadata?.vulnerabilities;
if (counts === undefined) {
  console.log(`not audited: the registry gives no answer (${report?.message ?? 'none at all'})`);
} else {
  for (const { name, severity, range, fixAvailable } of Object.values(report.vulnerabilities ?? {})) {
    console.log(`${severity}: ${name} ${range}${fixAvailable ? ', a fix is available' : ''}`);
  }
  const failing = FAILING.reduce((sum, severity) => sum + (counts[severity] ?? 0), 0);
  console.log(`audited: ${counts.total ?? 0} vulnerable packages, of them ${failing} high or critical`);
  process.exitCode = failing === 0 ? 0 : 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
