import type { z } from "zod";
import type { RouteCase } from "#testing/route-cases.ts";
import type { SeededRandom } from "../../trial.ts";
import { WRONG_TEXTS, WRONG_VALUES } from "./edge-values.ts";
import { shapeOf, valueFor } from "./from-schema.ts";
import type { DraftRequest } from "./request.ts";

/** What a variation may use: the ids of somebody else's things among it. */
export interface VariationDeps {
  routeCase: RouteCase;
  dice: SeededRandom;
  foreignCompany: string;
  foreignIds: Readonly<Record<string, string>>;
}

type Variation = (draft: DraftRequest, means: VariationDeps) => DraftRequest;

const objectIn = (body: unknown): Record<string, unknown> =>
  typeof body === "object" && body !== null && !Array.isArray(body) && !(body instanceof Uint8Array) ? { ...body } : {};
const isForm = ({ route }: RouteCase): boolean => typeof route.body === "object";
const schemaOf = (part: z.ZodType | "bytes" | undefined): z.ZodType | undefined =>
  typeof part === "object" ? part : undefined;

const asQuery = (value: unknown): [string, string][] =>
  Object.entries(objectIn(value))
    .filter(([, each]) => each !== null && each !== undefined)
    .map(([name, each]) => [name, String(each)]);

/** Everything made up anew, within the schemas. */
const randomBody: Variation = (draft, { routeCase: { route }, dice }) => {
  const body = schemaOf(route.body);
  return {
    ...draft,
    query: route.query ? asQuery(valueFor(shapeOf(route.query), dice)) : draft.query,
    body: body ? valueFor(shapeOf(body), dice) : draft.body,
  };
};

/** A call that goes well, with one of its fields made up anew. */
const partlyRandomBody: Variation = (draft, means) => {
  const { dice } = means;
  const fresh = randomBody(draft, means);
  const name = dice.oneOf(Object.keys(objectIn(fresh.body)));
  const pair = dice.oneOf(fresh.query);
  const others = draft.query.filter(([each]) => each !== pair?.[0]);
  const body = name ? { ...objectIn(draft.body), [name]: objectIn(fresh.body)[name] } : draft.body;
  return { ...draft, query: pair ? [...others, pair] : draft.query, body: isForm(means.routeCase) ? body : draft.body };
};

const fieldsOf = ({ routeCase: { route }, dice }: VariationDeps, draft: DraftRequest): string[] => {
  const schema = schemaOf(route.body);
  const made = schema ? Object.keys(objectIn(valueFor(shapeOf(schema), dice))) : [];
  return [...new Set([...Object.keys(objectIn(draft.body)), ...made])];
};

const wrongField: Variation = (draft, means) => {
  const name = means.dice.oneOf(fieldsOf(means, draft));
  return name ? { ...draft, body: { ...objectIn(draft.body), [name]: means.dice.pick(WRONG_VALUES) } } : draft;
};

const missingField: Variation = (draft, { routeCase, dice }) => {
  const body = objectIn(draft.body);
  delete body[dice.oneOf(Object.keys(body)) ?? ""];
  return isForm(routeCase) ? { ...draft, body } : draft;
};

const DANGEROUS = ["companyId", "company_id", "role", "isActive", "dateSent", "id", "password", "constructor"] as const;

const unknownField: Variation = (draft, { routeCase, dice, foreignCompany }) => {
  const name = dice.pick(DANGEROUS);
  const value = dice.pick([foreignCompany, "super_admin", true, "2026-01-01T00:00:00Z"]);
  if (!isForm(routeCase)) return { ...draft, query: [...draft.query, [name, String(value)]] };
  return { ...draft, body: { ...objectIn(draft.body), [name]: value } };
};

const nonObjectBody: Variation = (draft, { routeCase, dice }) =>
  isForm(routeCase) ? { ...draft, body: dice.pick(WRONG_VALUES) } : draft;

