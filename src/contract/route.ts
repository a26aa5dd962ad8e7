import type { z } from "zod";
import type { Access } from "./roles.ts";

/** The successful response: JSON with a schema, or a kind that is not JSON. */
export type RouteResponse = z.ZodType | "nothing" | "html" | "bytes" | "events";

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** "bytes" is for uploads; everything else is JSON. */
  readonly body?: z.ZodType | "bytes";
  readonly bodyLimit?: number;
  readonly response: RouteResponse;
  /** Opened in a browser by its URL: without a session the browser is sent to the sign-in page, and back after it. */
  readonly isPage?: true;
  readonly status?: 200 | 201 | 202 | 204;
}

export type RouteTable = Readonly<Record<string, Route>>;

type ParsedInput<T> = T extends z.ZodType ? z.infer<T> : T extends "bytes" ? Uint8Array : undefined;
type RawInput<T> = T extends z.ZodType ? z.input<T> : T extends "bytes" ? Blob : undefined;

export type ParamsOf<R extends Route> = ParsedInput<R["params"]>;
export type QueryOf<R extends Route> = ParsedInput<R["query"]>;
export type BodyOf<R extends Route> = ParsedInput<R["body"]>;
export type ResponseOf<R extends Route> = R["response"] extends z.ZodType ? z.infer<R["response"]> : undefined;

/** The types before defaults and transformations are applied. */
export type RawParams<R extends Route> = RawInput<R["params"]>;
export type RawQuery<R extends Route> = RawInput<R["query"]>;
export type RawBody<R extends Route> = RawInput<R["body"]>;

/** Keeps the literal types of the routes, from which the handlers and the API client are typed. */
export const defineRoutes = <const Table extends RouteTable>(table: Table): Table => table;
