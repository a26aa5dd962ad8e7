import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { ERROR_STATUS, errorBody } from "#contract/errors.ts";
import type { RouteCase } from "#testing/route-cases.ts";
import type { ReceivedResponse } from "./request.ts";

const KINDS = { html: "text/html", events: "text/event-stream" } as const;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const outsideSchema = (schema: z.ZodType, text: string): string[] => {
  const wire = parsed(text);
  const held = schema.safeParse(wire);
  if (!held.success) return [`answers outside its schema: ${held.error.message}`];
  return isDeepStrictEqual(held.data, wire) ? [] : ["answers more than its schema says"];
};

const wrongSuccess = ({ route }: RouteCase, { status, headers, text }: ReceivedResponse): string[] => {
  const wanted = route.answer === "nothing" ? 204 : (route.status ?? 200);
  const problems = status === wanted ? [] : [`answers ${status} where ${wanted} was promised`];
  const type = String(headers["content-type"] ?? "");
  if (route.answer instanceof z.ZodType) problems.push(...outsideSchema(route.answer, text));
  else if (route.answer === "nothing" && text !== "") problems.push("answers something where nothing was promised");
  else if (route.answer in KINDS && !type.startsWith(KINDS[route.answer as keyof typeof KINDS]))
    problems.push(`answers ${type}`);
  return problems;
};

/** Somebody outside whom the call asks on the caller's behalf may fail; nothing else of ours may. */
const mayFail = ({ name }: RouteCase, code: string): boolean =>
  name.startsWith("workflows.") && code === "upstream_failed";

const wrongFailure = (routeCase: RouteCase, { status, text }: ReceivedResponse): string[] => {
  const body = errorBody.strict().safeParse(parsed(text));
  if (!body.success) return [`fails with ${status} in a shape of its own: ${text.slice(0, 200)}`];
  const { code } = body.data;
  const problems = ERROR_STATUS[code] === status ? [] : [`says ${code} with ${status}`];
  if (status >= 500 && !mayFail(routeCase, code)) problems.push(`fails with ${status} ${code}`);
  return problems;
};

const ALWAYS = ["content-security-policy", "referrer-policy", "cross-origin-opener-policy"];

const wrongHeaders = ({ headers }: ReceivedResponse): string[] => [
  ...ALWAYS.filter((name) => !headers[name]).map((name) => `leaves out ${name}`),
  ...(headers["x-content-type-options"] === "nosniff" ? [] : ["lets its type be guessed"]),
];

/** All that is wrong with an answer, whatever was asked. */
export const problemsOf = (routeCase: RouteCase, received: ReceivedResponse): string[] => [
  ...wrongHeaders(received),
  ...(received.status < 300 ? wrongSuccess(routeCase, received) : wrongFailure(routeCase, received)),
];
