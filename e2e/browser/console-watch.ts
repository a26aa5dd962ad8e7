import { type BrowserContext, type ConsoleMessage, expect } from "@playwright/test";

/** The whole text of a console message, or a pattern. */
type MessageMatcher = string | RegExp;

/** The app detects a signed-out visitor by a 401 from these calls, and Chromium logs every 401. */
const SESSION_CHECK_401S = ["401 /api/auth/user", "401 /admin/api/user"];
const NETWORK_ERROR = /^Failed to load resource: (?:the server responded with a status of (\d{3})|net::(ERR_\w+))/;

/** Network errors as "401 /api/login", other messages unchanged. */
const describeMessage = (message: ConsoleMessage): string => {
  const [, status, failure] = NETWORK_ERROR.exec(message.text()) ?? [];
  return status || failure ? `${status ?? failure} ${new URL(message.location().url).pathname}` : message.text();
};

const matches = (matcher: MessageMatcher, message: string): boolean =>
  typeof matcher === "string" ? matcher === message : matcher.test(message);

/** Fails the test on any console error or warning that it neither allows nor requires. */
export class ConsoleWatch {
  private readonly logged: string[] = [];
  private readonly required: MessageMatcher[] = [];
  private readonly allowed: MessageMatcher[] = [...SESSION_CHECK_401S];

  attach(context: BrowserContext): void {
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.logged.push(describeMessage(message));
    });
    context.on("weberror", (webError) => this.logged.push(webError.error().stack ?? String(webError.error())));
  }

  /** These errors, such as "401 /api/login", must occur: check() fails if one is missing. */
  requireErrors(...errors: MessageMatcher[]): void {
    this.required.push(...errors);
  }

  /** These errors may occur, for example depending on a race. */
  allowErrors(...errors: MessageMatcher[]): void {
    this.allowed.push(...errors);
  }

  check(): void {
    const accepted = [...this.allowed, ...this.required];
    const unexpected = this.logged.filter((message) => !accepted.some((matcher) => matches(matcher, message)));
    const missing = this.required.filter((matcher) => !this.logged.some((message) => matches(matcher, message)));
    expect(unexpected, "unexpected console messages").toEqual([]);
    expect(missing, "required console messages that did not occur").toEqual([]);
  }
}
