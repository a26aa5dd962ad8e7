import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { SandboxContext, SandboxService } from "../service.ts";
import {
  type Behaviour,
  behaviourChange,
  createBehaviour,
  faultOf,
  MODELS,
  type Mode,
  type Refusal,
  refuse,
} from "./behaviour.ts";
import { createPrivacyCheck, forbiddenTexts } from "./private-data.ts";
import { readPrompt } from "./read-prompt.ts";
import { writeAnswer } from "./write-dutch.ts";

const API_KEY = "sk-sandbox-7d1f4c20b9a84e6f";
const CAPACITY = 1_000;
const HANG_MS = 600_000;

const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })).min(1),
  stream: z.boolean().optional(),
  max_tokens: z.number().optional(),
  temperature: z.number().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
});
type ChatRequest = z.infer<typeof chatRequest>;

/** How many requests are open now, and how many were at most. */
type Load = { open: number; most: number };

type LoggedCall = {
  at: string;
  model: string;
  /** The whole body, so that tests can prove what was not sent. Headers are left out: they contain the key. */
  body: ChatRequest;
  status: number;
  promptTokens: number;
  completionTokens: number;
};

const contentSchema = z.union([
  z.string(),
  z.array(z.looseObject({ text: z.string().default("") })).transform((parts) => parts.map(({ text }) => text).join("")),
]);
const textOf = (content: unknown): string => contentSchema.catch("").parse(content);

/** Roughly four characters per token. */
const countTokens = (text: string): number => Math.ceil(text.length / 4);

const promptTextOf = ({ messages }: ChatRequest) => messages.map(({ content }) => textOf(content)).join("\n\n");

/** Why this model does not accept the request. */
function refusalOf(body: ChatRequest): Refusal | undefined {
  const model = MODELS[body.model];
  if (!model) return refuse(styleOf(body.model), 404, "model_not_found", `model '${body.model}' not found`);
  const { style, formats, isReasoning, contextTokens = 32_000 } = model;
  const format = body.response_format?.type ?? "text";
  if (format !== "text" && !formats.includes(format))
    return refuse(style, 400, "invalid_request", `response_format ${format} is not supported by this model.`);
  if (format === "json_object" && !/json/i.test(promptTextOf(body)))
    return refuse(style, 400, "invalid_request", "'messages' must contain the word 'json' in some form.");
  if (isReasoning && (body.max_tokens !== undefined || body.temperature !== undefined))
    return refuse(style, 400, "unsupported_parameter", "Unsupported parameter: use 'max_completion_tokens' instead.");
  if (countTokens(promptTextOf(body)) > contextTokens)
    return refuse(style, 400, "context_length_exceeded", `maximum context length is ${contextTokens} tokens.`);
  return undefined;
}

const styleOf = (model: string) =>
  MODELS[model]?.style ?? (/^(ollama|vllm|mistral|azure)/.exec(model)?.[0] as "ollama") ?? "openai";

type Answer = { content: string | null; refusal?: string; finishReason: string | null };

function answerOf(body: ChatRequest, mode: Mode): Answer {
  if (mode === "content_filter") return { content: "", finishReason: "content_filter" };
  if (mode === "refusal") return { content: null, refusal: "Daar kan ik niet mee helpen.", finishReason: "stop" };
  if (mode === "empty") return { content: "", finishReason: "stop" };
  if (mode === "huge_answer") return { content: "meer ".repeat(400_000), finishReason: "stop" };
  if (mode === "not_json") return { content: "Natuurlijk! Hier is een mooi bericht.", finishReason: "stop" };
  const messages = body.messages.map(({ content }) => ({ content: textOf(content) }));
  const json = JSON.stringify(writeAnswer(readPrompt(messages), mode));
  if (mode === "length") return { content: json.slice(0, json.length / 2), finishReason: "length" };
  const isFenced = mode === "code_fence" || body.response_format === undefined;
  return {
    content: isFenced ? `\`\`\`json\n${json}\n\`\`\`` : json,
    finishReason: mode === "no_finish_reason" ? null : "stop",
  };
}

function usageOf(mode: Mode, promptTokens: number, completionTokens: number) {
  if (mode === "no_usage") return undefined;
  if (mode === "broken_usage") return { prompt_tokens: 12.5, completion_tokens: 5e12, total_tokens: 5e12 };
  if (mode === "wrong_usage") return { prompt_tokens: -5, completion_tokens: 0, total_tokens: 1 };
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

async function stream(reply: FastifyReply, body: ChatRequest, answer: Answer, mode: Mode): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { "content-type": "text/event-stream" });
  const send = (data: unknown) => raw.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: "chatcmpl-sandbox",
    object: "chat.completion.chunk",
    created: Math.floor(Date.now() / 1000),
    model: body.model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const pieces = (answer.content ?? "").match(/[\s\S]{1,40}/g) ?? [];
  for (const [index, content] of pieces.entries()) {
    send(chunk({ role: "assistant", content }, null));
    if (index === 1 && mode === "silent_stream") await sleep(HANG_MS, undefined, { ref: false });
    if (index === 1 && mode === "cut_stream") return void raw.destroy();
    if (index === 1 && mode === "error_in_stream") {
      send({ error: { message: "The server had an error.", type: "server_error" } });
      return void raw.end();
    }
  }
  if (answer.finishReason) send(chunk({}, answer.finishReason));
  send("[DONE]");
  raw.end();
}

