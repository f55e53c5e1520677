/** `docs/metrics.md`, from the metrics that the program registers. */
import { createMetrics } from '../../src/telemetry/metrics.ts';

/** Names of other programs' metrics that stand beside ours: prom-client's, about the process. */
const OURS = /^holystone_/;

const HEAD = `# Metrics

\`GET /metrics\` on the operator port, in Prometheus' text format. Where \`http.operator\` has tokens, a scrape needs one of them:

\`\`\`yml
scrape_configs:
  - job_name: holystone
    authorization: { type: Bearer, credentials_file: /etc/prometheus/holystone-token }
    static_configs: [{ targets: ['holystone-1:8081', 'holystone-2:8081'] }]
\`\`\`

- **fleet**: every instance shows the same value, read from Redis at the scrape. Aggregate with \`max by (…)\`, never with \`sum\`. While
  Redis does not answer, these series are absent.
- **instance**: each instance counts its own work. Aggregate with \`sum by (…)\`.
- \`account\`, \`location\` and \`type\` are spelled as in the configuration; \`namespace\` is in lower case, as in the API and the logs.
- Beside these are the metrics of the process and of Node.js (\`process_…\`, \`nodejs_…\`).

| metric | type | of | labels | meaning |
| --- | --- | --- | --- | --- |
`;

/** The page as Markdown. */
export async function metricsMarkdown(): Promise<string> {
  const own = createMetrics({ version: '' });
  const ownNames = new Set(own.registry.getMetricsAsArray().map(({ name }) => name));
  own.watchFleet(async () => Promise.reject(new Error('nothing is read for the page')));
  own.watchNotices(async () => Promise.reject(new Error('nothing is read for the page')));
  const rows = own.registry
    .getMetricsAsArray()
    .filter(({ name }) => OURS.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((metric) => {
      const { name, help, type, labelNames } = metric as unknown as Registered;
      const of = ownNames.has(name) ? 'instance' : 'fleet';
      const labels = labelNames.map((label) => `\`${label}\``).join(', ') || '–';
      return `| \`${name}\` | ${type} | ${of} | ${labels} | ${help} |`;
    });
  return `${HEAD}${rows.join('\n')}\n`;
}

/** Fields that each of prom-client's metrics has; its types leave some of them out. */
interface Registered {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}
