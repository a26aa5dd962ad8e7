import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AutomationTool, Claims } from "./automation-tool.ts";

/** The claims of a token signed with HS256, or why it is invalid. */
function readToken(token: string, secret: string, now: number): { claims: Claims } | { problem: string } {
  const [encodedHeader = "", encodedClaims = "", signature = "", ...more] = token.split(".");
  const [header, claims] = [decode(encodedHeader), decode(encodedClaims)];
  if (!header || !claims || more.length > 0) return { problem: "jwt malformed" };
  if (header["alg"] !== "HS256") return { problem: "invalid algorithm" };
  const expected = createHmac("sha256", secret).update(`${encodedHeader}.${encodedClaims}`).digest();
  const receivedSignature = Buffer.from(signature, "base64url");
  if (receivedSignature.length !== expected.length || !timingSafeEqual(receivedSignature, expected))
    return { problem: "invalid signature" };
  const seconds = now / 1_000;
  if (typeof claims["exp"] === "number" && claims["exp"] <= seconds) return { problem: "jwt expired" };
  if (typeof claims["nbf"] === "number" && claims["nbf"] > seconds) return { problem: "jwt not active" };
  return { claims };
}

function decode(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? (value as Claims) : null;
  } catch {
    return null;
  }
}

const DELIVER = "deliver-message";

type HookAddress = { Params: { name: string }; Querystring: Record<string, string> };

/** Webhook URLs that start a workflow, as in n8n. */
export function addWebhookRoutes(app: FastifyInstance, tool: AutomationTool): void {
  app.post<HookAddress>(`/webhook/${DELIVER}`, async (request, reply) => {
    const result = authenticateCall(tool, request);
    if ("status" in result) return rejectCall(reply, result);
    logCall(tool, request, DELIVER, result.claims);
    if (tool.settings.delivery === "refuse") {
      return reply.code(422).send({ accepted: false, reason: "De ontvanger bestaat niet meer op dit netwerk." });
    }
    const key = idempotencyKey(request);
    const { delivery, isDuplicate } = await tool.deliveries.accept(key, request.body, tool.clock.now());
    return { accepted: true, messageId: delivery.messageId, duplicate: isDuplicate };
  });

  app.post<HookAddress>("/webhook/:name", (request, reply) => {
    const { name } = request.params;
    const isSigned = request.headers.authorization !== undefined;
    const result = isSigned ? authenticateCall(tool, request) : { claims: null };
    if ("status" in result) return rejectCall(reply, result);
    logCall(tool, request, name, result.claims);
    tool.startWorkflow(name, request.query["base"]);
    return reply.send({ message: "Workflow was started" });
  });

  app.get<HookAddress>("/webhook/:name", (request, reply) =>
    reply.code(404).send({
      code: 404,
      message: `This webhook is not registered for GET requests. Did you mean to make a POST request?`,
      hint: `The webhook "${request.params.name}" listens to POST requests.`,
    }),
  );
}

type CallRejection = { status: number; message: string };

function authenticateCall(
  { settings, clock }: AutomationTool,
  request: FastifyRequest,
): CallRejection | { claims: Claims | null } {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) return { status: 401, message: "No token provided" };
  const outcome = readToken(token, settings.secret, clock.now().getTime());
  return "problem" in outcome ? { status: 403, message: outcome.problem } : outcome;
}

const rejectCall = (reply: FastifyReply, { status, message }: CallRejection) =>
  reply.code(status).header("www-authenticate", 'Basic realm="Webhook"').type("text/plain").send(message);

function logCall(
  { calls, clock }: AutomationTool,
  request: FastifyRequest<HookAddress>,
  name: string,
  claims: Claims | null,
) {
  const { authorization: _authorization, ...headers } = request.headers;
  calls.add({
    at: clock.now().toISOString(),
    kind: "webhook",
    name,
    query: request.query,
    headers,
    body: request.body ?? null,
    claims,
  });
}

function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers["idempotency-key"];
  if (typeof header === "string") return header;
  const body = request.body as { idempotencyKey?: unknown } | null | undefined;
  return typeof body?.idempotencyKey === "string" ? body.idempotencyKey : null;
}
