import { z } from "zod";

/** What the model writes wrong: a product without checks would show these texts. */
const TEXT_MISTAKES = [
  "invent_figure",
  "invent_name",
  "mix_forms_of_address",
  "too_long",
  "placeholder",
  "obey_injection",
  "code_fence",
  "missing_section",
  "header_variants",
  "unknown_sections",
  "odd_characters",
  "repeat",
  "link",
  "unknown_fact",
  "claimed_meeting",
  "not_json",
] as const;

/** Failures of the server or the connection. */
const FAULTS = [
  "unauthorized",
  "forbidden",
  "model_not_found",
  "context_length",
  "content_filter_prompt",
  "content_filter",
  "refusal",
  "rate_limit",
  "rate_limit_long",
  "rate_limit_reset",
  "rate_limit_azure",
  "insufficient_quota",
  "server_error",
  "overloaded",
  "bad_gateway",
  "unavailable",
  "request_timeout",
  "conflict",
  "slow",
  "silent_stream",
  "cut_stream",
  "error_in_stream",
  "no_finish_reason",
  "length",
  "empty",
  "wrong_usage",
  "broken_usage",
  "no_usage",
  "invalid_parameter",
  "huge_answer",
] as const;

const MODES = ["normal", ...TEXT_MISTAKES, ...FAULTS] as const;
export type Mode = (typeof MODES)[number];

export const behaviourChange = z.strictObject({
  mode: z.enum(MODES).default("normal"),
  /** How many requests it applies to; without it, all until the next change. */
  times: z.int().min(1).optional(),
  /** The mode after those requests. */
  next: z.enum(MODES).optional(),
  delayMs: z.int().min(0).max(600_000).default(0),
});

export type Behaviour = {
  set(change: z.infer<typeof behaviourChange>): void;
  /** The mode and delay of the next request. */
  take(): { mode: Mode; delayMs: number };
  describe(): z.infer<typeof behaviourChange>;
};

export function createBehaviour(): Behaviour {
  let current: z.infer<typeof behaviourChange> = { mode: "normal", delayMs: 0 };
  return {
    set: (change) => {
      current = change;
    },
    take: () => {
      const { mode, delayMs, times, next = "normal" } = current;
      if (times !== undefined) {
        current = times > 1 ? { ...current, times: times - 1 } : { mode: next, delayMs: 0 };
      }
      return { mode, delayMs };
    },
    describe: () => current,
  };
}

type ErrorStyle = "openai" | "ollama" | "vllm" | "mistral" | "azure";

/** The models, with what their server supports and the form of its errors. */
export const MODELS: Readonly<
  Record<string, { formats: readonly string[]; style: ErrorStyle; isReasoning?: boolean; contextTokens?: number }>
> = {
  "sandbox-nl": { formats: ["json_schema", "json_object"], style: "openai" },
  "sandbox-json": { formats: ["json_object"], style: "openai" },
  "sandbox-text": { formats: [], style: "openai" },
  "sandbox-reasoning": { formats: ["json_schema", "json_object"], style: "openai", isReasoning: true },
  "sandbox-small": { formats: ["json_schema", "json_object"], style: "openai", contextTokens: 1_500 },
  "ollama-nl": { formats: ["json_schema", "json_object"], style: "ollama" },
  "vllm-nl": { formats: ["json_schema", "json_object"], style: "vllm", contextTokens: 1_500 },
  "mistral-nl": { formats: ["json_object"], style: "mistral" },
  "azure-nl": { formats: ["json_schema", "json_object"], style: "azure" },
};

export type Refusal = { status: number; body: unknown; headers?: Record<string, string> };

/** An error in the form that the server of this model uses. */
export function refuse(style: ErrorStyle, status: number, code: string, message: string): Refusal {
  switch (style) {
    case "ollama":
      return { status, body: { error: message } };
    case "vllm":
      return { status, body: { object: "error", message, type: "BadRequestError", param: null, code: status } };
    case "mistral":
      return status === 400 || status === 422
        ? { status: 422, body: { detail: [{ loc: ["body"], msg: message, type: "value_error" }] } }
        : { status, body: { object: "error", message, type: code, code } };
    case "azure":
      return { status, body: { error: { code: code === "model_not_found" ? "DeploymentNotFound" : code, message } } };
    case "openai":
      return { status, body: { error: { message, type: "invalid_request_error", param: null, code } } };
  }
}

type RefusalText = { status: number; code: string; message: string; headers?: Record<string, string> };

const rateLimit = (headers: Record<string, string>): RefusalText => ({
  status: 429,
  code: "rate_limit_exceeded",
  message: "Rate limit reached.",
  headers,
});

const REFUSALS: Partial<Record<Mode, RefusalText>> = {
  unauthorized: { status: 401, code: "invalid_api_key", message: "Incorrect API key provided." },
  forbidden: { status: 403, code: "permission_denied", message: "This key may not use the model." },
  model_not_found: { status: 404, code: "model_not_found", message: "The model does not exist." },
  context_length: {
    status: 400,
    code: "context_length_exceeded",
    message: "The maximum context length is 1500 tokens.",
  },
  content_filter_prompt: { status: 400, code: "content_filter", message: "The prompt was filtered." },
  invalid_parameter: { status: 400, code: "unsupported_parameter", message: "Unsupported parameter: 'temperature'." },
  rate_limit: rateLimit({ "retry-after": "1", "x-ratelimit-reset-tokens": "6m0s" }),
  rate_limit_long: rateLimit({ "retry-after": "3600" }),
  rate_limit_reset: rateLimit({ "x-ratelimit-reset-requests": "12ms", "x-ratelimit-reset-tokens": "1m30s" }),
  rate_limit_azure: rateLimit({
    "retry-after-ms": "7500",
    "x-ratelimit-reset-requests": "-1",
    "x-ratelimit-reset-tokens": "0",
  }),
  insufficient_quota: { status: 429, code: "insufficient_quota", message: "You exceeded your current quota." },
  server_error: { status: 500, code: "server_error", message: "The server had an error." },
  bad_gateway: { status: 502, code: "bad_gateway", message: "Bad gateway." },
  unavailable: { status: 503, code: "unavailable", message: "The model is loading." },
  conflict: { status: 409, code: "conflict", message: "The request conflicts with another one." },
  request_timeout: { status: 408, code: "timeout", message: "The request took too long." },
  overloaded: { status: 529, code: "overloaded", message: "The server is overloaded." },
};

/** The response of a failing server; undefined when the request is handled. */
export function faultOf(mode: Mode, style: ErrorStyle): Refusal | undefined {
  const refusal = REFUSALS[mode];
  if (!refusal) return undefined;
  const { status, code, message, headers } = refusal;
  return { ...refuse(style, status, code, message), ...(headers ? { headers } : {}) };
}
