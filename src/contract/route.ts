import type { z } from "zod";
import type { Access } from "./roles.ts";

/** The successful response: JSON with a schema, or a kind that is not JSON. */
export type Answer = z.ZodType | "nothing" | "html" | "bytes" | "events";

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
  readonly answer: Answer;
  readonly status?: 200 | 201 | 202 | 204;
}

export type RouteTable = Readonly<Record<string, Route>>;

type Parsed<T> = T extends z.ZodType ? z.infer<T> : T extends "bytes" ? Uint8Array : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : T extends "bytes" ? Blob : undefined;

export type ParamsOf<R extends Route> = Parsed<R["params"]>;
export type QueryOf<R extends Route> = Parsed<R["query"]>;
export type BodyOf<R extends Route> = Parsed<R["body"]>;
export type AnswerOf<R extends Route> = R["answer"] extends z.ZodType ? z.infer<R["answer"]> : undefined;

/** The types before defaults and transformations are applied. */
export type SentParams<R extends Route> = Sent<R["params"]>;
export type SentQuery<R extends Route> = Sent<R["query"]>;
export type SentBody<R extends Route> = Sent<R["body"]>;

/** Keeps the literal types of the routes, from which the handlers and the API client are typed. */
export const defineRoutes = <const Table extends RouteTable>(table: Table): Table => table;
