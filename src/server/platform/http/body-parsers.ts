import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";

// After an even number of backslashes \u0000 is an escape; after an odd number it is literal text.
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;
// Part of a pair or not: only the parsed text shows that.
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

const unstorableCharacter = () => new AppError("invalid", "De invoer bevat een teken dat niet kan.");

/** Iterative, because the client decides how deep a body is nested. */
const hasWellFormedStrings = (body: unknown): boolean => {
  const pending = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string" && !value.isWellFormed()) return false;
    if (typeof value === "object" && value !== null) {
      for (const [name, field] of Object.entries(value)) pending.push(name, field);
    }
  }
  return true;
};

/** PostgreSQL stores neither NUL in a text nor a lone surrogate in JSON: rejecting them here prevents an error in a query. */
export const addBodyParsers = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text.includes("\u0000") || ESCAPED_NUL.test(text)) return done(unstorableCharacter());
    if (text === "") return done(null, undefined);
    return parseJson(request, text, (error, parsed) => {
      if (!error && SURROGATE_ESCAPE.test(text) && !hasWellFormedStrings(parsed)) return done(unstorableCharacter());
      return done(error, parsed);
    });
  });
  for (const type of [/^image\//, "text/csv"])
    app.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
};
