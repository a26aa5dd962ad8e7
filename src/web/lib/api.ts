import type { AnswerOf, Route, SentBody, SentParams, SentQuery } from "../../contract/route.ts";
import { ApiError } from "./api-error.ts";

type Part<Name extends string, T> = [T] extends [undefined] ? { [Key in Name]?: undefined } : { [Key in Name]: T };

type CallInput<R extends Route> = Part<"params", SentParams<R>> &
  Part<"query", SentQuery<R>> &
  Part<"body", SentBody<R>> & { signal?: AbortSignal };

type Arguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/\{\*?(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

const queryText = (query: Record<string, unknown> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length ? `?${new URLSearchParams(given)}` : "";
};

/** The input without its route's types, which are checked where it comes in. */
interface Given {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

const bodyOf = (body: unknown): Pick<RequestInit, "body" | "headers"> => {
  if (body === undefined) return {};
  if (body instanceof Blob) return { body, headers: { "content-type": body.type } };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
};

/** The one way to the server: a route of the contract, its input, its answer. */
export const call = async <R extends Route>(route: R, ...[input]: Arguments<R>): Promise<AnswerOf<R>> => {
  const given = (input ?? {}) as Given;
  const answer = await fetch(fillPath(route.path, given.params) + queryText(given.query), {
    method: route.method,
    credentials: "same-origin",
    signal: given.signal ?? null,
    ...bodyOf(given.body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, text);
  return (text === "" ? undefined : JSON.parse(text)) as AnswerOf<R>;
};

/** For the session reads: a 401 means that nobody is signed in, which is no error. */
export const callOrNull = async <R extends Route>(route: R, ...input: Arguments<R>): Promise<AnswerOf<R> | null> => {
  try {
    return await call(route, ...input);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};
