import type { APICallError } from "ai";
import { z } from "zod";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS } from "#platform/time.ts";
import { withoutContactData } from "./facts.ts";

export const STRUCTURED_OUTPUTS = ["schema", "json_object", "text"] as const;
/** How a server can be made to answer in JSON. "Test verbinding" finds it out. */
export type StructuredOutput = (typeof STRUCTURED_OUTPUTS)[number];

export interface ModelAccess {
  baseUrl: string;
  model: string;
  /** A local model needs none. */
  apiKey: string | undefined;
  structuredOutput: StructuredOutput;
}

/**
 * setup: the company's settings are wrong, retrying is useless. refused: this request is not accepted. too_long: it may be
 * accepted when it is shorter. busy, failed: may succeed later. unusable: the model answered, but not with what was asked.
 */
type ModelProblem = "setup" | "refused" | "too_long" | "busy" | "failed" | "unusable";

/** The texts are fixed: the errors of the library contain the whole prompt, so nothing of them is kept. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly problem: ModelProblem;
  readonly retryAfterMs: number | undefined;
  /** What the model answered, for the repair. */
  readonly answer: string | undefined;
  readonly usage: Usage;

  constructor(
    problem: ModelProblem,
    message: string,
    more: { retryAfterMs?: number | undefined; answer?: string | undefined; usage?: Usage } = {},
  ) {
    super(message);
    this.problem = problem;
    this.retryAfterMs = more.retryAfterMs;
    this.answer = more.answer;
    this.usage = more.usage ?? NO_USAGE;
  }
}

export interface Usage {
  promptTokens: number;
  completionTokens: number;
}
const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0 };

export interface ModelQuestion<T> {
  /** The rules of the product. */
  instructions: string;
  messages: readonly { role: "user" | "assistant"; content: string }[];
  schema: z.ZodType<T>;
}

export interface ModelAnswer<T> {
  value: T;
  /** As the server names it, which may be more precise than what was asked for. */
  model: string;
  usage: Usage;
}

export type ModelDeps = Pick<Platform, "outbound" | "config">;

const MAX_BYTES = 1024 * 1024;

/** The library's requests go through the guarded client: a company chooses the URL. */
const guardedFetch =
  ({ outbound, config }: ModelDeps, host: string): typeof fetch =>
  async (input, init) => {
    const { status, headers, text } = await outbound.request({
      url: input instanceof Request ? input.url : String(input),
      method: "POST",
      headers: Object.fromEntries([...new Headers(init?.headers).entries()].filter(([name]) => name !== "user-agent")),
      body: typeof init?.body === "string" ? init.body : "",
      timeoutMs: config.aiTimeoutMs,
      maxBytes: MAX_BYTES,
      allowHosts: [host],
      privateHosts: config.aiPrivateHosts,
    });
    const plain = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && name !== "content-length" && name !== "transfer-encoding" ? [[name, value]] : [],
    );
    return new Response(text, { status, headers: Object.fromEntries(plain) as Record<string, string> });
  };

const TEXTS = {
  key: "Het taalmodel weigert de sleutel. Een beheerder kan die bij Bedrijf Beheer aanpassen.",
  model: "Het taalmodel kent dit model niet. Een beheerder kan dat bij Bedrijf Beheer aanpassen.",
  quota: "Het tegoed bij de aanbieder van het taalmodel is op.",
  address: "Het adres van het taalmodel is niet toegestaan. Een beheerder kan dat bij Bedrijf Beheer aanpassen.",
  filtered: "Het taalmodel weigert deze opdracht (inhoudsfilter).",
  refused: "Het taalmodel accepteert deze opdracht niet.",
  tooLong: "De gegevens van deze lead zijn te lang voor het taalmodel.",
  busy: "Het taalmodel heeft het druk. We proberen het later opnieuw.",
  failed: "Het taalmodel is niet bereikbaar. We proberen het opnieuw.",
  unusable: "Het taalmodel gaf geen bruikbaar antwoord.",
  truncated: "Het antwoord van het taalmodel was niet compleet.",
} as const;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: MINUTE_MS, h: 60 * MINUTE_MS };

/** "12ms", "6m0s", "1.5s", or a plain number of seconds. */
export const parseDuration = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, amount, unit = "s"]) => sum + Number(amount) * (UNITS[unit] ?? 1000), 0);
};

