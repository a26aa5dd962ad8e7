import { z } from "zod";
import { errorBody } from "#contract/errors.ts";
import { isOpenToApiKeys } from "#contract/roles.ts";
import type { Route } from "#contract/route.ts";
import { type FeatureName, routes } from "#contract/routes.ts";
import { VERSION } from "./system.service.ts";

type JsonObject = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): JsonObject =>
  z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any" });

const parameters = (where: "path" | "query", schema: z.ZodType | undefined): JsonObject[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: JsonObject;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
};

const MEDIA = { html: "text/html", bytes: "application/octet-stream", events: "text/event-stream" } as const;

const responseOf = ({ response, status = 200 }: Route): JsonObject => {
  if (response === "nothing") return { 204: { description: "Gelukt, zonder inhoud" } };
  const content =
    typeof response === "string"
      ? { [MEDIA[response]]: {} }
      : { "application/json": { schema: schemaOf(response, "output") } };
  return { [status]: { description: "Gelukt", content } };
};

const bodyOf = ({ body }: Route): JsonObject => {
  if (!body) return {};
  const content = body === "bytes" ? { "image/*": {} } : { "application/json": { schema: schemaOf(body, "input") } };
  return { requestBody: { required: true, content } };
};

const securityOf = ({ access }: Route): JsonObject => {
  if (access.session === "none") return { security: [] };
  const session = { [access.session]: [] };
  return { security: isOpenToApiKeys(access) ? [session, { apiKey: [] }] : [session] };
};

const operation = (feature: FeatureName, name: string, route: Route): JsonObject => ({
  tags: [feature],
  operationId: `${feature}.${name}`,
  summary: route.summary,
  ...(route.access.session === "main" ? { "x-roles": route.access.roles } : {}),
  ...securityOf(route),
  parameters: [...parameters("path", route.params), ...parameters("query", route.query)],
  ...bodyOf(route),
  responses: { ...responseOf(route), default: { $ref: "#/components/responses/Problem" } },
});

const buildDocument = (): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const [feature, table] of Object.entries(routes) as [FeatureName, Record<string, Route>][]) {
    for (const [name, route] of Object.entries(table)) {
      const path = route.path.replace("{*", "{");
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(feature, name, route) };
    }
  }
  const problem = {
    description: "Mislukt",
    content: { "application/json": { schema: schemaOf(errorBody, "output") } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Ultimate Sales Agent", version: VERSION },
    paths,
    components: {
      responses: { Problem: problem },
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key of the company, from Bedrijf Beheer" },
        main: { type: "apiKey", in: "cookie", name: "usa_session" },
        admin: { type: "apiKey", in: "cookie", name: "usa_admin" },
      },
    },
  };
};

let document: JsonObject | undefined;

/** The OpenAPI 3.1 document of the route table. Built once: that takes half a second, in which the process answers nobody. */
export const openApiDocument = (): JsonObject => {
  document ??= buildDocument();
  return document;
};