const DEEP = 20_000;
const RAW: readonly [(json: string) => string, ...((json: string) => string)[]] = [
  (json) => json.slice(0, -1),
  (json) => `\ufeff${json}`,
  (json) => json.replaceAll('"', "'"),
  (json) => json.replace("{", '{"__proto__":{"role":"super_admin"},'),
  (json) => json.replace("{", '{"constructor":{"prototype":{"role":"super_admin"}},'),
  (json) => json.replace("{", '{"x":"\\u0000",'),
  (json) => json.replace("{", '{"x":"\u0000",'),
  (json) => json.replace(/:"[^"]*"/, ':"\\ud800"'),
  (json) => json.replace(/:"[^"]*"/, `:"${"\\u0000"}"`),
  (json) => json.replace(/:("[^"]*"|[\d.]+|true|false|null)/, ":1e999"),
  (json) => json.replace(/:("[^"]*"|[\d.]+|true|false|null)/, `:${"9".repeat(400)}`),
  (json) => json.replace(/:("[^"]*"|[\d.]+|true|false|null)/, `:${"[".repeat(DEEP)}${"]".repeat(DEEP)}`),
  (json) => json.replace(/:("[^"]*"|[\d.]+|true|false|null)/, `:${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`),
  (json) => json.replace("{", '{"role":"user","role":"super_admin",'),
  () => "",
  () => "NaN",
  () => `{"x":"${"x".repeat(300_000)}"}`,
];

const rawText: Variation = (draft, { routeCase, dice }) => {
  if (routeCase.route.method === "GET") return draft;
  const json = JSON.stringify(isForm(routeCase) ? (draft.body ?? {}) : { a: "b" });
  const rawBody = Buffer.from(dice.pick(RAW)(json));
  return { ...draft, rawBody, contentType: "application/json" };
};

const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "image/png",
  "text/csv",
  "application/json; charset=utf-16",
  "nonsense",
] as const;
const wrongType: Variation = (draft, { routeCase, dice }) =>
  routeCase.route.method === "GET" ? draft : { ...draft, contentType: dice.pick(TYPES) };

const wrongBytes: Variation = (draft, { routeCase, dice }) =>
  routeCase.route.body === "bytes" ? { ...draft, rawBody: Buffer.from(dice.text(dice.between(0, 3_000))) } : draft;

const otherId: Variation = (draft, { routeCase, dice, foreignIds }) => {
  const { ids = {}, queryIds = {} } = routeCase.example;
  const inPath = dice.oneOf(Object.keys(draft.params));
  const inQuery = dice.oneOf(Object.keys(queryIds));
  const idFor = (entity: string | undefined): string =>
    (dice.happens(0.5) && entity && foreignIds[entity]) || dice.pick(WRONG_TEXTS);
  if (inPath) return { ...draft, params: { ...draft.params, [inPath]: idFor(ids[inPath]) } };
  if (inQuery) return { ...draft, query: [[inQuery, idFor(queryIds[inQuery])]] };
  return draft;
};

const wrongQuery: Variation = (draft, { routeCase: { route }, dice }) => {
  const known = route.query ? Object.keys(shapeOf(route.query).properties ?? {}) : [];
  const name = dice.oneOf([...known, ...known, "companyId", "__proto__", "limit[]", "constructor[prototype]"]) ?? "x";
  return { ...draft, query: [...draft.query.filter(([each]) => each !== name), [name, dice.pick(WRONG_TEXTS)]] };
};

const repeatedRequest: Variation = (draft, { dice }) => {
  const pair = dice.oneOf(draft.query) ?? ["limit", "1"];
  return { ...draft, query: [...draft.query, pair, [pair[0], dice.pick(WRONG_TEXTS)]] };
};

const HEADERS: readonly [Record<string, string>, ...Record<string, string>[]] = [
  { "sec-fetch-site": "cross-site" },
  { origin: "https://kwaad.example" },
  { origin: "null" },
  { accept: "text/html" },
  { range: "bytes=0-10" },
  { "if-none-match": "*" },
  { "x-http-method-override": "DELETE" },
  { "content-encoding": "gzip" },
  { cookie: "usa_session=; usa_admin=%00; __proto__=x" },
  { "user-agent": "\u00ff".repeat(5_000) },
];
const otherHeader: Variation = (draft, { dice }) => ({
  ...draft,
  headers: { ...draft.headers, ...dice.pick(HEADERS) },
});

const unchanged: Variation = (draft) => draft;

/** Those that may go well stand more than once, so that every route is also reached. */
const VARIATIONS: readonly [Variation, ...Variation[]] = [
  unchanged,
  randomBody,
  randomBody,
  randomBody,
  partlyRandomBody,
  partlyRandomBody,
  partlyRandomBody,
  wrongField,
  wrongField,
  missingField,
  unknownField,
  nonObjectBody,
  rawText,
  rawText,
  wrongType,
  wrongBytes,
  otherId,
  otherId,
  wrongQuery,
  wrongQuery,
  repeatedRequest,
  otherHeader,
];

export const makeVariation = (draft: DraftRequest, means: VariationDeps): DraftRequest =>
  means.dice.pick(VARIATIONS)(draft, means);