const retryAfter = (headers: Record<string, string> = {}): number | undefined => {
  const milliseconds = Number(headers["retry-after-ms"]);
  if (milliseconds > 0) return milliseconds;
  const duration = parseDuration(headers["retry-after"]);
  if (duration) return duration;
  // Used last: by the reset time the whole allowance is back, and a retry may succeed sooner. Azure sends -1 or 0 for unknown.
  const resets = [headers["x-ratelimit-reset-requests"], headers["x-ratelimit-reset-tokens"]].map(
    (reset) => parseDuration(reset) ?? 0,
  );
  return Math.max(...resets) || undefined;
};

/** Servers name their errors in different places, so the code is looked for in the whole body. */
const classifyResponse = (status: number, body: string, headers: Record<string, string> | undefined): ModelError => {
  if (status === 401 || status === 403) return new ModelError("setup", TEXTS.key);
  if (status === 404) return new ModelError("setup", TEXTS.model);
  if (status === 429) {
    return body.includes("insufficient_quota")
      ? new ModelError("setup", TEXTS.quota)
      : new ModelError("busy", TEXTS.busy, { retryAfterMs: retryAfter(headers) });
  }
  if (status === 400 || status === 413 || status === 422) {
    if (/context.length|maximum context|too many tokens/i.test(body)) return new ModelError("too_long", TEXTS.tooLong);
    return new ModelError("refused", /content_filter/.test(body) ? TEXTS.filtered : TEXTS.refused);
  }
  return new ModelError("failed", TEXTS.failed, { retryAfterMs: retryAfter(headers) });
};

const OUTBOUND_SETUP_REASONS: readonly string[] = ["invalid_url", "forbidden_address", "invalid_request", "tls"];

const classifyOutbound = ({ reason }: OutboundError): ModelError =>
  OUTBOUND_SETUP_REASONS.includes(reason)
    ? new ModelError("setup", TEXTS.address)
    : new ModelError("failed", TEXTS.failed);

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error];

const toModelError = (error: unknown, isApiError: (error: unknown) => error is APICallError): ModelError => {
  if (error instanceof ModelError) return error;
  for (const cause of causesOf(error)) {
    if (cause instanceof OutboundError) return classifyOutbound(cause);
    if (isApiError(cause) && cause.statusCode !== undefined && cause.statusCode >= 400)
      return classifyResponse(cause.statusCode, cause.responseBody ?? "", cause.responseHeaders);
  }
  return new ModelError("failed", TEXTS.failed);
};

const stripFence = (text: string): string => /```(?:json)?([\s\S]*?)```/.exec(text)?.[1] ?? text;

/** PostgreSQL stores no NUL and no half of a surrogate pair, both of which JSON can express. */
const storableText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Many times the longest text that is asked for. */
const MAX_ANSWER_LENGTH = 100_000;

/** The model answered, but not with what was asked: the answer goes into the repair. */
export const unusableAnswer = (answer: string, usage: Usage = NO_USAGE): ModelError =>
  new ModelError("unusable", TEXTS.unusable, { answer: answer.slice(0, MAX_ANSWER_LENGTH), usage });

const parseAnswer = <T>(text: string, schema: z.ZodType<T>, usage: Usage): T => {
  if (text.length > MAX_ANSWER_LENGTH) throw unusableAnswer(text, usage);
  try {
    const json: unknown = JSON.parse(stripFence(text).trim(), (_, value: unknown) =>
      typeof value === "string" ? storableText(value) : value,
    );
    return schema.parse(json);
  } catch {
    throw unusableAnswer(text, usage);
  }
};

const MAX_TOKENS = 10_000_000;

/** Some servers report no tokens, or impossible numbers: then four characters count as one token. */
const readUsage = (
  reported: { inputTokens?: number | undefined; outputTokens?: number | undefined },
  question: string,
  answer: string,
): Usage => {
  const isPlausible = (count: number | undefined): count is number =>
    count !== undefined && count > 0 && count <= MAX_TOKENS;
  return {
    promptTokens: isPlausible(reported.inputTokens) ? Math.ceil(reported.inputTokens) : Math.ceil(question.length / 4),
    completionTokens: isPlausible(reported.outputTokens)
      ? Math.ceil(reported.outputTokens)
      : Math.ceil(answer.length / 4),
  };
};

