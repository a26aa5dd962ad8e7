import type { Readable } from "node:stream";
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route, RouteTable } from "#contract/route.ts";
import type { PlatformScope, Scope } from "../database/scope.ts";
import type { JsonText } from "../json-list.ts";
import type { SessionKind, SignedInUser, Visitor } from "../sessions.ts";

/** What a handler may set on the response besides returning its body. */
export interface Reply {
  header(name: string, value: string): void;
  setSession(sessionKind: SessionKind, token: string, expiresAt: Date): void;
  /** Marks the browser as one in which the user has signed in. */
  setDevice(token: string, expiresAt: Date): void;
  clearSession(sessionKind: SessionKind): void;
}

interface PublicContext {
  visitor: Visitor;
  /** The session token the visitor sent, unverified. */
  tokenOf(sessionKind: SessionKind): string | undefined;
  /** The token of `Authorization: Bearer …`, unverified. */
  bearer: string | undefined;
  /** A header of the request, by its name in lower case. */
  requestHeader(name: string): string | undefined;
  reply: Reply;
}

interface MainContext extends PublicContext {
  user: SignedInUser;
  scope: Scope;
}

interface AdminContext extends PublicContext {
  user: SignedInUser;
  scope: PlatformScope;
}

type ContextOf<R extends Route> = R["access"]["session"] extends "main"
  ? MainContext
  : R["access"]["session"] extends "admin"
    ? AdminContext
    : PublicContext;

export type RequestOf<R extends Route> = ContextOf<R> & { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> };

export interface BinaryResponse {
  body: Readable | Uint8Array;
  contentType: string;
}

/** A stream of server-sent events: `open` subscribes and returns the function that unsubscribes. */
export interface EventStream {
  open(send: (data: unknown) => void, close: () => void): () => void;
}

type HandlerResult<R extends Route> = R["response"] extends "html"
  ? string
  : R["response"] extends "bytes"
    ? BinaryResponse
    : R["response"] extends "events"
      ? EventStream
      : R["response"] extends "nothing"
        ? undefined
        : ResponseOf<R> | JsonText;

export type Handler<R extends Route> = (request: RequestOf<R>) => Promise<HandlerResult<R>> | HandlerResult<R>;

/** Exactly one handler for each route of a feature's table. */
export type Handlers<Table extends RouteTable> = { readonly [Name in keyof Table]: Handler<Table[Name]> };

const NON_ASCII_FILE_CHARACTERS = /[^\w .()-]/g;

/** Makes the browser save the response under this name; `filename*` carries letters outside ASCII. */
export const setAttachmentHeader = ({ header }: Pick<Reply, "header">, fileName: string): void =>
  header(
    "content-disposition",
    `attachment; filename="${fileName.normalize("NFKD").replace(NON_ASCII_FILE_CHARACTERS, "")}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  );
