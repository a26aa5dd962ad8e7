import { type BrowserContext, type ConsoleMessage, expect } from "@playwright/test";

type Problem = string | RegExp;

/** The app detects a signed-out visitor by a 401 from these calls, and Chromium logs every 401. */
const SESSION_CHECK_401S = ["401 /api/auth/user", "401 /admin/api/user"];
const NETWORK_ERROR = /^Failed to load resource: (?:the server responded with a status of (\d{3})|net::(ERR_\w+))/;

/** Network errors as "401 /api/login", other messages unchanged. */
const describeMessage = (message: ConsoleMessage): string => {
  const [, status, failure] = NETWORK_ERROR.exec(message.text()) ?? [];
  return status || failure ? `${status ?? failure} ${new URL(message.location().url).pathname}` : message.text();
};

const matches = (problem: Problem, line: string): boolean =>
  typeof problem === "string" ? problem === line : problem.test(line);

/** Fails the test on any console error or warning that it did not expect. */
export class ConsoleWatch {
  private readonly logged: string[] = [];
  private readonly expected: Problem[] = [];
  private readonly allowed: Problem[] = [...SESSION_CHECK_401S];

  attach(context: BrowserContext): void {
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.logged.push(describeMessage(message));
    });
    context.on("weberror", (problem) => this.logged.push(problem.error().stack ?? String(problem.error())));
  }

  /** Expected problems, such as "401 /api/login"; check() fails if one is missing. */
  expectProblems(...problems: Problem[]): void {
    this.expected.push(...problems);
  }

  /** Allowed but not required: depends on a race. */
  allow(...problems: Problem[]): void {
    this.allowed.push(...problems);
  }

  check(): void {
    const accepted = [...this.allowed, ...this.expected];
    const unexpected = this.logged.filter((line) => !accepted.some((problem) => matches(problem, line)));
    const missing = this.expected.filter((problem) => !this.logged.some((line) => matches(problem, line)));
    expect(unexpected, "unexpected console messages").toEqual([]);
    expect(missing, "expected console messages that did not occur").toEqual([]);
  }
}
