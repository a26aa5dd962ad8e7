import type { z } from "zod";
import type { RouteCase } from "#testing/route-cases.ts";
import type { SeededRandom } from "../../trial.ts";
import { WRONG_TEXTS, WRONG_VALUES } from "./edge-values.ts";
import { generateValue, jsonSchemaOf } from "./from-schema.ts";
import type { DraftRequest } from "./request.ts";

/** `victimIds`: ids of another company's entities, by kind. */
export interface VariationDeps {
  routeCase: RouteCase;
  random: SeededRandom;
  victimCompanyId: string;
  victimIds: Readonly<Record<string, string>>;
}

type Variation = (draft: DraftRequest, deps: VariationDeps) => DraftRequest;

const objectIn = (body: unknown): Record<string, unknown> =>
  typeof body === "object" && body !== null && !Array.isArray(body) && !(body instanceof Uint8Array) ? { ...body } : {};
const hasJsonBody = ({ route }: RouteCase): boolean => typeof route.body === "object";
const schemaOf = (part: z.ZodType | "bytes" | undefined): z.ZodType | undefined =>
  typeof part === "object" ? part : undefined;

const asQuery = (value: unknown): [string, string][] =>
  Object.entries(objectIn(value))
    .filter(([, field]) => field !== null && field !== undefined)
    .map(([name, field]) => [name, String(field)]);

/** A random query and body that match their schemas. */
const randomBody: Variation = (draft, { routeCase: { route }, random }) => {
  const body = schemaOf(route.body);
  return {
    ...draft,
    query: route.query ? asQuery(generateValue(jsonSchemaOf(route.query), random)) : draft.query,
    body: body ? generateValue(jsonSchemaOf(body), random) : draft.body,
  };
};

/** The valid request with one random field. */
const partlyRandomBody: Variation = (draft, deps) => {
  const { random } = deps;
  const randomDraft = randomBody(draft, deps);
  const name = random.oneOf(Object.keys(objectIn(randomDraft.body)));
  const pair = random.oneOf(randomDraft.query);
  const others = draft.query.filter(([other]) => other !== pair?.[0]);
  const body = name ? { ...objectIn(draft.body), [name]: objectIn(randomDraft.body)[name] } : draft.body;
  return {
    ...draft,
    query: pair ? [...others, pair] : draft.query,
    body: hasJsonBody(deps.routeCase) ? body : draft.body,
  };
};

const fieldsOf = ({ routeCase: { route }, random }: VariationDeps, draft: DraftRequest): string[] => {
  const schema = schemaOf(route.body);
  const made = schema ? Object.keys(objectIn(generateValue(jsonSchemaOf(schema), random))) : [];
  return [...new Set([...Object.keys(objectIn(draft.body)), ...made])];
};

const wrongField: Variation = (draft, deps) => {
  const name = deps.random.oneOf(fieldsOf(deps, draft));
  return name ? { ...draft, body: { ...objectIn(draft.body), [name]: deps.random.pick(WRONG_VALUES) } } : draft;
};

const missingField: Variation = (draft, { routeCase, random }) => {
  const body = objectIn(draft.body);
  delete body[random.oneOf(Object.keys(body)) ?? ""];
  return hasJsonBody(routeCase) ? { ...draft, body } : draft;
};

const PRIVILEGED_FIELDS = [
  "companyId",
  "company_id",
  "role",
  "isActive",
  "dateSent",
  "id",
  "password",
  "constructor",
] as const;

const unknownField: Variation = (draft, { routeCase, random, victimCompanyId }) => {
  const name = random.pick(PRIVILEGED_FIELDS);
  const value = random.pick([victimCompanyId, "super_admin", true, "2026-01-01T00:00:00Z"]);
  if (!hasJsonBody(routeCase)) return { ...draft, query: [...draft.query, [name, String(value)]] };
  return { ...draft, body: { ...objectIn(draft.body), [name]: value } };
};

