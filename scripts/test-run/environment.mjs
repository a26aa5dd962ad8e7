import { startPart } from "../launch/part.mjs";
import { toolEnvironment } from "../launch/paths.mjs";
import { Problem, step } from "../launch/terminal.mjs";

/** Settings of the product that somebody has at hand must not change what the tests find. */
const SETTINGS =
  /^(NODE_ENV|PROCESS|PORT|HOST|DATA_DIR|DATABASE_\w+|PUBLIC_URL|APP_SECRET|SMTP_URL|MAIL_FROM|STORAGE_URL|SANDBOX\w*|TRUSTED_PROXIES|LOG_LEVEL)$/;

export function testEnvironment(extra) {
  const kept = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  return { ...toolEnvironment(Object.fromEntries(kept)), ...extra };
}

/** One server for the whole run, the embedded one or the one that is given; each test file makes its own database on it. */
export async function provideDatabase() {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  return step("Database starten", async () => {
    const part = startPart({
      name: "database",
      args: ["scripts/serve-test-database.ts"],
      env: given ? { TEST_DATABASE_URL: given } : {},
      stopsWithin: 30_000,
    });
    const message = await part.ready;
    if (!message) throw new Problem("De database voor de tests kon niet worden gestart.");
    return { url: message.url, stop: part.stop };
  });
}
