import { type BrowserContext, type ConsoleMessage, expect } from "@playwright/test";

type Problem = string | RegExp;

/** A visitor is recognised by the refusal of this question, and Chromium writes every refusal to the console. */
const WHO_AM_I = ["401 /api/auth/user", "401 /admin/api/user"];
const NETWORK = /^Failed to load resource: (?:the server responded with a status of (\d{3})|net::(ERR_\w+))/;

/** A line about the network as "401 /api/login", anything else as it is. */
const describe = (message: ConsoleMessage): string => {
  const [, status, failure] = NETWORK.exec(message.text()) ?? [];
  return status || failure ? `${status ?? failure} ${new URL(message.location().url).pathname}` : message.text();
};

const matches = (problem: Problem, line: string): boolean =>
  typeof problem === "string" ? problem === line : problem.test(line);

/** Whatever a page complains about in its console fails the test, unless the test has said that it would. */
export class ConsoleWatch {
  private readonly seen: string[] = [];
  private readonly announced: Problem[] = [];
  private readonly allowed: Problem[] = [...WHO_AM_I];

  follow(context: BrowserContext): void {
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.seen.push(describe(message));
    });
    context.on("weberror", (problem) => this.seen.push(problem.error().stack ?? String(problem.error())));
  }

  /** What the test provokes, such as "401 /api/login". It must then happen. */
  announce(...problems: Problem[]): void {
    this.announced.push(...problems);
  }

  /** What may happen or not, by who is quicker. */
  allow(...problems: Problem[]): void {
    this.allowed.push(...problems);
  }

  check(): void {
    const known = [...this.allowed, ...this.announced];
    const unknown = this.seen.filter((line) => !known.some((problem) => matches(problem, line)));
    const missing = this.announced.filter((problem) => !this.seen.some((line) => matches(problem, line)));
    expect(unknown, "not announced, but in the console").toEqual([]);
    expect(missing, "announced, but not in the console").toEqual([]);
  }
}