const nonObjectBody: Variation = (draft, { routeCase, random }) =>
  hasJsonBody(routeCase) ? { ...draft, body: random.pick(WRONG_VALUES) } : draft;

const NESTING_DEPTH = 20_000;
const JSON_CORRUPTIONS: readonly [(json: string) => string, ...((json: string) => string)[]] = [
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
  (json) =>
    json.replace(/:("[^"]*"|[\d.]+|true|false|null)/, `:${"[".repeat(NESTING_DEPTH)}${"]".repeat(NESTING_DEPTH)}`),
  (json) =>
    json.replace(/:("[^"]*"|[\d.]+|true|false|null)/, `:${'{"a":'.repeat(NESTING_DEPTH)}1${"}".repeat(NESTING_DEPTH)}`),
  (json) => json.replace("{", '{"role":"user","role":"super_admin",'),
  () => "",
  () => "NaN",
  () => `{"x":"${"x".repeat(300_000)}"}`,
];

const corruptedJson: Variation = (draft, { routeCase, random }) => {
  if (routeCase.route.method === "GET") return draft;
  const json = JSON.stringify(hasJsonBody(routeCase) ? (draft.body ?? {}) : { a: "b" });
  const rawBody = Buffer.from(random.pick(JSON_CORRUPTIONS)(json));
  return { ...draft, rawBody, contentType: "application/json" };
};

const CONTENT_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "image/png",
  "text/csv",
  "application/json; charset=utf-16",
  "nonsense",
] as const;
const wrongContentType: Variation = (draft, { routeCase, random }) =>
  routeCase.route.method === "GET" ? draft : { ...draft, contentType: random.pick(CONTENT_TYPES) };

const wrongBytes: Variation = (draft, { routeCase, random }) =>
  routeCase.route.body === "bytes" ? { ...draft, rawBody: Buffer.from(random.text(random.between(0, 3_000))) } : draft;

const otherId: Variation = (draft, { routeCase, random, victimIds }) => {
  const { ids = {}, queryIds = {} } = routeCase.example;
  const inPath = random.oneOf(Object.keys(draft.params));
  const inQuery = random.oneOf(Object.keys(queryIds));
  const idFor = (entity: string | undefined): string =>
    (random.chance(0.5) && entity && victimIds[entity]) || random.pick(WRONG_TEXTS);
  if (inPath) return { ...draft, params: { ...draft.params, [inPath]: idFor(ids[inPath]) } };
  if (inQuery) return { ...draft, query: [[inQuery, idFor(queryIds[inQuery])]] };
  return draft;
};

const wrongQuery: Variation = (draft, { routeCase: { route }, random }) => {
  const known = route.query ? Object.keys(jsonSchemaOf(route.query).properties ?? {}) : [];
  const name = random.oneOf([...known, ...known, "companyId", "__proto__", "limit[]", "constructor[prototype]"]) ?? "x";
  return { ...draft, query: [...draft.query.filter(([other]) => other !== name), [name, random.pick(WRONG_TEXTS)]] };
};

const repeatedParameter: Variation = (draft, { random }) => {
  const pair = random.oneOf(draft.query) ?? ["limit", "1"];
  return { ...draft, query: [...draft.query, pair, [pair[0], random.pick(WRONG_TEXTS)]] };
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
const otherHeader: Variation = (draft, { random }) => ({
  ...draft,
  headers: { ...draft.headers, ...random.pick(HEADERS) },
});

const unchanged: Variation = (draft) => draft;

/** Variations that may succeed are listed more than once, so that every route also succeeds. */
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
  corruptedJson,
  corruptedJson,
  wrongContentType,
  wrongBytes,
  otherId,
  otherId,
  wrongQuery,
  wrongQuery,
  repeatedParameter,
  otherHeader,
];

export const makeVariation = (draft: DraftRequest, deps: VariationDeps): DraftRequest =>
  deps.random.pick(VARIATIONS)(draft, deps);
