import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";

// Behind an even number of backslashes it is an escape; behind an odd number, a text about one.
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const LONE_SURROGATE = /\\u[dD][89a-fA-F]/;

const unstorableCharacter = () => new AppError("invalid", "De invoer bevat een teken dat niet kan.");

/** Not by recursion: how deep a body goes is up to whoever sends it. */
const hasWellFormedStrings = (body: unknown): boolean => {
  const left = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && !value.isWellFormed()) return false;
    if (typeof value === "object" && value !== null) {
      for (const [name, field] of Object.entries(value)) left.push(name, field);
    }
  }
  return true;
};

/** PostgreSQL keeps neither NUL in a text nor half a character in JSON; refused here, they never become a failure there. */
export const addBodyParsers = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text.includes("\u0000") || ESCAPED_NUL.test(text)) return done(unstorableCharacter());
    if (text === "") return done(null, undefined);
    return parseJson(request, text, (error, parsed) => {
      if (!error && LONE_SURROGATE.test(text) && !hasWellFormedStrings(parsed)) return done(unstorableCharacter());
      return done(error, parsed);
    });
  });
  for (const type of [/^image\//, "text/csv"])
    app.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
};
