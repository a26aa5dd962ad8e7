import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AutomationTool } from "./automation-tool.ts";
import { type Claims, readToken } from "./jwt.ts";

const DELIVER = "deliver-message";

type HookAddress = { Params: { name: string }; Querystring: Record<string, string> };

/** Addresses that start a workflow, in the manner of n8n. */
export function addWebhookRoutes(app: FastifyInstance, tool: AutomationTool): void {
  app.post<HookAddress>(`/webhook/${DELIVER}`, async (request, reply) => {
    const admission = admit(tool, request);
    if ("status" in admission) return refuse(reply, admission);
    keepCall(tool, request, DELIVER, admission.claims);
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
    const admission = isSigned ? admit(tool, request) : { claims: null };
    if ("status" in admission) return refuse(reply, admission);
    keepCall(tool, request, name, admission.claims);
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

type Refusal = { status: number; message: string };

function admit({ settings, clock }: AutomationTool, request: FastifyRequest): Refusal | { claims: Claims | null } {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) return { status: 401, message: "No token provided" };
  const outcome = readToken(token, settings.secret, clock.now().getTime());
  return "problem" in outcome ? { status: 403, message: outcome.problem } : outcome;
}

const refuse = (reply: FastifyReply, { status, message }: Refusal) =>
  reply.code(status).header("www-authenticate", 'Basic realm="Webhook"').type("text/plain").send(message);

function keepCall(
  { calls, clock }: AutomationTool,
  request: FastifyRequest<HookAddress>,
  name: string,
  claims: Claims | null,
) {
  const { authorization: _kept, ...headers } = request.headers;
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