const requireComplete = (finishReason: string, usage: Usage): void => {
  if (finishReason === "stop") return;
  if (finishReason === "content-filter") throw new ModelError("refused", TEXTS.filtered, { usage });
  throw new ModelError("unusable", TEXTS.truncated, { usage });
};

/** Only a schema is sent to the server as such; the other kinds need it in the prompt. */
const describeSchema = (schema: z.ZodType): string =>
  `Antwoord alleen met JSON volgens dit schema, zonder andere tekst:\n${JSON.stringify(z.toJSONSchema(schema))}`;

/**
 * Asks the model once. It sends no temperature or token limit, because servers disagree about their names; a cut-off
 * answer is recognised by its finish reason. Rejects with a ModelError only.
 */
export const askModel = async <T>(
  deps: ModelDeps,
  access: ModelAccess,
  { instructions, messages: entered, schema }: ModelQuestion<T>,
  signal?: AbortSignal,
): Promise<ModelAnswer<T>> => {
  // Loaded at the first use: importing takes most of a second, and most companies write elsewhere.
  const [{ generateText, Output, APICallError, NoObjectGeneratedError }, { createOpenAICompatible }] =
    await Promise.all([import("ai"), import("@ai-sdk/openai-compatible")]);
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { baseUrl, model, apiKey, structuredOutput } = access;
  const url = URL.parse(baseUrl);
  if (!url) throw new ModelError("setup", TEXTS.address);
  const provider = createOpenAICompatible({
    name: "company",
    baseURL: baseUrl.replace(/\/$/, ""),
    // Azure reads this header instead of the bearer token.
    ...(apiKey ? { apiKey, headers: { "api-key": apiKey } } : {}),
    fetch: guardedFetch(deps, url.host),
    supportsStructuredOutputs: structuredOutput === "schema",
  });
  // Here, so that no task can forget it.
  const messages = entered.map(({ role, content }) => ({ role, content: withoutContactData(content) }));
  const rules = structuredOutput === "schema" ? instructions : `${instructions}\n\n${describeSchema(schema)}`;
  const question = [rules, ...messages.map(({ content }) => content)].join("\n");
  const usageOf = (reported: Parameters<typeof readUsage>[0], answer: string) => readUsage(reported, question, answer);
  try {
    const result = await generateText({
      model: provider(model),
      instructions: rules,
      messages,
      maxRetries: 0,
      ...(structuredOutput === "text" ? {} : { output: Output.object({ schema }) }),
      ...(signal ? { abortSignal: signal } : {}),
    });
    const usage = usageOf(result.usage, result.text);
    requireComplete(result.finishReason, usage);
    return { value: parseAnswer(result.text, schema, usage), model: storableText(result.response.modelId), usage };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error))
      throw toModelError(error, APICallError.isInstance.bind(APICallError));
    const usage = usageOf(error.usage ?? {}, error.text ?? "");
    requireComplete(error.finishReason ?? "unknown", usage);
    const value = parseAnswer(error.text ?? "", schema, usage);
    return { value, model: storableText(error.response?.modelId ?? model), usage };
  }
};

const TEST_QUESTION: ModelQuestion<{ ok: boolean }> = {
  instructions: "Je test een verbinding. Antwoord met JSON.",
  messages: [{ role: "user", content: 'Taak: test\n\nAntwoord met JSON: {"ok": true}' }],
  schema: z.object({ ok: z.boolean() }),
};

/** Finds out what the server supports, from the strictest to the loosest. These calls are paid for too. */
export const detectStructuredOutput = async (
  deps: ModelDeps,
  access: Omit<ModelAccess, "structuredOutput">,
  recordCall: (model: string, usage: Usage) => Promise<unknown>,
): Promise<{ structuredOutput: StructuredOutput; model: string }> => {
  let lastError: unknown;
  for (const structuredOutput of STRUCTURED_OUTPUTS) {
    try {
      const { model, usage } = await askModel(deps, { ...access, structuredOutput }, TEST_QUESTION);
      await recordCall(model, usage);
      return { structuredOutput, model };
    } catch (error) {
      lastError = error;
      if (error instanceof ModelError && error.usage.promptTokens > 0) await recordCall(access.model, error.usage);
      const mayWorkOtherwise = error instanceof ModelError && ["refused", "unusable"].includes(error.problem);
      if (!mayWorkOtherwise) throw error;
    }
  }
  throw lastError;
};
