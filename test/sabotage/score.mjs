/** Says at the end of the run how many sabotages there are, and names those that no test notices. */
export default class Score {
  /** Whether its test fails as it must, by `law: name`. */
  #noticed = new Map();

  onTestResult({ path }, { testResults }) {
    if (!path.includes('/test/integration/')) return;
    for (const { ancestorTitles, status } of testResults) {
      const [round] = ancestorTitles;
      if (round !== 'nothing broken' && status !== 'pending') this.#noticed.set(round, status === 'passed');
    }
  }

  onRunComplete() {
    const missed = [...this.#noticed].filter(([, isNoticed]) => !isNoticed).map(([name]) => name);
    const score = `${this.#noticed.size} sabotages: tests notice ${this.#noticed.size - missed.length}, and miss ${missed.length}`;
    process.stderr.write(`\n${[score, ...missed].join('\n  ')}\n`);
  }
}