function hasKey({ headers }: FastifyRequest): boolean {
  return headers.authorization === `Bearer ${API_KEY}` || headers["api-key"] === API_KEY;
}

/** A local Ollama asks for no key. */
const refuseKey = (request: FastifyRequest, style: ReturnType<typeof styleOf>) =>
  style === "ollama" || hasKey(request) ? undefined : refuse(style, 401, "invalid_api_key", "Incorrect API key.");

function countOpenRequest({ raw }: FastifyReply, load: Load): void {
  load.open += 1;
  load.most = Math.max(load.most, load.open);
  // Also when the client gave up.
  raw.once("close", () => {
    load.open -= 1;
  });
}

const completionOf = (
  body: ChatRequest,
  { content, refusal, finishReason }: Answer,
  usage: ReturnType<typeof usageOf>,
) => ({
  id: "chatcmpl-sandbox",
  object: "chat.completion",
  created: Math.floor(Date.now() / 1000),
  model: `${body.model}-2026-11`,
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, ...(refusal ? { refusal } : {}) },
      finish_reason: finishReason,
    },
  ],
  usage,
});

function addModelRoutes(
  app: FastifyInstance,
  behaviour: Behaviour,
  { record, load }: { record: (call: LoggedCall) => void; load: Load },
  context: SandboxContext,
): void {
  app.get("/v1/models", (request, reply) => {
    if (!hasKey(request))
      return reply.code(401).send(refuse("openai", 401, "invalid_api_key", "Incorrect API key.").body);
    return { object: "list", data: Object.keys(MODELS).map((id) => ({ id, object: "model", owned_by: "sandbox" })) };
  });

  app.post("/v1/chat/completions", async (request, reply) => {
    const body = chatRequest.parse(request.body);
    const { mode, delayMs } = behaviour.take();
    const promptTokens = countTokens(promptTextOf(body));
    const entry = {
      at: context.clock.now().toISOString(),
      model: body.model,
      body,
      status: 200,
      promptTokens,
      completionTokens: 0,
    };
    record(entry);
    countOpenRequest(reply, load);
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    if (mode === "slow") await sleep(HANG_MS, undefined, { ref: false });
    const style = styleOf(body.model);
    const refusal = refuseKey(request, style) ?? faultOf(mode, style) ?? refusalOf(body);
    if (refusal) {
      entry.status = refusal.status;
      return reply
        .code(refusal.status)
        .headers(refusal.headers ?? {})
        .send(refusal.body);
    }
    const answer = answerOf(body, mode);
    entry.completionTokens = countTokens(answer.content ?? "");
    if (body.stream) return stream(reply, body, answer, mode);
    if (mode === "cut_stream" || mode === "silent_stream") return request.raw.socket.destroy();
    if (mode === "error_in_stream") return { error: { message: "The server had an error.", type: "server_error" } };
    return completionOf(body, answer, usageOf(mode, promptTokens, entry.completionTokens));
  });
}

/** A language model behind the OpenAI-compatible protocol. It writes Dutch from what the request contains. */
export function createAiService(context: SandboxContext): SandboxService {
  const behaviour = createBehaviour();
  const calls: LoggedCall[] = [];
  const load: Load = { open: 0, most: 0 };
  const privacy = createPrivacyCheck();
  const forgetCalls = () => {
    calls.length = 0;
    load.most = load.open;
  };
  const record = (call: LoggedCall) => {
    privacy.check(call.body);
    calls.push(call);
    if (calls.length > CAPACITY) calls.shift();
  };
  return {
    name: "ai",
    routes: (app) => addModelRoutes(app, behaviour, { record, load }, context),
    controlRoutes: (app) => {
      app.get("/_control/ai/private-data", () => privacy.found());
      app.post("/_control/ai/forbidden", (request, reply) => {
        privacy.forbid(forbiddenTexts.parse(request.body).texts);
        return reply.code(204).send();
      });
      app.get("/_control/ai/requests", () => calls);
      app.get("/_control/ai/load", () => load);
      app.delete("/_control/ai/requests", (_request, reply) => {
        forgetCalls();
        return reply.code(204).send();
      });
      app.get("/_control/ai/behaviour", () => behaviour.describe());
      app.post("/_control/ai/behaviour", (request) => {
        behaviour.set(behaviourChange.parse(request.body));
        return behaviour.describe();
      });
    },
    describe: (origin) => ({ ai: { url: `${origin}/v1`, apiKey: API_KEY, model: "sandbox-nl" } }),
    reset: () => {
      behaviour.set({ mode: "normal", delayMs: 0 });
      forgetCalls();
    },
  };
}
