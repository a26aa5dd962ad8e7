import type { z } from "zod";
import type { Access } from "./roles.ts";

/** What a route answers with when it succeeds: JSON by its schema, or one of the kinds that are not JSON. */
export type Answer = z.ZodType | "nothing" | "html" | "bytes" | "events";

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** "bytes" takes the body as it comes, for uploads; everything else is JSON. */
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

/** What a caller sends, before defaults and transformations are applied. */
export type SentParams<R extends Route> = Sent<R["params"]>;
export type SentQuery<R extends Route> = Sent<R["query"]>;
export type SentBody<R extends Route> = Sent<R["body"]>;

/** Keeps the literal types of every route, which is what the server's handlers and the web client are typed from. */
export const defineRoutes = <const Table extends RouteTable>(table: Table): Table => table;
