import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldProblem } from "#contract/errors.ts";
import { MAX_PAGE_SIZE } from "#contract/paging.ts";
import type { RawBody, RawParams, RawQuery, ResponseOf, Route } from "#contract/route.ts";

/** A failed call. `message` is "status: body" for the log; `text` is the server's message for the user. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly text: string | undefined;
  readonly details: FieldProblem[];

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    const error = parseErrorBody(body);
    this.status = status;
    this.code = error?.code;
    this.text = error?.message;
    this.details = error?.details ?? [];
  }
}

const parseErrorBody = (body: string): ErrorBody | undefined => {
  try {
    const parsed: unknown = JSON.parse(body);
    return isErrorBody(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/** A proxy in front of the server may respond with its own body. */
const isErrorBody = (parsed: unknown): parsed is ErrorBody => {
  const { code, message } = (parsed ?? {}) as Partial<ErrorBody>;
  return typeof message === "string" && code !== undefined && Object.hasOwn(ERROR_STATUS, code);
};

/** The server's message for the user, or the fallback of the screen. */
export const errorMessage = (error: unknown, fallback: string): string =>
  (error instanceof ApiError ? error.text : undefined) ?? fallback;

/** The server's message when it refused a request (4xx); the fallback when it failed or could not be reached. */
export const clientErrorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status < 500 ? errorMessage(error, fallback) : fallback;

type InputPart<Name extends string, T> = [T] extends [undefined] ? { [Key in Name]?: undefined } : { [Key in Name]: T };

type CallInput<R extends Route> = InputPart<"params", RawParams<R>> &
  InputPart<"query", RawQuery<R>> &
  InputPart<"body", RawBody<R>> & { signal?: AbortSignal };

type Arguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/\{\*?(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

type QueryValue = string | number | boolean | undefined;

const queryText = (query: Record<string, QueryValue> = {}): string => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return entries.length ? `?${new URLSearchParams(entries)}` : "";
};

/** The input of any route; `call` and `callPage` check it against the types of their route. */
interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  signal?: AbortSignal;
}

const bodyOf = (body: unknown): Pick<RequestInit, "body" | "headers"> => {
  if (body === undefined) return {};
  if (body instanceof Blob) return { body, headers: { "content-type": body.type } };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
};

/** The URL of a route, for requests that the browser makes itself: a report in an iframe, a download. */
export const urlOf = <R extends Route>(route: R, params: RawParams<R>, query?: RawQuery<R>): string =>
  fillPath(route.path, params as Record<string, string>) + queryText(query as Record<string, QueryValue>);

let runningReads = new AbortController();
let readsMayStart: Promise<void> = Promise.resolve();

/** Aborts every running GET request and delays new ones until `work` has ended; if it succeeds, those are aborted too. */
export const withoutReads = async <T>(work: () => Promise<T>): Promise<T> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  readsMayStart = promise;
  const abortReads = () => {
    runningReads.abort();
    runningReads = new AbortController();
  };
  abortReads();
  try {
    const result = await work();
    abortReads();
    return result;
  } finally {
    resolve();
  }
};

const startRead = async (signal: AbortSignal | undefined): Promise<AbortSignal> => {
  const { signal: abortedTogether } = runningReads;
  await readsMayStart;
  abortedTogether.throwIfAborted();
  return signal ? AbortSignal.any([signal, abortedTogether]) : abortedTogether;
};

type Answer = { headers: Headers; body: unknown };

const fetchAnswer = async (route: Route, input: RequestInput): Promise<Answer> => {
  const response = await fetch(fillPath(route.path, input.params) + queryText(input.query), {
    method: route.method,
    credentials: "same-origin",
    signal: route.method === "GET" ? await startRead(input.signal) : (input.signal ?? null),
    ...bodyOf(input.body),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return { headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
};

let latestWrite = "";
let latestAnswer: Promise<Answer>;

/**
 * A double click calls its handler twice before React can disable the button. A write that equals the latest one, while that is
 * under way, is not sent: it gets the same answer. Only the latest is compared, so that on, off, on still ends as on.
 */
const sendRequest = (route: Route, input: RequestInput): Promise<Answer> => {
  if (route.method === "GET" || input.signal || input.body instanceof Blob) return fetchAnswer(route, input);
  const write = JSON.stringify([route.method, route.path, input]);
  if (write !== latestWrite) {
    latestWrite = write;
    latestAnswer = fetchAnswer(route, input).finally(() => {
      if (write === latestWrite) latestWrite = "";
    });
  }
  return latestAnswer;
};

/** Calls a route of the contract. */
export const call = async <R extends Route>(route: R, ...[input]: Arguments<R>): Promise<ResponseOf<R>> =>
  (await sendRequest(route, (input ?? {}) as RequestInput)).body as ResponseOf<R>;

export type ItemPage<Item> = { items: Item[]; total: number; nextCursor: string | undefined };

const nextCursorIn = (headers: Headers): string | undefined => {
  const [, nextUrl] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get("link") ?? "") ?? [];
  return (nextUrl && new URL(nextUrl, "http://host").searchParams.get("cursor")) || undefined;
};

type ItemOf<R extends Route> = ResponseOf<R> extends readonly (infer Item)[] ? Item : never;

/** One page of a list route: the body is an array; total and next cursor are in headers. */
export const callPage = async <R extends Route>(route: R, ...[input]: Arguments<R>): Promise<ItemPage<ItemOf<R>>> => {
  const { headers, body } = await sendRequest(route, (input ?? {}) as RequestInput);
  const items = body as ItemOf<R>[];
  return { items, total: Number(headers.get("x-total-count") ?? items.length), nextCursor: nextCursorIn(headers) };
};

type PagedQuery = { limit?: number | undefined; cursor?: string | undefined };

/** All items of a list route, page by page. */
export const callAllPages = async <R extends Route>(
  route: R,
  { query, signal }: { query: Omit<RawQuery<R>, keyof PagedQuery>; signal: AbortSignal },
): Promise<ItemOf<R>[]> => {
  const found: ItemOf<R>[] = [];
  let paging: PagedQuery | undefined = {};
  while (paging) {
    const { items, nextCursor }: ItemPage<ItemOf<R>> = await callPage(route, {
      query: { ...query, ...paging },
      signal,
    } as unknown as CallInput<R>);
    found.push(...items);
    paging = nextCursor ? { limit: MAX_PAGE_SIZE, cursor: nextCursor } : undefined;
  }
  return found;
};

/** For the session queries: a 401 is not an error, but means that nobody is signed in. */
export const callOrNull = async <R extends Route>(route: R, ...input: Arguments<R>): Promise<ResponseOf<R> | null> => {
  try {
    return await call(route, ...input);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};
