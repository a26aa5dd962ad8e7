import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/** A wrong setting, explained in one line for the person who starts the product. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const port = z.coerce
  .number({ error: "moet een getal zijn" })
  .int()
  .min(1, "moet 1–65535 zijn")
  .max(65_535, "moet 1–65535 zijn");
const address = (...protocols: string[]) =>
  z
    .url({ error: `moet een adres zijn dat begint met ${protocols.join(" of ")}` })
    .refine((value) => protocols.some((protocol) => value.startsWith(protocol)), {
      error: `moet beginnen met ${protocols.join(" of ")}`,
    });

/** Quotes around the value: podman and docker keep those of a settings file, systemd does not. */
const mailFrom = z
  .string()
  .transform((value) => value.trim().replace(/^(["'])(.*)\1$/, "$2"))
  .refine((value) => /^(?:(?:"[^"]*"|[^<>@,;:"]*)\s*<[^\s<>@,"]+@[^\s<>@,"]+>|[^\s<>@,"]+@[^\s<>@,"]+)$/.test(value), {
    error: "moet een e-mailadres zijn, eventueel met een naam: Naam <adres@voorbeeld.nl>",
  });

const settings = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PROCESS: z.enum(["web", "worker", "both"], { error: "moet web, worker of both zijn" }).default("both"),
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: address("postgres://", "postgresql://").optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(200).default(10),
  PUBLIC_URL: address("http://", "https://").optional(),
  ALLOW_HTTP: z.literal("1", { error: "mag alleen 1 zijn" }).optional(),
  APP_SECRET: z.string().min(32, "moet minstens 32 tekens lang zijn").optional(),
  APP_SECRET_OTHER: z.string().min(32, "moet minstens 32 tekens lang zijn").optional(),
  // By default the mail server of this machine.
  SMTP_URL: address("smtp://", "smtps://").default("smtp://127.0.0.1:25"),
  MAIL_FROM: mailFrom.default("Ultimate Sales Agent <noreply@ultimate-sales-agent.nl>"),
  CONTACT_EMAIL: z.email("moet een e-mailadres zijn").optional(),
  STORAGE_URL: address("file://", "s3://").optional(),
  SANDBOX_URL: address("http://").optional(),
  AIRTABLE_URL: address("http://", "https://").optional(),
  AI_PRIVATE_HOSTS: z.string().optional(),
  AI_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(120),
  DEMO_CONNECTIONS: z.enum(["on", "off"], { error: "moet on of off zijn" }).default("on"),
  TRUSTED_PROXIES: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, "moet minstens 16 tekens lang zijn").optional(),
  METRICS_PORT: port.optional(),
  BACKUP_PASSPHRASE: z.string().min(16, "moet minstens 16 tekens lang zijn").optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).optional(),
});

export interface Config {
  production: boolean;
  process: "web" | "worker" | "both";
  host: string;
  port: number;
  dataDir: string;
  /** Absent: the embedded server in `dataDir`. */
  databaseUrl: string | undefined;
  databaseConnections: number;
  publicUrl: URL;
  /** Other services can call this installation at its public URL. */
  hasPublicUrl: boolean;
  /** Absent outside production: generated once and kept in `dataDir`. */
  appSecret: string | undefined;
  /** During a rotation of the secret: values encrypted with this one are readable too. */
  appSecretOther: string | undefined;
  smtpUrl: string;
  mailFrom: string;
  /** Where somebody asks for an account of a new company; the sign-in page shows it. */
  contactEmail: string | undefined;
  storageUrl: string;
  sandboxUrl: string | undefined;
  /** The only server that receives the Airtable tokens of companies. */
  airtableUrl: string;
  /** Language models on a private address, such as a local Ollama: hosts with their port. */
  aiPrivateHosts: string[];
  /** How long an answer of a language model may take. */
  aiTimeoutMs: number;
  /** The demo companies are connected to the sandbox. Off in tests that create their own companies: a first sync takes seconds. */
  connectsDemo: boolean;
  trustedProxies: string[];
  /** Absent: no metrics page. */
  metricsToken: string | undefined;
  /** For the health checks and metrics of a worker, which has no other HTTP server. */
  metricsPort: number | undefined;
  /** Absent: backups are not encrypted. */
  backupPassphrase: string | undefined;
  logLevel: string;
}

const omitBlankSettings = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""));

const splitList = (text: string | undefined): string[] => text?.split(",").map((item) => item.trim()) ?? [];

/** The sandbox on this machine can call a product that is one process. */
const isReachableOnThisMachine = ({ AIRTABLE_URL, HOST, PROCESS }: z.infer<typeof settings>): boolean =>
  AIRTABLE_URL === undefined && HOST === "127.0.0.1" && PROCESS === "both";

/** Reads the environment once at the start; nothing else does. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = settings.safeParse(omitBlankSettings(env));
  if (!parsed.success) {
    const problem = parsed.error.issues[0];
    throw new ConfigError(`Instelling ${problem?.path.join(".")} klopt niet: ${problem?.message}.`);
  }
  const found = parsed.data;
  const production = found.NODE_ENV === "production";
  for (const name of ["APP_SECRET", "PUBLIC_URL"] as const) {
    if (production && !found[name]) throw new ConfigError(`In productie is de instelling ${name} verplicht.`);
  }
  if (production && found.PUBLIC_URL?.startsWith("http://") && !found.ALLOW_HTTP)
    throw new ConfigError(
      "Instelling PUBLIC_URL klopt niet: in productie moet het adres met https:// beginnen (of zet ALLOW_HTTP=1).",
    );
  if (found.APP_SECRET_OTHER && found.APP_SECRET_OTHER === found.APP_SECRET)
    throw new ConfigError("Instelling APP_SECRET_OTHER klopt niet: dit is hetzelfde geheim als APP_SECRET.");
  const dataDir = resolve(found.DATA_DIR);
  const sandboxUrl = production ? undefined : found.SANDBOX_URL;
  return {
    production,
    process: found.PROCESS,
    host: found.HOST,
    port: found.PORT,
    dataDir,
    databaseUrl: found.DATABASE_URL,
    databaseConnections: found.DATABASE_CONNECTIONS,
    publicUrl: new URL(found.PUBLIC_URL ?? `http://${found.HOST}:${found.PORT}`),
    hasPublicUrl: found.PUBLIC_URL
      ? !production || found.PUBLIC_URL.startsWith("https://")
      : sandboxUrl !== undefined && isReachableOnThisMachine(found),
    appSecret: found.APP_SECRET,
    appSecretOther: found.APP_SECRET_OTHER,
    smtpUrl: found.SMTP_URL,
    mailFrom: found.MAIL_FROM,
    contactEmail: found.CONTACT_EMAIL,
    storageUrl: found.STORAGE_URL ?? pathToFileURL(resolve(dataDir, "objects")).href,
    sandboxUrl,
    airtableUrl: found.AIRTABLE_URL ?? sandboxUrl ?? "https://api.airtable.com",
    aiPrivateHosts: splitList(found.AI_PRIVATE_HOSTS),
    aiTimeoutMs: found.AI_TIMEOUT_SECONDS * 1000,
    connectsDemo: found.DEMO_CONNECTIONS === "on",
    trustedProxies: splitList(found.TRUSTED_PROXIES),
    metricsToken: found.METRICS_TOKEN,
    metricsPort: found.METRICS_PORT,
    backupPassphrase: found.BACKUP_PASSPHRASE,
    // At "info" every request is logged, which hides the address for somebody who starts it by hand.
    logLevel: found.LOG_LEVEL ?? (production ? "info" : "warn"),
  };
};
