import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { ERROR_STATUS, errorBody } from "#contract/errors.ts";
import type { RouteCase } from "#testing/route-cases.ts";
import type { ReceivedResponse } from "./request.ts";

const CONTENT_TYPES = { html: "text/html", events: "text/event-stream" } as const;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const schemaProblems = (schema: z.ZodType, text: string): string[] => {
  const body = parseJson(text);
  const result = schema.safeParse(body);
  if (!result.success) return [`response does not match its schema: ${result.error.message}`];
  return isDeepStrictEqual(result.data, body) ? [] : ["response has fields that are not in its schema"];
};

const successProblems = ({ route }: RouteCase, { status, headers, text }: ReceivedResponse): string[] => {
  const expectedStatus = route.response === "nothing" ? 204 : (route.status ?? 200);
  const problems = status === expectedStatus ? [] : [`status ${status} instead of ${expectedStatus}`];
  const type = String(headers["content-type"] ?? "");
  if (route.response instanceof z.ZodType) problems.push(...schemaProblems(route.response, text));
  else if (route.response === "nothing" && text !== "") problems.push("response has a body instead of none");
  else if (
    route.response in CONTENT_TYPES &&
    !type.startsWith(CONTENT_TYPES[route.response as keyof typeof CONTENT_TYPES])
  )
    problems.push(`content type ${type}`);
  return problems;
};

/**
 * Only a workflow may fail outside the product. Routes of LinkedIn and SSO answer `upstream_failed` too, but the gateway and the
 * identity provider of this trial work.
 */
const isExternalFailure = ({ name }: RouteCase, code: string): boolean =>
  name.startsWith("workflows.") && code === "upstream_failed";

const errorProblems = (routeCase: RouteCase, { status, text }: ReceivedResponse): string[] => {
  const body = errorBody.strict().safeParse(parseJson(text));
  if (!body.success) return [`status ${status} without a valid error body: ${text.slice(0, 200)}`];
  const { code } = body.data;
  const problems = ERROR_STATUS[code] === status ? [] : [`error code ${code} with status ${status}`];
  if (status >= 500 && !isExternalFailure(routeCase, code)) problems.push(`fails with ${status} ${code}`);
  return problems;
};

/** A browser that opens a page without being signed in signs in first. */
const isSignInFirst = ({ route }: RouteCase, { status, headers }: ReceivedResponse): boolean =>
  Boolean(route.isPage) && status === 303 && headers["location"] === `/login?naar=${encodeURIComponent(route.path)}`;

const bodyProblems = (routeCase: RouteCase, received: ReceivedResponse): string[] => {
  if (isSignInFirst(routeCase, received)) return [];
  return received.status < 300 ? successProblems(routeCase, received) : errorProblems(routeCase, received);
};

const REQUIRED_HEADERS = ["content-security-policy", "referrer-policy", "cross-origin-opener-policy"];

const headerProblems = ({ headers }: ReceivedResponse): string[] => [
  ...REQUIRED_HEADERS.filter((name) => !headers[name]).map((name) => `header ${name} is missing`),
  ...(headers["x-content-type-options"] === "nosniff" ? [] : ["x-content-type-options is not nosniff"]),
];

/** All violations of the contract in a response. */
export const problemsOf = (routeCase: RouteCase, received: ReceivedResponse): string[] => [
  ...headerProblems(received),
  ...bodyProblems(routeCase, received),
];
