import { readFileSync } from "node:fs";

interface Outcome {
  passed: number;
  failed: number;
  /** The failed tests, with the beginning of their output. */
  failures: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport extends Suite {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  errors?: { message?: string }[];
}

const saidMax = 1_000;

/** The result in Vitest's JSON report. A missing report is a failed run. */
export function readVitest(file: string): Outcome {
  const report = readReport<VitestReport>(file);
  if (!report) return noReport;
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0) return message ? [told(name, message)] : [];
    return failed.map(({ fullName, failureMessages = [] }) =>
      told(`${name}: ${fullName}`, failureMessages[0]),
    );
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

/** The result in Playwright's JSON report, including errors outside of all tests. */
export function readPlaywright(file: string): Outcome & { flaky: number; skipped: number } {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return { ...noReport, flaky: 0, skipped: 0 };
  const { expected, flaky, unexpected, skipped } = report.stats;
  const around = (report.errors ?? []).map(({ message }) => told("around the tests", message));
  return {
    passed: expected + flaky,
    failed: unexpected,
    failures: [...around, ...inSuite(report)],
    flaky,
    skipped,
  };
}

function inSuite({ suites = [], specs = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, file, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []));
      return told(`${file}: ${title}`, errors[0]);
    }),
    ...suites.flatMap(inSuite),
  ];
}

const noReport: Outcome = { passed: 0, failed: 0, failures: [] };

function told(name: string, message = ""): string {
  return `${name}\n${message.slice(0, saidMax)}`;
}

// Safe: both runners write these fields; a missing one is an error of this script that shows at once.
function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return null;
  }
}
